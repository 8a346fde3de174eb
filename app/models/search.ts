/** What a search finds. */
import type { Listing } from "./product-listing.ts";

/** Longest query, in characters, that is looked at. */
export const QUERY_MAX_CHARACTERS = 100;

export type SearchResults = Readonly<{
  /** The words as typed, tidied. */
  query: string;
  listing: Listing;
  /** What was searched for instead, or null when the words as typed were used. */
  corrected: string | null;
  /** Categories whose name matches; `path` is an address. */
  categories: ReadonlyArray<Readonly<{ name: string; path: string }>>;
  /** Brands whose name matches; `path` is an address. */
  brands: ReadonlyArray<Readonly<{ name: string; path: string }>>;
}>;

/** `text` without control characters and doubled spaces, cut to the longest query. */
export function tidyQuery(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, QUERY_MAX_CHARACTERS)
    .trim();
}
