import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { SORT_LABELS, type SortKey } from "#app/models/catalogue/sort-key.ts";

import type { GiftAnswers } from "./gift-finder.ts";

export const PAGE_SIZE = 24;

export type Sort = Readonly<{ key: SortKey; label: string }>;

export const SORTS: ReadonlyArray<Sort> = (
  ["featured", "newest", "price-asc", "price-desc", "rating", "name"] as const
).map((key) => ({ key, label: SORT_LABELS[key] }));

export function sortsWith(own: SortKey): ReadonlyArray<Sort> {
  return SORTS.some(({ key }) => key === own) ? SORTS : [{ key: own, label: SORT_LABELS[own] }, ...SORTS];
}

export const SEARCH_SORTS: ReadonlyArray<Sort> = SORTS.map((sort) =>
  sort.key === "featured" ? { ...sort, label: "Best match" } : sort,
);

export type ListingScope =
  | Readonly<{ kind: "category"; categoryId: number }>
  | Readonly<{ kind: "brand"; brandId: number }>
  | Readonly<{ kind: "new"; days: number }>
  /** Came back within the days of the settings; "newest" is the newest return first. */
  | Readonly<{ kind: "back-in-stock" }>
  | Readonly<{ kind: "all" }>
  | Readonly<{ kind: "newest"; count: number }>
  | Readonly<{ kind: "gifts"; categoryId: number; answers: GiftAnswers }>
  | Readonly<{ kind: "ids"; productIds: ReadonlyArray<number> }>;

export type ListedProduct = Omit<ProductSummary, "brandName"> &
  Readonly<{
    /** What the visitor's remembered boot says of it: "Fits your boot, folded". */
    bootFit?: string;
  }>;

export type Listing = Readonly<{
  products: ReadonlyArray<ProductSummary>;
  total: number;
  page: number;
  pageCount: number;
  sort: SortKey;
}>;

/** `many` holds {n} (requirement listing-4). */
export function productsLabel(
  count: number,
  labels: Readonly<{ none: string; one: string; many: string }>,
): string {
  if (count === 0) return labels.none;
  return count === 1 ? labels.one : labels.many.replace("{n}", String(count));
}
