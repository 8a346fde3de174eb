/** Each field is one text, so that versions can be compared and merged. */
import { type Day, isDay } from "#app/models/shared/local-date.ts";

import { DECLARED_NAMES } from "./declared-fields.ts";
import { alignedTo } from "./variant-facts.ts";

/** Each with code of its own; declared-fields.ts has the others. */
const OWN_FIELDS = [
  ...(["price", "sale", "otherPrices", "visibility", "images"] as const),
  ...(["ownPrices", "barcodes"] as const),
  ...(["ages", "warnings", "maker", "durability", "slug"] as const),
  ...(["category", "brand", "tax", "toy", "size"] as const),
] as const;

export const PRODUCT_FIELDS = [...DECLARED_NAMES, ...OWN_FIELDS];

export type ProductField = (typeof PRODUCT_FIELDS)[number];

/**
 * Amounts are in minor units, a tax in hundredths of a per cent; {@link saleText}, `imagesText`, `ownPricesText`,
 * `barcodesText`, safety-facts.ts and basic-facts.ts write the rest.
 */
export type ProductFields = Readonly<Record<ProductField, string>>;
export type ProductChanges = Readonly<Partial<Record<ProductField, string>>>;

const PRICE_FIELDS = [
  "price",
  "sale",
  "otherPrices",
  "ownPrices",
] as const satisfies ReadonlyArray<ProductField>;

export function isPriceField(field: ProductField): boolean {
  return (PRICE_FIELDS as ReadonlyArray<ProductField>).includes(field);
}

export function isOwnersField(field: ProductField): boolean {
  return isPriceField(field) || field === "tax";
}

/** "address": only whoever has the address of its page sees it. */
export const VISIBILITIES = ["everybody", "address", "nobody"] as const;

export type Visibility = (typeof VISIBILITIES)[number];

export function visibilityOf(row: Readonly<{ is_visible: number; is_unlisted: number }>): Visibility {
  if (row.is_visible === 1) return "everybody";
  return row.is_unlisted === 1 ? "address" : "nobody";
}

export const VISIBILITY_WORDS: Readonly<Record<Visibility, string>> = {
  everybody: "Everybody",
  address: "Only with its address",
  nobody: "Nobody",
};

/** Days are in the shop's time zone and included; null: from now on, or until somebody ends it. */
export type Sale = Readonly<{ minor: number; first: Day | null; last: Day | null }>;

/** "4600 2026-11-27 2026-11-30", with "-" for a day that is not given; "" without a sale. */
export function saleText(sale: Sale | null): string {
  return sale ? `${sale.minor} ${sale.first ?? "-"} ${sale.last ?? "-"}` : "";
}

export function saleOf(text: string): Sale | null {
  const [minor = "", first = "-", last = "-"] = text.split(" ");
  if (!/^[1-9]\d{0,9}$/.test(minor)) return null;
  return { minor: Number(minor), first: isDay(first) ? first : null, last: isDay(last) ? last : null };
}

export function isRunning({ first, last }: Sale, today: Day): boolean {
  return (first === null || first <= today) && (last === null || last >= today);
}

export function hasEnded({ last }: Sale, today: Day): boolean {
  return last !== null && last < today;
}

export function changesBetween(from: ProductChanges, to: ProductChanges): ProductChanges {
  const isKnown = (field: ProductField) => from[field] !== undefined && to[field] !== undefined;
  const differing = PRODUCT_FIELDS.filter((field) => isKnown(field) && from[field] !== to[field]);
  return Object.fromEntries(differing.map((field) => [field, to[field] ?? ""]));
}

const OF_VARIANTS = ["ownPrices", "barcodes"] as const satisfies ReadonlyArray<ProductField>;

/** `changes` may be older: variants may have come and gone since. */
export function fieldsWith(fields: ProductFields, changes: ProductChanges): ProductFields {
  const lists = OF_VARIANTS.map((field) => [field, alignedTo(fields[field], changes[field] ?? "")] as const);
  return { ...fields, ...changes, ...Object.fromEntries(lists) };
}

export function changedFields(changes: ProductChanges): ReadonlyArray<ProductField> {
  return PRODUCT_FIELDS.filter((field) => changes[field] !== undefined);
}

export type Merge = Readonly<{
  merged: ProductFields;
  conflicts: ReadonlyArray<ProductField>;
  yours: ReadonlyArray<ProductField>;
  theirs: ReadonlyArray<ProductField>;
}>;

export function mergeFields(
  typed: ProductFields,
  current: ProductFields,
  wasSame: (field: ProductField, text: string) => boolean,
): Merge {
  const differing = PRODUCT_FIELDS.filter((field) => typed[field] !== current[field]);
  const yours = differing.filter((field) => wasSame(field, current[field]));
  const theirs = differing.filter((field) => wasSame(field, typed[field]));
  const conflicts = differing.filter((field) => !yours.includes(field) && !theirs.includes(field));
  const merged = Object.fromEntries(
    PRODUCT_FIELDS.map((field) => [field, theirs.includes(field) ? current[field] : typed[field]]),
  ) as ProductFields;
  return { merged, conflicts, yours, theirs };
}
