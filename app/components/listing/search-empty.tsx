import { Form } from "@remix-run/react";

import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { type AgeBand, AgeRuler } from "#app/components/ui/age-ruler.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { ProductCard } from "#app/models/product.ts";
import { QUERY_MAX_CHARACTERS, type SearchResults } from "#app/models/search.ts";
import { paths } from "#app/paths.ts";

import { SearchChips } from "./search-chips.tsx";
import styles from "./search.module.css";

export type SearchEmptyProps = Readonly<{
  /** Empty before anything was searched for. */
  query: string;
  /** "No products". */
  count: string;
  results: SearchResults;
  help: Readonly<{ bands: ReadonlyArray<AgeBand>; products: ReadonlyArray<ProductCard> }>;
}>;

/** Nothing found, or nothing asked yet: the form again, and other ways on. */
export function SearchEmpty({ query, count, results, help }: SearchEmptyProps) {
  return (
    <>
      <div className="wrap">
        <div className={styles.empty}>
          <h1 className="d-lg">{query ? `Nothing for “${query}”` : "Search the shop"}</h1>
          {query ? (
            <p className="lead" role="status">
              {count}.
            </p>
          ) : null}
          <SearchChips results={results} />
          <Form className="inline-form" method="get" action={paths.search()} aria-label="Search again">
            <label className="visually-hidden" htmlFor="search-again">
              Search the shop
            </label>
            <input
              key={query}
              className={styles.input}
              id="search-again"
              type="search"
              name="q"
              defaultValue={query}
              maxLength={QUERY_MAX_CHARACTERS}
            />
            <Button nativeType="submit">Search</Button>
          </Form>
          <p className="sm muted">Try fewer words, or a plainer one: “animal”, “ark”, “pull-along”.</p>
        </div>
        {help.products.length > 0 ? (
          <section className={styles.loved} aria-labelledby="loved">
            <h2 className="d-md" id="loved">
              What people find here
            </h2>
            <ProductGrid products={help.products} level={3} />
          </section>
        ) : null}
      </div>
      {help.bands.length > 0 ? (
        <section className="section" aria-labelledby="ages">
          <div className={`wrap ${styles.loved}`}>
            <h2 className="d-lg" id="ages">
              Or start from an age
            </h2>
            <AgeRuler bands={help.bands} />
          </div>
        </section>
      ) : null}
    </>
  );
}
