/** Filters and counts over products as objects, variant by variant: slow, plain, and what the columns must equal. */
import type { FilterCounts, VariantFacts } from "#app/models/listing/filter.ts";
import { FILTERS, type FilterKey, type FilterValues, type Filters } from "#app/models/listing/filter.ts";

/** What can be filtered of a product: what is true of all of it, and what only of its variants. */
export type Filterable = Readonly<{ values: FilterValues; variants: ReadonlyArray<VariantFacts> }>;

type Found<Product> = Readonly<{
  /** In the given order, each with the first variant that meets all filters. */
  matches: ReadonlyArray<Readonly<{ product: Product; variantId: number }>>;
  counts: FilterCounts;
}>;

type Part = FilterKey | "price";

/**
 * The products of which one variant meets all filters: any value of a filter, all filters together, and all of that by
 * one and the same variant. A value's count is what the list would hold with only that value of its filter.
 */
export function findMatches<Product extends Filterable>(
  products: ReadonlyArray<Product>,
  filters: Filters,
): Found<Product> {
  const requested = requestedFilterKeys(filters);
  const tally = new Tally();
  const matches: Array<Readonly<{ product: Product; variantId: number }>> = [];
  products.forEach((product, at) => {
    let shown: number | null = null;
    for (const variant of product.variants) {
      const failed = failures(product, variant, { filters, requested });
      if (failed === "several") continue;
      if (failed === null) shown ??= variant.id;
      tally.add(at, { product, variant }, failed);
    }
    if (shown !== null) matches.push({ product, variantId: shown });
  });
  return { matches, counts: tally.counts() };
}

type Requested = ReadonlyArray<readonly [FilterKey, ReadonlySet<string>]>;

function requestedFilterKeys({ values }: Filters): Requested {
  return FILTERS.flatMap(({ key }) => (values[key]?.length ? [[key, new Set(values[key])] as const] : []));
}

const NOTHING: ReadonlyArray<string> = [];

function valuesOf(product: Filterable, variant: VariantFacts, key: FilterKey): ReadonlyArray<string> {
  return variant.values[key] ?? product.values[key] ?? NOTHING;
}

type Criteria = Readonly<{ filters: Filters; requested: Requested }>;

/** The one part of the filters that the variant does not meet; null when it meets all. */
function failures(
  product: Filterable,
  variant: VariantFacts,
  { filters, requested }: Criteria,
): Part | "several" | null {
  let failed: Part | null = isPriced(variant, filters) ? null : "price";
  for (const [key, target] of requested) {
    if (valuesOf(product, variant, key).some((value) => target.has(value))) continue;
    if (failed !== null) return "several";
    failed = key;
  }
  return failed;
}

function isPriced({ priceMinor }: VariantFacts, { minMinor, maxMinor }: Filters): boolean {
  return (minMinor === null || priceMinor >= minMinor) && (maxMinor === null || priceMinor <= maxMinor);
}

/** Counts each product once for a value, however many of its variants have it. */
class Tally {
  readonly #counts = new Map(
    FILTERS.map(({ key }) => [key, new Map<string, { count: number; last: number }>()]),
  );
  #minMinor = Infinity;
  #maxMinor = -Infinity;

  /** The variant meets all filters, or all but `failed`: then it counts for that one alone. */
  add(
    at: number,
    { product, variant }: Readonly<{ product: Filterable; variant: VariantFacts }>,
    failed: Part | null,
  ): void {
    if (failed === null || failed === "price") {
      this.#minMinor = Math.min(this.#minMinor, variant.priceMinor);
      this.#maxMinor = Math.max(this.#maxMinor, variant.priceMinor);
    }
    for (const [key, counts] of this.#counts) {
      if (failed !== null && failed !== key) continue;
      for (const value of valuesOf(product, variant, key)) {
        const entry = counts.get(value);
        if (!entry) counts.set(value, { count: 1, last: at });
        else if (entry.last !== at) {
          entry.count += 1;
          entry.last = at;
        }
      }
    }
  }

  counts(): FilterCounts {
    const values: Partial<Record<FilterKey, ReadonlyMap<string, number>>> = {};
    for (const [key, counts] of this.#counts) {
      values[key] = new Map([...counts].map(([value, { count }]) => [value, count]));
    }
    return {
      values: values as FilterCounts["values"],
      prices: this.#minMinor > this.#maxMinor ? null : { minMinor: this.#minMinor, maxMinor: this.#maxMinor },
    };
  }
}
