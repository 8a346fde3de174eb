/** A row is a product or a variant; products stand in the order of their ids, and the position is the ordinal. */
import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import type { FilterKey } from "#app/models/listing/filter.ts";

import { EMPTY_SET, placeIn, type ProductSet } from "./product-id-set.ts";

/** At most one value for each variant; all other filters belong to products. */
export const VARIANT_FILTERS = ["colour", "stock", "sale"] as const;
export type VariantFilter = (typeof VARIANT_FILTERS)[number];

export const NONE = -1;

/** Prices in minor units, ages in months, weights in grams, times in milliseconds since 1970. */
export const PRODUCT_NUMBERS = [
  "id",
  /** Of its name. */
  "hash",
  "brandId",
  "createdAt",
  /** `NONE` if nothing came back. */
  "returnedAt",
  "isAvailable",
  "isFeatured",
  "ratingHundredths",
  "ratingCount",
  "sortPriceMinor",
  "ageMinMonths",
  "ageMaxMonths",
  "suitableFromMonths",
  "weightG",
  /** Of its variants; both `NONE` without variants. */
  "lowestMinor",
  "highestMinor",
] as const;
export type ProductNumber = (typeof PRODUCT_NUMBERS)[number];

/** Times need more than 32 bits. */
export const TIMES: ReadonlySet<ProductNumber> = new Set(["createdAt", "returnedAt"]);

export type Numbers = Int32Array | Float64Array;

/** Only a patch writes into them. */
export type ListingColumns = Readonly<{
  count: number;
  product: Readonly<Record<ProductNumber, Numbers>>;
  categories: ReadonlyMap<number, ProductSet>;
  values: Readonly<Record<FilterKey, Map<string, ProductSet>>>;
  /** The variants of product n are those from `variantStart[n]` up to, but without, `variantStart[n + 1]`. */
  variantStart: Int32Array;
  variantIds: Int32Array;
  variantPrices: Int32Array;
  /** 0 for no value, else the index in `codes` plus 1. */
  variantValues: Readonly<Record<VariantFilter, Uint16Array>>;
  codes: Readonly<Record<VariantFilter, ReadonlyArray<string>>>;
}>;

export function ordinalOf({ product: { id: ids } }: ListingColumns, id: number): number | null {
  const place = placeIn(ids, id);
  return ids[place] === id ? place : null;
}

export function withValue({ values }: ListingColumns, key: FilterKey, value: string): ProductSet {
  return values[key].get(value) ?? EMPTY_SET;
}

export function isVariantFilter(key: FilterKey): key is VariantFilter {
  return (VARIANT_FILTERS as ReadonlyArray<FilterKey>).includes(key);
}

function priceRange({ variants }: Pick<ProductFacts, "variants">): [lowest: number, highest: number] {
  if (variants.length === 0) return [NONE, NONE];
  const prices = variants.map(({ priceMinor }) => priceMinor);
  return [Math.min(...prices), Math.max(...prices)];
}

/** 32 bits; it is enough to see that a name is another. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

export function numbersOf(facts: ProductFacts): Readonly<Record<ProductNumber, number>> {
  const [lowestMinor, highestMinor] = priceRange(facts);
  return {
    id: facts.id,
    hash: hashOf(facts.name),
    brandId: facts.brandId,
    createdAt: Date.parse(facts.createdAt),
    returnedAt: facts.returnedAt === null ? NONE : Date.parse(facts.returnedAt),
    isAvailable: Number(facts.isAvailable),
    isFeatured: Number(facts.isFeatured),
    ratingHundredths: facts.ratingHundredths,
    ratingCount: facts.ratingCount,
    sortPriceMinor: facts.sortPriceMinor,
    ageMinMonths: facts.ageMinMonths ?? NONE,
    ageMaxMonths: facts.ageMaxMonths ?? NONE,
    suitableFromMonths: facts.suitableFromMonths ?? NONE,
    weightG: facts.weightG ?? NONE,
    lowestMinor,
    highestMinor,
  };
}
