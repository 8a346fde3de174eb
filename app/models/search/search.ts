/** What a search finds. */
import type { Picture } from "#app/models/catalogue/product.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";
import type { Listing } from "#app/models/listing/listing.ts";

/** Longest query, in characters, that is looked at. */
export const QUERY_MAX_CHARACTERS = 100;

/** Something that has a page of its own; `path` is an address. */
export type SearchPlace = Readonly<{ name: string; path: string }>;

/** A condition that was read out of the query, in words, and the query without it. */
export type UnderstoodFilter = Readonly<{ text: string; without: string }>;

export type SearchResults = Readonly<{
  /** The words as typed, tidied. */
  query: string;
  listing: Listing;
  /** True when there may be more products than the list holds. */
  isCut: boolean;
  /** What was searched for instead, or null when the words as typed were used. */
  corrected: string | null;
  /** Ages and prices that were applied. */
  filters: ReadonlyArray<UnderstoodFilter>;
  /** Products found before the filters were applied. */
  totalWithoutFilters: number;
  categories: ReadonlyArray<SearchPlace>;
  brands: ReadonlyArray<SearchPlace>;
  articles: ReadonlyArray<ArticleSummary>;
  /** Information pages. */
  pages: ReadonlyArray<SearchPlace>;
}>;

/** What is offered while somebody types. */
export type SearchSuggestions = Readonly<{
  /** Whole searches that go on from what was typed. */
  searches: ReadonlyArray<string>;
  /** Departments, brands, articles and pages. */
  places: ReadonlyArray<SearchPlace>;
  products: ReadonlyArray<
    Readonly<{
      name: string;
      path: string;
      picture: Picture;
      /** "£26.00" or "From £26.00". */
      price: string;
      /** "18 months +", or null. */
      age: string | null;
    }>
  >;
  /** Products that the search would find. */
  total: number;
}>;

/** `text` without control characters and doubled spaces, cut to the longest query. */
export function tidyQuery(text: string): string {
  return text
    .slice(0, QUERY_MAX_CHARACTERS * 20)
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, QUERY_MAX_CHARACTERS)
    .replace(/\p{Cs}/gu, "")
    .trim();
}
