import { minorPerUnit } from "#app/models/shared/currency.ts";
import { formatShortMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";

import type { FilterCounts } from "./filter.ts";
import {
  type FilterKey,
  FILTERS,
  type FilterWord,
  filterParams,
  type Filters,
  type Param,
  type FilterVocabulary,
} from "./filter.ts";

const VALUES_SHOWN_MAX = 30;
const PROMOTED_MAX = 4;

export type FilterValueView = FilterWord & Readonly<{ value: string; count: number; isChosen: boolean }>;

export type FilterView = Readonly<{
  key: FilterKey;
  label: string;
  look: (typeof FILTERS)[number]["look"];
  values: ReadonlyArray<FilterValueView>;
}>;

type Viewing = Readonly<{
  /** Without filters: they decide what is offered and in which order. */
  all: FilterCounts;
  now: FilterCounts;
  total: number;
  filters: Filters;
  vocabulary: FilterVocabulary;
}>;

/** The order of values does not depend on the choice; a chosen value that the list does not have stands with 0. */
export function filterViews(viewing: Viewing): ReadonlyArray<FilterView> {
  return FILTERS.flatMap((filter) => {
    const { key, label, look } = filter;
    const isUsed = (viewing.filters.values[key] ?? []).length > 0;
    if (!isUsed && !isWorthOffering(filter, viewing)) return [];
    return [{ key, label, look, values: valueViews(filter, viewing) }];
  });
}

type FilterRule = (typeof FILTERS)[number];

function isWorthOffering({ key, common }: FilterRule, { all, total }: Viewing): boolean {
  const counts = [...all.values[key].values()];
  const isDividing = counts.some((count) => count < total);
  return isDividing && counts.reduce((sum, count) => sum + count, 0) >= total * common;
}

function valueViews({ key, order }: FilterRule, viewing: Viewing): ReadonlyArray<FilterValueView> {
  const { all, now, filters, vocabulary } = viewing;
  const chosen = filters.values[key] ?? [];
  const countIn = (counts: FilterCounts, value: string) => counts.values[key].get(value) ?? 0;
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
  vocabulary: FilterVocabulary,
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

function filterLabel([name, value]: Param, vocabulary: FilterVocabulary, format: PriceFormat): string {
  if (name === "min") return `From ${priceLabel(value, format)}`;
  if (name === "max") return `Up to ${priceLabel(value, format)}`;
  return vocabulary[name as FilterKey].get(value)?.label ?? value;
}

function priceLabel(value: string, format: PriceFormat): string {
  return formatShortMoney(money(readAmount(value, format) ?? 0, format.currency), format.locale);
}

/** Each finds some of a list's products, but not all. */
const PROMOTED: ReadonlyArray<readonly [FilterKey, string]> = [
  ["stock", "in-stock"],
  ["sale", "yes"],
  ["delivery", "free"],
  ["birth", "yes"],
];

export function promotedFilters(
  offered: ReadonlyArray<FilterView>,
  filters: Filters,
  { total, format }: Readonly<{ total: number; format: PriceFormat }>,
): ReadonlyArray<FilterLink> {
  return PROMOTED.flatMap(([key, value]) => {
    const view = offered.find((filter) => filter.key === key)?.values.find((one) => one.value === value);
    const isUsed = (filters.values[key] ?? []).length > 0;
    if (!view || isUsed || view.count === 0 || view.count >= total) return [];
    const params = filterParams({ ...filters, values: { ...filters.values, [key]: [value] } }, format);
    return [{ label: view.label, count: view.count, params }];
  }).slice(0, PROMOTED_MAX);
}

export function priceHints(
  prices: FilterCounts["prices"],
  format: PriceFormat,
): Readonly<{ min: string; max: string }> | null {
  if (!prices) return null;
  const unit = minorPerUnit(format.currency);
  return {
    min: amountField(Math.floor(prices.minMinor / unit) * unit, format),
    max: amountField(Math.ceil(prices.maxMinor / unit) * unit, format),
  };
}
