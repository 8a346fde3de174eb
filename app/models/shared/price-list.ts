/**
 * An object with prices may have `prices`, which holds by currency the fields that differ there, as in `"price": 54,
 * "prices": { "EUR": { "price": 64 } }`. There are no exchange rates.
 */
import type { Currency } from "./currency.ts";
import { isRecord } from "./is-record.ts";

const PRICED: ReadonlySet<string> = new Set([
  "price",
  "sale_price",
  "retail_price",
  "price_history",
  "amount",
  "minimum_spend",
  "free_over",
  "free_standard_over",
  "surcharge",
  "wrap_fee",
  "wrap_free_over",
  "budgets",
  "basket_value_max",
]);

/** Each object has the fields of its price list in place of its own. */
export function pricedIn(value: unknown, currency: Currency): unknown {
  if (Array.isArray(value)) return value.map((item) => pricedIn(item, currency));
  if (!isRecord(value)) return value;
  const { prices, ...own } = value;
  const fields = { ...own, ...listOf(prices, currency) };
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, pricedIn(field, currency)]));
}

/** Paths such as "variants.0.prices.EUR.price"; zero is zero in any currency. */
export function missingPrices(value: unknown, currency: Currency): ReadonlyArray<string> {
  return missingIn(value, currency).map((path) => path.join("."));
}

function missingIn(value: unknown, currency: Currency): ReadonlyArray<ReadonlyArray<string>> {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => missingIn(item, currency).map((path) => [String(index), ...path]));
  }
  if (!isRecord(value)) return [];
  const list = listOf(value["prices"], currency);
  return Object.entries(value).flatMap(([key, field]) => {
    if (key === "prices") return [];
    if (!isPriced(key, value)) return missingIn(field, currency).map((path) => [key, ...path]);
    return costs(field) && !(key in list) ? [["prices", currency, key]] : [];
  });
}

export function pathInList(path: ReadonlyArray<string | number>, currency: Currency): string {
  const at = path.findIndex((part) => PRICED.has(String(part)));
  const end = at === -1 ? path.length - 1 : at;
  return [...path.slice(0, end), "prices", currency, ...path.slice(end)].join(".");
}

/** A coupon's amount is a price only if it takes one off. */
function isPriced(key: string, { type }: Readonly<Record<string, unknown>>): boolean {
  return PRICED.has(key) && (key !== "amount" || type === "fixed");
}

function costs(field: unknown): boolean {
  if (typeof field === "number") return field !== 0;
  if (Array.isArray(field)) return field.length > 0;
  return isRecord(field) && Object.values(field).some(costs);
}

function listOf(prices: unknown, currency: Currency): Readonly<Record<string, unknown>> {
  const list = isRecord(prices) ? prices[currency] : undefined;
  return isRecord(list) ? list : {};
}
