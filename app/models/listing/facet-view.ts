import { minorPerUnit } from "#app/models/shared/currency.ts";
import { formatShortMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

import type { FacetCounts } from "./facet.ts";
import {
  type FacetKey,
  FACETS,
  type FacetWord,
  filterParams,
  type Filters,
  type Param,
  type FacetVocabulary,
} from "./facet.ts";

const VALUES_SHOWN_MAX = 30;
const PROMOTED_MAX = 4;

export type FacetValueView = FacetWord & Readonly<{ value: string; count: number; isChosen: boolean }>;

export type FacetView = Readonly<{
  key: FacetKey;
  label: string;
  look: (typeof FACETS)[number]["look"];
  values: ReadonlyArray<FacetValueView>;
}>;

type Viewing = Readonly<{
  /** Without filters: they decide what is offered and in which order. */
  all: FacetCounts;
  now: FacetCounts;
  total: number;
  filters: Filters;
  vocabulary: FacetVocabulary;
}>;

/** The order of values does not depend on the choice; a chosen value that the list does not have stands with 0. */
export function facetViews(viewing: Viewing): ReadonlyArray<FacetView> {
  return FACETS.flatMap((facet) => {
    const { key, label, look } = facet;
    const isUsed = (viewing.filters.values[key] ?? []).length > 0;
    if (!isUsed && !isWorthOffering(facet, viewing)) return [];
    return [{ key, label, look, values: valueViews(facet, viewing) }];
  });
}

type FacetRule = (typeof FACETS)[number];

function isWorthOffering({ key, common }: FacetRule, { all, total }: Viewing): boolean {
  const counts = [...all.values[key].values()];
  const isDividing = counts.some((count) => count < total);
  return isDividing && counts.reduce((sum, count) => sum + count, 0) >= total * common;
}

function valueViews({ key, order }: FacetRule, viewing: Viewing): ReadonlyArray<FacetValueView> {
  const { all, now, filters, vocabulary } = viewing;
  const chosen = filters.values[key] ?? [];
  const countIn = (counts: FacetCounts, value: string) => counts.values[key].get(value) ?? 0;
  const present = [...vocabulary[key]].filter(([value]) => countIn(all, value) > 0 || chosen.includes(value));
  const inOrder =
    order === "given"
      ? present
      : present.sort(
          ([one, { label }], [other, { label: otherLabel }]) =>
            countIn(all, other) - countIn(all, one) || (label < otherLabel ? -1 : 1),
        );
  return inOrder
    .filter(([value], place) => place < VALUES_SHOWN_MAX || chosen.includes(value))
    .map(([value, word]) => ({
      ...word,
      value,
      count: countIn(now, value),
      isChosen: chosen.includes(value),
    }));
}

export type FilterLink = Readonly<{ label: string; count?: number; params: ReadonlyArray<Param> }>;

export function appliedFilters(
  filters: Filters,
  vocabulary: FacetVocabulary,
  format: PriceFormat,
): ReadonlyArray<FilterLink> {
  const all = filterParams(filters, format);
  return all.map(([name, value]) => ({
    label: filterLabel([name, value], vocabulary, format),
    params: all.filter((param) => param[0] !== name || param[1] !== value),
  }));
}

const FILTERS_IN_TITLE_MAX = 3;

export function narrowedTitle(title: string, filters: ReadonlyArray<string>): string {
  if (filters.length === 0) return title;
  const named = filters.slice(0, FILTERS_IN_TITLE_MAX);
  const others = filters.length - named.length;
  return `${title}, filtered: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

function filterLabel([name, value]: Param, vocabulary: FacetVocabulary, format: PriceFormat): string {
  if (name === "min") return `From ${priceLabel(value, format)}`;
  if (name === "max") return `Up to ${priceLabel(value, format)}`;
  return vocabulary[name as FacetKey].get(value)?.label ?? value;
}

function priceLabel(value: string, format: PriceFormat): string {
  return formatShortMoney(money(readAmount(value, format) ?? 0, format.currency), format.locale);
}

/** Each finds some of a list's products, but not all. */
const PROMOTED: ReadonlyArray<readonly [FacetKey, string]> = [
  ["stock", "in-stock"],
  ["sale", "yes"],
  ["delivery", "free"],
  ["birth", "yes"],
];

export function promotedFilters(
  facets: ReadonlyArray<FacetView>,
  filters: Filters,
  { total, format }: Readonly<{ total: number; format: PriceFormat }>,
): ReadonlyArray<FilterLink> {
  return PROMOTED.flatMap(([key, value]) => {
    const view = facets.find((facet) => facet.key === key)?.values.find((one) => one.value === value);
    const isUsed = (filters.values[key] ?? []).length > 0;
    if (!view || isUsed || view.count === 0 || view.count >= total) return [];
    const params = filterParams({ ...filters, values: { ...filters.values, [key]: [value] } }, format);
    return [{ label: view.label, count: view.count, params }];
  }).slice(0, PROMOTED_MAX);
}

export function priceHints(
  prices: FacetCounts["prices"],
  format: PriceFormat,
): Readonly<{ min: string; max: string }> | null {
  if (!prices) return null;
  const unit = minorPerUnit(format.currency);
  return {
    min: amountField(Math.floor(prices.minMinor / unit) * unit, format),
    max: amountField(Math.ceil(prices.maxMinor / unit) * unit, format),
  };
}
