/** Writes what changed of a product into the columns. */
import type { ProductFacts } from "#app/models/listing/facet-values.ts";

import { valuesIn } from "./build.ts";
import {
  type ListingColumns,
  numbersOf,
  PRODUCT_NUMBERS,
  type ProductNumber,
  VARIANT_FACETS,
} from "./columns.ts";
import { EMPTY_SET, isIn, withMember } from "./product-id-set.ts";

/** What lists are made of: a product in which one of these changed is not patched, all is read anew. */
const FIXED: ReadonlyArray<ProductNumber> = [
  "id",
  "brandId",
  "createdAt",
  "ageMinMonths",
  "ageMaxMonths",
  "suitableFromMonths",
];

/** True when the product at `ordinal` can become `facts` where it stands: its categories and variants are the same. */
export function canPatch(columns: ListingColumns, ordinal: number, facts: ProductFacts): boolean {
  const numbers = numbersOf(facts);
  const { variantStart, variantIds, codes } = columns;
  const start = variantStart[ordinal] ?? 0;
  const count = (variantStart[ordinal + 1] ?? 0) - start;
  return (
    FIXED.every((name) => columns.product[name][ordinal] === numbers[name]) &&
    hasCategories(columns, ordinal, facts) &&
    count === facts.variants.length &&
    facts.variants.every(({ id, values }, place) => {
      const isKnown = VARIANT_FACETS.every(
        (key) => values[key]?.every((value) => codes[key].includes(value)) ?? true,
      );
      return isKnown && variantIds[start + place] === id;
    })
  );
}

function hasCategories(
  { categories }: ListingColumns,
  ordinal: number,
  { categoryIds }: ProductFacts,
): boolean {
  const now = new Set(categoryIds);
  for (const [id, set] of categories) if (isIn(set, ordinal) !== now.has(id)) return false;
  return [...now].every((id) => categories.has(id));
}

/** Writes `facts` into the row of the product at `ordinal`; only where `canPatch`. */
export function patchProduct(columns: ListingColumns, ordinal: number, facts: ProductFacts): void {
  const numbers = numbersOf(facts);
  for (const name of PRODUCT_NUMBERS) columns.product[name][ordinal] = numbers[name];
  patchValues(columns, ordinal, facts);
  const start = columns.variantStart[ordinal] ?? 0;
  for (const [place, { priceMinor, values }] of facts.variants.entries()) {
    columns.variantPrices[start + place] = priceMinor;
    for (const key of VARIANT_FACETS) {
      const value = values[key]?.[0];
      columns.variantValues[key][start + place] =
        value === undefined ? 0 : columns.codes[key].indexOf(value) + 1;
    }
  }
}

function patchValues({ values, count }: ListingColumns, ordinal: number, facts: ProductFacts): void {
  const now = new Set(valuesIn(facts).map(([key, value]) => `${key} ${value}`));
  for (const [key, value] of valuesIn(facts)) if (!values[key].has(value)) values[key].set(value, EMPTY_SET);
  for (const key of Object.keys(values) as Array<keyof typeof values>) {
    for (const [value, set] of values[key]) {
      const isMember = now.has(`${key} ${value}`);
      values[key].set(value, withMember(set, { ordinal, isMember }, count));
    }
  }
}
