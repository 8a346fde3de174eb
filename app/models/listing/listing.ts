/** Lists of products: how they are sorted, counted and cut into pages. */
import type { ProductCard } from "#app/models/catalogue/product.ts";

import type { GiftWish } from "./gift-finder.ts";

/** Products on one page. */
export const PAGE_SIZE = 24;

const SORT_LABELS = {
  featured: "Most loved",
  newest: "Newest first",
  "price-asc": "Price, low to high",
  "price-desc": "Price, high to low",
  rating: "Highest rated",
  name: "Name, A to Z",
  "age-asc": "Age, youngest first",
  "weight-asc": "Weight, lightest first",
} as const;

export type SortKey = keyof typeof SORT_LABELS;

export type Sort = Readonly<{ key: SortKey; label: string }>;

/** The sorts that every list offers. */
export const SORTS: ReadonlyArray<Sort> = (
  ["featured", "newest", "price-asc", "price-desc", "rating", "name"] as const
).map((key) => ({ key, label: SORT_LABELS[key] }));

/** The sorts a list offers whose own order is `own`: the usual ones, and `own` first where it is another. */
export function sortsWith(own: SortKey): ReadonlyArray<Sort> {
  return SORTS.some(({ key }) => key === own) ? SORTS : [{ key: own, label: SORT_LABELS[own] }, ...SORTS];
}

/** The sorts of a search, whose own order is the best match first. */
export const SEARCH_SORTS: ReadonlyArray<Sort> = SORTS.map((sort) =>
  sort.key === "featured" ? { ...sort, label: "Best match" } : sort,
);

/** The sort that `text` names, else `otherwise`. */
export function sortKey(text: string | null | undefined, otherwise: SortKey): SortKey {
  return text && Object.hasOwn(SORT_LABELS, text) ? (text as SortKey) : otherwise;
}

/** The page number that `text` names: whole, 1 or more, else 1. */
export function pageNumber(text: string | null | undefined): number {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

/** Which products a list is of. */
export type ListingScope =
  /** Everything in the category and below it. */
  | Readonly<{ kind: "category"; categoryId: number }>
  | Readonly<{ kind: "brand"; brandId: number }>
  /** First published within the last `days` days of the shop's calendar. */
  | Readonly<{ kind: "new"; days: number }>
  /** Came back within the days that the settings say. "newest" is the newest return first. */
  | Readonly<{ kind: "back-in-stock" }>
  | Readonly<{ kind: "all" }>
  /** The `count` products that were published last, of whatever date. */
  | Readonly<{ kind: "newest"; count: number }>
  /** What in the category meets the wish, and is safe at its age. */
  | Readonly<{ kind: "gifts"; categoryId: number; wish: GiftWish }>
  /** These, in this order when sorted by "featured". */
  | Readonly<{ kind: "ids"; productIds: ReadonlyArray<number> }>;

/** A card as a long list sends it to the browser: without what no card of a list shows. */
export type ListedProduct = Omit<ProductCard, "brandName">;

export type Listing = Readonly<{
  products: ReadonlyArray<ProductCard>;
  /** Products on all pages. */
  total: number;
  /** From 1; never above `pageCount`. */
  page: number;
  /** At least 1. */
  pageCount: number;
  sort: SortKey;
}>;

/** "No products", "1 product", "3 products" (reading 23). `many` holds {n}. */
export function productsLabel(
  count: number,
  labels: Readonly<{ none: string; one: string; many: string }>,
): string {
  if (count === 0) return labels.none;
  return count === 1 ? labels.one : labels.many.replace("{n}", String(count));
}
