import {
  type ProductChanges,
  saleText,
  type Visibility,
} from "#app/models/catalogue/editing/product-fields.ts";
import { type Currency, minorPerUnit, smallestStep } from "#app/models/shared/currency.ts";
import { type Day, isDay } from "#app/models/shared/local-date.ts";
import type { DeskStep } from "#app/models/staff/role.ts";

export type PriceRule = Readonly<{
  kind: "price" | "sale";
  /** Per cent: of a price up or down, of a sale off. */
  percent: number;
  /** True: to whole units of the currency, such as pounds. */
  isWhole: boolean;
  first: Day | null;
  last: Day | null;
}>;

const BULK_VISIBILITIES = ["everybody", "nobody"] as const satisfies ReadonlyArray<Visibility>;

export type VisibilityRule = Readonly<{
  kind: "visibility";
  visibility: (typeof BULK_VISIBILITIES)[number];
}>;

export type BulkRule = PriceRule | VisibilityRule;

export type BulkKind = BulkRule["kind"];

export function stepOf(kind: BulkKind): DeskStep {
  return kind === "visibility" ? "edit-products" : "publish-prices";
}

export function readVisibilityRule(text: string): VisibilityRule | null {
  const visibility = BULK_VISIBILITIES.find((each) => each === text);
  return visibility ? { kind: "visibility", visibility } : null;
}

/** From this many products, and beyond this many per cent, a second factor is needed. */
const CODE_FROM = { products: 21, percent: 30 } as const;

const PRICE_PERCENT_MAX = 200;
const PERCENT_MIN = -90;
const SALE_PERCENT_MAX = 90;

type Typed = Readonly<Record<string, string>> & Readonly<{ first?: string; last?: string }>;
type Read = Readonly<{ rule: PriceRule | null; errors: Readonly<Record<string, string>> }>;

/** From the inputs `kind`, `percent`, `round`, `first` and `last`. */
export function readPriceRule(typed: Typed, today: Day): Read {
  const kind = typed["kind"] === "sale" ? "sale" : "price";
  const percent = percentOf(typed["percent"] ?? "", kind);
  const { first = "", last = "" } = kind === "sale" ? typed : {};
  const errors = {
    ...(percent === null ? { percent: PERCENT_WORDS[kind] } : {}),
    ...dayErrors(first, last, today),
  };
  if (percent === null || Object.keys(errors).length > 0) return { rule: null, errors };
  const isWhole = typed["round"] !== "exact";
  return { rule: { kind, percent, isWhole, ...daysOf(first, last) }, errors };
}

function daysOf(first: string, last: string): Pick<PriceRule, "first" | "last"> {
  return { first: first || null, last: last || null };
}

function dayErrors(first: string, last: string, today: Day): Readonly<Record<string, string>> {
  const isLast = last === "" || (isDay(last) && last >= today && last >= first);
  return {
    ...(first === "" || isDay(first) ? {} : { first: "Type a day such as 2026-12-01" }),
    ...(isLast ? {} : { last: "Must be a day that is not over, and not before the first" }),
  };
}

const PERCENT_WORDS = {
  price: "Type per cent such as 5, or -5 to lower, but not 0",
  sale: "Type per cent off, from 1 to 90",
} as const;

function percentOf(text: string, kind: PriceRule["kind"]): number | null {
  const [, sign = "", digits = ""] =
    /^([+-]?)(\d{1,3}(?:[.,]\d)?)\s*%?$/.exec(text.trim().replace("−", "-")) ?? [];
  if (digits === "") return null;
  const percent = Number(`${sign === "-" ? "-" : ""}${digits.replace(",", ".")}`);
  const [least, most] = kind === "sale" ? [1, SALE_PERCENT_MAX] : [PERCENT_MIN, PRICE_PERCENT_MAX];
  return percent !== 0 && percent >= least && percent <= most ? percent : null;
}

/** In minor units; never less than the smallest amount. */
export function priceBy({ kind, percent, isWhole }: PriceRule, minor: number, currency: Currency): number {
  const step = isWhole ? minorPerUnit(currency) : smallestStep(currency);
  const exact = minor * (1 + (kind === "sale" ? -percent : percent) / 100);
  return Math.max(step, Math.round(exact / step) * step);
}

export function changesBy(rule: BulkRule, minor: number, currency: Currency): ProductChanges {
  if (rule.kind === "visibility") return { visibility: rule.visibility };
  const next = priceBy(rule, minor, currency);
  if (rule.kind === "price") return { price: String(next) };
  return { sale: saleText({ minor: next, first: rule.first, last: rule.last }) };
}

export function needsCode(rule: BulkRule, products: number): boolean {
  const isFar = rule.kind !== "visibility" && Math.abs(rule.percent) > CODE_FROM.percent;
  return products >= CODE_FROM.products || isFar;
}

/** "3 prices raised by 5%", "2 products hidden". */
export function bulkTitle(rule: BulkRule, count: number): string {
  const of = (one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  if (rule.kind === "visibility")
    return `${of("product")} ${rule.visibility === "nobody" ? "hidden" : "shown"}`;
  const { percent } = rule;
  if (rule.kind === "sale") return `${of("product")} on sale at ${percent}% off`;
  return `${of("price")} ${percent > 0 ? "raised" : "lowered"} by ${Math.abs(percent)}%`;
}
