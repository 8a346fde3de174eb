/** Filters drawn by chance, and what they must find, reckoned the slow and obvious way. */
import fc from "#tests/support/fast-check.ts";

import type { VariantFacts } from "#app/models/listing/filter.ts";
import { FILTERS, type FilterKey, type Filters } from "#app/models/listing/filter.ts";

import type { Filterable } from "./filter-oracle.ts";

/** Any filters over `values`: some filters, some of their values, a price or none. */
export function anyFilters(
  values: Readonly<Record<FilterKey, ReadonlyArray<string>>>,
  dearestMinor: number,
): fc.Arbitrary<Filters> {
  const filters = FILTERS.map(({ key }) =>
    fc.option(
      fc.subarray([...values[key]], {
        minLength: Math.min(1, values[key].length),
        maxLength: Math.min(4, values[key].length),
      }),
      { nil: null, freq: 3 },
    ),
  );
  const price = fc.option(fc.integer({ min: 0, max: dearestMinor }), { nil: null, freq: 3 });
  return fc.tuple(fc.tuple(...filters), price, price).map(([chosen, one, other]) => ({
    values: Object.fromEntries(
      FILTERS.flatMap(({ key }, place) => (chosen[place]?.length ? [[key, chosen[place]] as const] : [])),
    ),
    minMinor: one === null || other === null ? one : Math.min(one, other),
    maxMinor: one === null || other === null ? other : Math.max(one, other),
  }));
}

/** True when one variant of `product` meets the filters. */
export function isFound(product: Filterable, filters: Filters): boolean {
  return product.variants.some((variant) => meets(product, variant, filters));
}

/** How many of `products` the list would hold with only that value of the filter `key`, by value. */
export function countsOf(
  products: ReadonlyArray<Filterable>,
  filters: Filters,
  key: FilterKey,
): ReadonlyMap<string, number> {
  const others: Filters = { ...filters, values: { ...filters.values, [key]: undefined } };
  const counts = new Map<string, number>();
  for (const product of products) {
    const met = product.variants.filter((variant) => meets(product, variant, others));
    const values = new Set(met.flatMap((variant) => [...valuesOf(product, variant, key)]));
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function meets(product: Filterable, variant: VariantFacts, filters: Filters): boolean {
  const { minMinor, maxMinor, values } = filters;
  if (minMinor !== null && variant.priceMinor < minMinor) return false;
  if (maxMinor !== null && variant.priceMinor > maxMinor) return false;
  return FILTERS.every(({ key }) => {
    const requested = values[key];
    return !requested || valuesOf(product, variant, key).some((value) => requested.includes(value));
  });
}

/** A filter is of the product or of its variants, never of both. */
function valuesOf(product: Filterable, variant: VariantFacts, key: FilterKey): ReadonlyArray<string> {
  return product.values[key] ?? variant.values[key] ?? [];
}
