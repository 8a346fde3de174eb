import { Form, Link } from "@remix-run/react";

import { type AgeBand, AgeRuler } from "#app/components/age/age-ruler.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { QUERY_MAX_CHARACTERS, type SearchPlace, type SearchResults } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

import { ChipLinks, SearchChips, SearchNote, SearchUnderstood } from "./search-notes.tsx";
import { SearchTexts } from "./search-found.tsx";
import styles from "./search.module.css";

export type SearchEmptyProps = Readonly<{
  query: string;
  count: string;
  results: SearchResults;
  help: Readonly<{
    bands: ReadonlyArray<AgeBand>;
    products: ReadonlyArray<ProductSummary>;
    categories: ReadonlyArray<SearchPlace>;
  }>;
}>;

export function SearchEmpty({ query, count, results, help }: SearchEmptyProps) {
  return (
    <>
      <div className="wrap">
        <div className={`column ${styles.empty}`}>
          <h1 className="d-lg">{headingOf(query, results)}</h1>
          {query ? (
            <p className="lead" role="status">
              {count}
              {filteredText(results)}.
            </p>
          ) : null}
          <SearchUnderstood filters={results.filters} />
          <SearchChips results={results} />
          <SearchNote notice={results.notice} />
          <AgainForm query={query} />
          <p className="sm muted">Try fewer or simpler words, such as “animal”, “ark” or “pull-along”.</p>
        </div>
      </div>
      <SearchTexts results={results} />
      <OtherWays help={help} isStuck={query !== ""} />
    </>
  );
}

function headingOf(query: string, { articles, pages }: SearchResults): string {
  if (!query) return "Search the shop";
  return articles.length + pages.length > 0 ? `“${query}”` : `No results for “${query}”`;
}

function filteredText({ filters, totalWithoutFilters: total, corrected }: SearchResults): string {
  if (filters.length === 0 || total === 0) return "";
  const words = corrected === null ? "" : ` for “${corrected}”`;
  return total === 1 ? `, but 1${words} without the filters` : `, but ${total}${words} without the filters`;
}

function AgainForm({ query }: Readonly<{ query: string }>) {
  return (
    <Form className="inline-form" method="get" action={paths.search()} aria-label="Search again">
      <label className="visually-hidden" htmlFor="search-again">
        Search the shop
      </label>
      <input
        key={query}
        className="input"
        id="search-again"
        type="search"
        name="q"
        defaultValue={query}
        maxLength={QUERY_MAX_CHARACTERS}
      />
      <Button nativeType="submit">Search</Button>
    </Form>
  );
}

function OtherWays({ help, isStuck }: Readonly<{ help: SearchEmptyProps["help"]; isStuck: boolean }>) {
  return (
    <>
      <div className="wrap column gap-10">
        <TitledSection id="popular" title="Popular departments" className="column gap-3">
          <ChipLinks places={help.categories} />
          {isStuck ? (
            <p>
              Still cannot find it?{" "}
              <Link className="link" to={paths.information("contact-us")}>
                Contact us
              </Link>{" "}
              and we’ll look for you.
            </p>
          ) : null}
        </TitledSection>
        {help.products.length > 0 ? (
          <TitledSection id="most-popular" title="Popular now" className="column gap-6">
            <ProductGrid products={help.products} level={3} />
          </TitledSection>
        ) : null}
      </div>
      {help.bands.length > 0 ? (
        <section className="section" aria-labelledby="ages">
          <div className="wrap column gap-6">
            <h2 className="d-lg" id="ages">
              Or shop by age
            </h2>
            <AgeRuler bands={help.bands} />
          </div>
        </section>
      ) : null}
    </>
  );
}
