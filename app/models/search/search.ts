import { tidyWords } from "#app/models/shared/text.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";
import type { Listing } from "#app/models/listing/listing.ts";

export const QUERY_MAX_CHARACTERS = 100;

export type SearchPlace = Readonly<{ name: string; path: string }>;

export type UnderstoodFilter = Readonly<{ text: string; without: string }>;

export type SearchNotice = Readonly<{
  title: string;
  text: string;
  link: SearchLink | null;
  also: (SearchLink & Readonly<{ before: string }>) | null;
  /** The products below are the nearest ones rather than what was searched for. */
  hasProducts: boolean;
}>;

type SearchLink = Readonly<{ text: string; path: string }>;

export type SearchApart = Readonly<{ heading: string; products: ReadonlyArray<SearchProduct> }>;

type SearchProduct = Readonly<{ name: string; path: string; image: ProductImage; price: string }>;

export type SearchCategory = SearchPlace & Readonly<{ description: string }>;

/** Places of the shop that the words name. */
export type FoundPlaces = Readonly<{
  /** Searched for by its name; not among `categories`. */
  category: SearchCategory | null;
  categories: ReadonlyArray<SearchPlace>;
  brands: ReadonlyArray<SearchPlace>;
  articles: ReadonlyArray<ArticleSummary>;
  pages: ReadonlyArray<SearchPlace>;
}>;

export type SearchResults = FoundPlaces &
  Readonly<{
    query: string;
    listing: Listing;
    isCut: boolean;
    corrected: string | null;
    notice: SearchNotice | null;
    /** By heading: they belong to those of the listing, or only look like them. */
    apart: ReadonlyArray<SearchApart>;
    filters: ReadonlyArray<UnderstoodFilter>;
    totalWithoutFilters: number;
    /** About the first product, which is shown large because `category` holds no other of these. */
    featuredText: string | null;
  }>;

export type Suggestions = Readonly<{
  searches: ReadonlyArray<string>;
  places: ReadonlyArray<SearchPlace>;
  products: ReadonlyArray<SearchProduct & Readonly<{ age: string | null }>>;
  total: number;
}>;

export function tidyQuery(text: string): string {
  return tidyWords(text.slice(0, QUERY_MAX_CHARACTERS * 20))
    .slice(0, QUERY_MAX_CHARACTERS)
    .replace(/\p{Cs}/gu, "")
    .trim();
}
