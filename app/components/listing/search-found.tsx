import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import type { SearchResults } from "#app/models/search.ts";

import { pageAddress } from "./listing-page.tsx";
import { SearchChips } from "./search-chips.tsx";
import styles from "./search.module.css";

/** Pictures of the first row on a wide screen. */
const FIRST_ROW = 4;

export type SearchFoundProps = Readonly<{
  query: string;
  /** "4 products". */
  count: string;
  results: SearchResults;
  /** Address of the search without a query. */
  path: string;
}>;

export function SearchFound({ query, count, results, path }: SearchFoundProps) {
  const { listing, corrected } = results;
  return (
    <div className={`wrap ${styles.found}`}>
      <h1 className="d-lg">“{query}”</h1>
      <p role="status">
        <b className="strong">{count}</b>
        {corrected ? (
          <span className="muted">{` for “${corrected}”: nothing is called “${query}”`}</span>
        ) : null}
      </p>
      <SearchChips results={results} />
      <ProductGrid products={listing.products} level={2} firstCount={FIRST_ROW} />
      <Pagination
        page={listing.page}
        pageCount={listing.pageCount}
        href={(page) => pageAddress(path, {}, page)}
      />
    </div>
  );
}
