/**
 * All filters of variants must hold for one variant: a single one is a set of products, several are checked variant by
 * variant.
 */
import type { FilterCounts } from "#app/models/listing/filter.ts";
import { FILTERS, type FilterKey, type Filters } from "#app/models/listing/filter.ts";
import {
  isVariantFilter,
  type ListingColumns,
  NONE,
  type VariantFilter,
  withValue,
  VARIANT_FILTERS,
} from "./columns.ts";
import { anyOf, both, counterIn, eachOf, onlyIf, type ProductSet } from "./product-id-set.ts";

export type Listed = Readonly<{ matches: ProductSet; counts: FilterCounts }>;

export function countListed(columns: ListingColumns, scope: ProductSet, filters: Filters): Listed {
  const asking = new Asking(columns, scope, filters);
  const matches = asking.meeting(null);
  const values = FILTERS.map(({ key }) => [key, valueCounts(asking, key, matches)] as const);
  return {
    matches,
    counts: {
      values: Object.fromEntries(values) as FilterCounts["values"],
      prices: priceSpan(asking, matches),
    },
  };
}

/** 0 if no variant does. */
export function firstMatch(columns: ListingColumns, ordinal: number, filters: Filters): number {
  const at = newVariantTest(columns, filters, null).firstOf(ordinal);
  return at === null ? 0 : (columns.variantIds[at] ?? 0);
}

type Part = FilterKey | "price";

class Asking {
  readonly columns: ListingColumns;
  readonly filters: Filters;
  readonly scope: ProductSet;
  readonly #counters = new Map<ProductSet, (other: ProductSet) => number>();
  readonly #wanted: ReadonlyArray<readonly [FilterKey, ProductSet]>;

  constructor(columns: ListingColumns, scope: ProductSet, filters: Filters) {
    this.columns = columns;
    this.filters = filters;
    this.scope = scope;
    this.#wanted = FILTERS.flatMap(({ key }) => {
      const values = filters.values[key];
      if (!values?.length) return [];
      const sets = values.map((value) => withValue(columns, key, value));
      return [[key, anyOf(sets, columns.count)] as const];
    });
  }

  isRequested(part: Part): boolean {
    const { values, minMinor, maxMinor } = this.filters;
    return part === "price" ? minMinor !== null || maxMinor !== null : Boolean(values[part]?.length);
  }

  meeting(without: Part | null): ProductSet {
    const rough = this.roughly(without);
    const test = newVariantTest(this.columns, this.filters, without);
    if (!test.isNeeded) return rough;
    return onlyIf(rough, (ordinal) => test.firstOf(ordinal) !== null, this.columns.count);
  }

  /** Each filter may be met by another variant. */
  roughly(without: Part | null): ProductSet {
    return this.#wanted
      .filter(([key]) => key !== without)
      .reduce((set, [, target]) => both(set, target, this.columns.count), this.scope);
  }

  counterIn(set: ProductSet): (other: ProductSet) => number {
    const counter = this.#counters.get(set) ?? counterIn(set, this.columns.count);
    this.#counters.set(set, counter);
    return counter;
  }

  testWithout(without: Part): VariantTest {
    return newVariantTest(this.columns, this.filters, without);
  }
}

function valueCounts(asking: Asking, key: FilterKey, matches: ProductSet): ReadonlyMap<string, number> {
  if (isVariantFilter(key) && asking.testWithout(key).conditions > 0) return variantCounts(asking, key);
  const set = asking.isRequested(key) ? asking.meeting(key) : matches;
  const countIn = asking.counterIn(set);
  const counts = new Map<string, number>();
  for (const [value, having] of asking.columns.values[key]) {
    const count = countIn(having);
    if (count > 0) counts.set(value, count);
  }
  return counts;
}

/** Each product once, for a value of a variant that meets all other conditions. */
function variantCounts(asking: Asking, key: VariantFilter): ReadonlyMap<string, number> {
  const { variantValues, codes, variantStart } = asking.columns;
  const test = asking.testWithout(key);
  const counts = new Int32Array(codes[key].length + 1);
  const last = new Int32Array(codes[key].length + 1).fill(-1);
  eachOf(asking.roughly(key), (ordinal) => {
    const end = variantStart[ordinal + 1] ?? 0;
    for (let at = variantStart[ordinal] ?? 0; at < end; at += 1) {
      const code = variantValues[key][at] ?? 0;
      if (last[code] === ordinal || !test.isMet(at)) continue;
      last[code] = ordinal;
      counts[code] = (counts[code] ?? 0) + 1;
    }
  });
  return new Map(
    codes[key].flatMap((value, place) => {
      const count = counts[place + 1] ?? 0;
      return count > 0 ? [[value, count] as const] : [];
    }),
  );
}

function priceSpan(asking: Asking, matches: ProductSet): FilterCounts["prices"] {
  const { columns } = asking;
  const test = asking.testWithout("price");
  const products = asking.isRequested("price") ? asking.roughly("price") : matches;
  const span = { minMinor: Infinity, maxMinor: -Infinity };
  const note = (lowest: number, highest: number) => {
    if (lowest < span.minMinor) span.minMinor = lowest;
    if (highest > span.maxMinor) span.maxMinor = highest;
  };
  const { lowestMinor, highestMinor } = columns.product;
  eachOf(products, (ordinal) => {
    if (test.conditions > 0) {
      test.eachOf(ordinal, (at) => note(columns.variantPrices[at] ?? 0, columns.variantPrices[at] ?? 0));
    } else if (lowestMinor[ordinal] !== NONE) note(lowestMinor[ordinal] ?? 0, highestMinor[ordinal] ?? 0);
  });
  return span.minMinor > span.maxMinor ? null : span;
}

type VariantTest = ReturnType<typeof newVariantTest>;

function newVariantTest(columns: ListingColumns, filters: Filters, without: FilterKey | "price" | null) {
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
  // Not needed where products are enough: for a single value and no price.
  return { conditions, isNeeded: conditions > 1 || price !== null, isMet, firstOf, eachOf };
}

type Check = (at: number) => boolean;

function valueChecks(columns: ListingColumns, { values }: Filters, without: string | null): Array<Check> {
  return VARIANT_FILTERS.flatMap((key): Array<Check> => {
    const requested = key === without ? [] : (values[key] ?? []);
    if (requested.length === 0) return [];
    const isRequested = Uint8Array.from([
      0,
      ...columns.codes[key].map((value) => Number(requested.includes(value))),
    ]);
    const column = columns.variantValues[key];
    return [(at) => isRequested[column[at] ?? 0] === 1];
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
