import { tidyWords } from "#app/models/shared/text.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";
import type { Listing } from "#app/models/listing/listing.ts";

export const QUERY_MAX_CHARACTERS = 100;

export type SearchPlace = Readonly<{ name: string; path: string }>;

/** A filter that was read from the query, its label, and the query without it. */
export type UnderstoodFilter = Readonly<{ text: string; without: string }>;

/** What the shop says about words that it knows without selling the thing. */
export type SearchNotice = Readonly<{
  title: string;
  text: string;
  link: SearchLink | null;
  /** A second meaning of the words, after a question. */
  also: (SearchLink & Readonly<{ before: string }>) | null;
  /** True if the products below are the nearest ones rather than what was searched for. */
  hasProducts: boolean;
}>;

type SearchLink = Readonly<{ text: string; path: string }>;

export type SearchApart = Readonly<{
  heading: string;
  products: ReadonlyArray<
    Readonly<{
      name: string;
      path: string;
      image: ProductImage;
      /** "£26.00" */
      price: string;
    }>
  >;
}>;

export type SearchCategory = SearchPlace & Readonly<{ description: string }>;

export type SearchResults = Readonly<{
  /** As typed, tidied. */
  query: string;
  listing: Listing;
  /** True if there may be more products than were read. */
  isCut: boolean;
  corrected: string | null;
  notice: SearchNotice | null;
  /** Products that belong to those of the listing, or only look like them, by heading. */
  apart: ReadonlyArray<SearchApart>;
  filters: ReadonlyArray<UnderstoodFilter>;
  totalWithoutFilters: number;
  /** The category that is searched for by its name, or null; it is not among `categories`. */
  category: SearchCategory | null;
  /** About the first product, which is shown large because `category` holds no other of these; else null. */
  featuredText: string | null;
  categories: ReadonlyArray<SearchPlace>;
  brands: ReadonlyArray<SearchPlace>;
  articles: ReadonlyArray<ArticleSummary>;
  pages: ReadonlyArray<SearchPlace>;
}>;

export type Suggestions = Readonly<{
  searches: ReadonlyArray<string>;
  places: ReadonlyArray<SearchPlace>;
  products: ReadonlyArray<
    Readonly<{
      name: string;
      path: string;
      image: ProductImage;
      /** "£26.00" or "From £26.00". */
      price: string;
      /** "18 months +", or null. */
      age: string | null;
    }>
  >;
  total: number;
}>;

export function tidyQuery(text: string): string {
  return tidyWords(text.slice(0, QUERY_MAX_CHARACTERS * 20))
    .slice(0, QUERY_MAX_CHARACTERS)
    .replace(/\p{Cs}/gu, "")
    .trim();
}
