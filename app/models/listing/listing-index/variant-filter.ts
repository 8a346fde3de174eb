/** Holds variants against what is asked of them. */
import type { FacetKey, Filters } from "#app/models/listing/facet.ts";

import { type ListingColumns, VARIANT_FACETS } from "./columns.ts";

export type VariantTest = Readonly<{
  /** How many things are asked of a variant. */
  conditions: number;
  /** False where it is enough that a product has what is asked: a single value, and no price. */
  isNeeded: boolean;
  /** True when the variant at this place meets all of them. */
  isMet: (at: number) => boolean;
  /** Place of the first variant of a product that does, or null. */
  firstOf: (ordinal: number) => number | null;
  /** Calls `visit` with the place of every variant of a product that does. */
  eachOf: (ordinal: number, visit: (at: number) => void) => void;
}>;

/** What `filters` ask of variants, but for what they ask of `without`. */
export function newVariantTest(
  columns: ListingColumns,
  filters: Filters,
  without: FacetKey | "price" | null,
): VariantTest {
  const checks = valueChecks(columns, filters, without);
  const price = without === "price" ? null : priceCheck(columns, filters);
  if (price) checks.push(price);
  const isMet = (at: number) => {
    for (const check of checks) if (!check(at)) return false;
    return true;
  };
  const { variantStart } = columns;
  const firstOf = (ordinal: number) => {
    const end = variantStart[ordinal + 1] ?? 0;
    for (let at = variantStart[ordinal] ?? 0; at < end; at += 1) if (isMet(at)) return at;
    return null;
  };
  const eachOf = (ordinal: number, visit: (at: number) => void) => {
    const end = variantStart[ordinal + 1] ?? 0;
    for (let at = variantStart[ordinal] ?? 0; at < end; at += 1) if (isMet(at)) visit(at);
  };
  const conditions = checks.length;
  return { conditions, isNeeded: conditions > 1 || price !== null, isMet, firstOf, eachOf };
}

type Check = (at: number) => boolean;

function valueChecks(columns: ListingColumns, { values }: Filters, without: string | null): Array<Check> {
  return VARIANT_FACETS.flatMap((key): Array<Check> => {
    const asked = key === without ? [] : (values[key] ?? []);
    if (asked.length === 0) return [];
    const isAsked = Uint8Array.from([0, ...columns.codes[key].map((value) => Number(asked.includes(value)))]);
    const column = columns.variantValues[key];
    return [(at) => isAsked[column[at] ?? 0] === 1];
  });
}

function priceCheck({ variantPrices }: ListingColumns, { minMinor, maxMinor }: Filters): Check | null {
  if (minMinor === null && maxMinor === null) return null;
  const [from, to] = [minMinor ?? 0, maxMinor ?? Infinity];
  return (at) => {
    const price = variantPrices[at] ?? 0;
    return price >= from && price <= to;
  };
}
