import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

const VALUES_MAX = 20;
const VALUE_MAX_CHARACTERS = 60;
/**
 * In the order of the page; a key is its name in addresses and never changes. "given" values stand in a fixed order,
 * "count" ones by their number of products.
 */
export const FILTERS = [
  { key: "age", label: "Age", look: "ages", order: "given", common: 0 },
  { key: "colour", label: "Colour", look: "swatches", order: "count", common: 0 },
  { key: "brand", label: "Brand", look: "checks", order: "count", common: 0 },
  { key: "folded", label: "Folded width", look: "checks", order: "given", common: 0.2 },
  { key: "mattress", label: "Mattress size", look: "checks", order: "given", common: 0.2 },
  { key: "wood", label: "Wood", look: "checks", order: "count", common: 0.2 },
  { key: "material", label: "Material", look: "checks", order: "count", common: 0 },
  { key: "stock", label: "Availability", look: "checks", order: "given", common: 0 },
  { key: "birth", label: "From birth", look: "flag", order: "given", common: 0 },
  { key: "sale", label: "On sale", look: "flag", order: "given", common: 0 },
  { key: "delivery", label: "Free delivery", look: "flag", order: "given", common: 0 },
] as const satisfies ReadonlyArray<FilterRule>;

type FilterRule = Readonly<{
  key: string;
  label: string;
  look: "ages" | "swatches" | "checks" | "flag";
  order: "given" | "count";
  common: number;
}>;

export type FilterKey = (typeof FILTERS)[number]["key"];

export type FilterValues = Readonly<Partial<Record<FilterKey, ReadonlyArray<string>>>>;

/** Any of a filter's values, all filters together. */
export type Filters = Readonly<{
  values: FilterValues;
  /** Both included; null for no limit. */
  minMinor: number | null;
  maxMinor: number | null;
}>;

/** `without`: filters that the list does not have. */
export type RequestedFilters = Filters & Readonly<{ without?: ReadonlyArray<FilterKey> }>;

export const NO_FILTERS: Filters = { values: {}, minMinor: null, maxMinor: null };

export type FilterWord = Readonly<{ label: string; hex?: string }>;

export type FilterVocabulary = Readonly<Record<FilterKey, ReadonlyMap<string, FilterWord>>>;

/**
 * Invalid, too long and too many values are ignored, a reversed price range is turned round, and prices are read as
 * `format` writes them.
 */
export function requestedFilters(
  query: URLSearchParams,
  format: PriceFormat,
  without: ReadonlyArray<FilterKey> = [],
): RequestedFilters {
  const values: Partial<Record<FilterKey, ReadonlyArray<string>>> = {};
  for (const { key } of FILTERS) {
    if (without.includes(key)) continue;
    const requested = query
      .getAll(key)
      .slice(0, VALUES_MAX)
      .filter((value) => value.length <= VALUE_MAX_CHARACTERS);
    if (requested.length > 0) values[key] = [...new Set(requested)].sort();
  }
  const [min, max] = [readAmount(query.get("min"), format), readAmount(query.get("max"), format)];
  const isTurned = min !== null && max !== null && min > max;
  return { values, minMinor: isTurned ? max : min || null, maxMinor: isTurned ? min : max, without };
}

/** Without values that nothing in the shop has (requirement listing-5). */
export function knownFilters(
  { values: all, minMinor, maxMinor }: Filters,
  vocabulary: FilterVocabulary,
): Filters {
  const known = FILTERS.flatMap(({ key }) => {
    const values = all[key]?.filter((value) => vocabulary[key].has(value)) ?? [];
    return values.length > 0 ? [[key, values] as const] : [];
  });
  return { values: Object.fromEntries(known), minMinor, maxMinor };
}

export type Param = readonly [name: string, value: string];

export function filterKey({ values, minMinor, maxMinor }: Filters): string {
  return JSON.stringify([FILTERS.map(({ key }) => values[key] ?? []), minMinor, maxMinor]);
}

/** Always in the same order, with prices as `format` writes them. */
export function filterParams(
  { values, minMinor, maxMinor }: Filters,
  format: PriceFormat,
): ReadonlyArray<Param> {
  return [
    ...FILTERS.flatMap(({ key }) => (values[key] ?? []).map((value): Param => [key, value])),
    ...(minMinor === null ? [] : [["min", amountField(minMinor, format)] as const]),
    ...(maxMinor === null ? [] : [["max", amountField(maxMinor, format)] as const]),
  ];
}

export type VariantFacts = Readonly<{ id: number; priceMinor: number; values: FilterValues }>;

export type FilterCounts = Readonly<{
  /** A filter's own filters do not count. */
  values: Readonly<Record<FilterKey, ReadonlyMap<string, number>>>;
  /** Under all filters except the price; null without products. */
  prices: Readonly<{ minMinor: number; maxMinor: number }> | null;
}>;
