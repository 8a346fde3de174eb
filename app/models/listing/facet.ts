/** What lists of products can be narrowed by: the facets, what a shopper asks of them, and how addresses say it. */

/** Most values of one facet that an address is read for. */
const VALUES_MAX = 20;
/** Longest value, in characters, that is looked at. */
const VALUE_MAX_CHARACTERS = 60;
/** Dearest price that can be asked for, in whole minor units. */
const PRICE_MAX_MINOR = 99_999_999;

/**
 * Every facet in the order of the page. Its key is the name in addresses: those are kept for good. "given" values
 * stand in the order of the vocabulary, "count" ones by how many products of the list have them.
 */
export const FACETS = [
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
] as const satisfies ReadonlyArray<FacetRule>;

type FacetRule = Readonly<{
  key: string;
  label: string;
  look: "ages" | "swatches" | "checks" | "flag";
  order: "given" | "count";
  /** Share of a list's products that must say something about it before the list offers it. */
  common: number;
}>;

export type FacetKey = (typeof FACETS)[number]["key"];

/** Values of a product or a variant, by facet. Nothing stands for none. */
export type FacetValues = Readonly<Partial<Record<FacetKey, ReadonlyArray<string>>>>;

/** What a shopper narrows a list to: any of the values of a facet, all facets together. Prices in minor units. */
export type Filters = Readonly<{
  values: FacetValues;
  /** Lowest and highest price, both included; null for no limit. */
  minMinor: number | null;
  maxMinor: number | null;
}>;

/** Filters as an address asks for them, and the facets that the list does not have. */
export type AskedFilters = Filters & Readonly<{ without?: ReadonlyArray<FacetKey> }>;

export const NO_FILTERS: Filters = { values: {}, minMinor: null, maxMinor: null };

/** What a value is called, and the colour of its dot. */
export type FacetWord = Readonly<{ label: string; hex?: string }>;

/** Every value that the shop knows, by facet, in order. */
export type Vocabulary = Readonly<Record<FacetKey, ReadonlyMap<string, FacetWord>>>;

/**
 * The filters that `query` asks for. What is no filter, too long, too much or unreadable is not looked at; the lowest
 * price may be written as the highest. `without` are facets that the list does not have.
 */
export function askedFilters(query: URLSearchParams, without: ReadonlyArray<FacetKey> = []): AskedFilters {
  const values: Partial<Record<FacetKey, ReadonlyArray<string>>> = {};
  for (const { key } of FACETS) {
    if (without.includes(key)) continue;
    const asked = query
      .getAll(key)
      .slice(0, VALUES_MAX)
      .filter((value) => value.length <= VALUE_MAX_CHARACTERS);
    if (asked.length > 0) values[key] = [...new Set(asked)].sort();
  }
  const [min, max] = [priceAsked(query.get("min")), priceAsked(query.get("max"))];
  const isTurned = min !== null && max !== null && min > max;
  return { values, minMinor: isTurned ? max : min || null, maxMinor: isTurned ? min : max, without };
}

/** `asked` without values that nothing in the shop has. One that only this list has not stays: it finds nothing. */
export function knownFilters({ values: all, minMinor, maxMinor }: Filters, vocabulary: Vocabulary): Filters {
  const known = FACETS.flatMap(({ key }) => {
    const values = all[key]?.filter((value) => vocabulary[key].has(value)) ?? [];
    return values.length > 0 ? [[key, values] as const] : [];
  });
  return { values: Object.fromEntries(known), minMinor, maxMinor };
}

/** Whole minor units of an amount as people type it: "25", "£12.50", "1,200". Null for anything else. */
export function priceAsked(text: string | null): number | null {
  const typed = text?.trim() ?? "";
  const [, pounds, pence = ""] = /^£?\s?(\d{1,3}(?:,\d{3})*|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  if (pounds === undefined) return null;
  const minor = Number(pounds.replaceAll(",", "")) * 100 + Number(pence.padEnd(2, "0"));
  return minor <= PRICE_MAX_MINOR ? minor : null;
}

export type Param = readonly [name: string, value: string];

/** `filters` as parts of an address, always in the same order. */
export function filterParams({ values, minMinor, maxMinor }: Filters): ReadonlyArray<Param> {
  return [
    ...FACETS.flatMap(({ key }) => (values[key] ?? []).map((value): Param => [key, value])),
    ...(minMinor === null ? [] : [["min", priceText(minMinor)] as const]),
    ...(maxMinor === null ? [] : [["max", priceText(maxMinor)] as const]),
  ];
}

/** Minor units as they are typed: "50", "12.50". */
export function priceText(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2);
}
