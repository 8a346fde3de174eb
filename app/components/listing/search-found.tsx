import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { ArticleGrid } from "#app/components/content/article-grid.tsx";
import type { SearchResults } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

import { FeaturedProduct } from "./featured-product.tsx";
import { ProductList, type ProductListData } from "./listing-page.tsx";
import {
  SearchAparts,
  SearchBand,
  SearchChips,
  SearchNote,
  SearchPages,
  SearchUnderstood,
} from "./search-notes.tsx";

const FETCHED_FIRST = 1;

export type SearchFoundProps = Readonly<{
  query: string;
  results: SearchResults;
  list: ProductListData;
}>;

export function SearchFound({ query, results, list }: SearchFoundProps) {
  const { featured, others } = apartFeatured(list, results.featuredText);
  return (
    <>
      <div className="wrap column gap-5">
        <h1 className="d-lg">“{query}”</h1>
        <MoreFound results={results} />
        <DidYouMean query={query} corrected={results.corrected} />
        <SearchUnderstood filters={results.filters} />
        <SearchBand category={results.category} image={list.listing.products[0]?.image ?? null} />
        {featured}
        <SearchChips results={results} />
        <SearchNote notice={results.notice} />
        {results.notice?.hasProducts ? <h2 className="d-md">You might be looking for</h2> : null}
        <div>
          <ProductList data={others} firstCount={featured ? 0 : FETCHED_FIRST} />
        </div>
        <SearchAparts apart={results.apart} />
      </div>
      <SearchTexts results={results} />
    </>
  );
}

function apartFeatured(list: ProductListData, text: string | null) {
  const [first, ...products] = list.listing.products;
  if (first === undefined || text === null) return { featured: null, others: list };
  return {
    featured: <FeaturedProduct product={first} text={text} />,
    others: { ...list, listing: { ...list.listing, products } },
  };
}

function MoreFound({ results }: Readonly<{ results: SearchResults }>) {
  const { isCut, articles } = results;
  const shown = [isCut ? "These are the best matches." : "", articlesText(articles.length)]
    .filter(Boolean)
    .join(" ");
  return shown ? <p className="muted">{shown}</p> : null;
}

function articlesText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 article also mentions it." : `${count} articles also mention it.`;
}

function DidYouMean({ query, corrected }: Readonly<{ query: string; corrected: string | null }>): ReactNode {
  if (corrected === null) return null;
  return (
    <p>
      No results for “{query}”. Showing results for{" "}
      <Link className="link" to={paths.search(corrected)}>
        {corrected}
      </Link>{" "}
      instead.
    </p>
  );
}

export function SearchTexts({ results }: Readonly<{ results: Pick<SearchResults, "articles" | "pages"> }>) {
  const { articles, pages } = results;
  if (articles.length + pages.length === 0) return null;
  return (
    <div className="section wrap column gap-10">
      {articles.length > 0 ? (
        <TitledSection id="search-articles" title="Articles" className="column gap-6">
          <ArticleGrid articles={articles} level={3} />
        </TitledSection>
      ) : null}
      <SearchPages pages={pages} />
    </div>
  );
}
