/** What narrows a list of orders at the desk down, as conditions of its query. */
import { type ExpressionBuilder, sql } from "kysely";

import type { Database } from "#app/db/schema.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { COLLECTION } from "#app/models/shipping/shipping.ts";

import { readDeskQuery } from "./search-terms.ts";

/** Behind every term that begins with the same letters. */
const LAST = "\u{10FFFF}";

export type OrderFilters = Readonly<{
  method: string | null;
  isGift: boolean;
  /** Something in it takes two people to deliver, and it is not collected. */
  isTwoPerson: boolean;
  /** Placed at this moment or later. ISO 8601, UTC. */
  from: string | null;
  /** Placed before this moment. ISO 8601, UTC. */
  before: string | null;
  /** Totals in minor units of one currency, both included; null: any. */
  total: Readonly<{ least: number | null; most: number | null; currency: Currency }> | null;
  /** Part of a product's name or SKU. */
  product: string | null;
  /** Beginnings of the buyer's names, and of the email address where `hasEmail`. */
  customer: Readonly<{ text: string; hasEmail: boolean }> | null;
}>;

export const NO_ORDER_FILTERS: OrderFilters = {
  method: null,
  isGift: false,
  isTwoPerson: false,
  from: null,
  before: null,
  total: null,
  product: null,
  customer: null,
};

export type OrderRows = ExpressionBuilder<Database, "orders" | "order_search">;

export function conditionsOf(filters: OrderFilters, row: OrderRows) {
  const { method, isGift, isTwoPerson, from, before, product } = filters;
  return [
    ...(method ? [row("orders.delivery", "like", `%"method":"${method.replace(/[^\w-]/g, "")}"%`)] : []),
    ...(isGift ? [isGiftOrder] : []),
    ...(isTwoPerson ? [isTwoPersonOrder] : []),
    ...(from ? [row("orders.placed_at", ">=", from)] : []),
    ...(before ? [row("orders.placed_at", "<", before)] : []),
    ...(product ? [hasProduct(product)] : []),
    ...totalConditions(filters.total, row),
    ...customerConditions(filters.customer),
  ];
}

function totalConditions(total: OrderFilters["total"], row: OrderRows) {
  if (total === null) return [];
  const { least, most, currency } = total;
  return [
    row("orders.currency", "=", currency),
    ...(least === null ? [] : [row("orders.total_minor", ">=", least)]),
    ...(most === null ? [] : [row("orders.total_minor", "<=", most)]),
  ];
}

function customerConditions(customer: OrderFilters["customer"]) {
  if (customer === null) return [];
  const kinds = customer.hasEmail ? sql`kind IN ('name', 'email')` : sql`kind = 'name'`;
  const { words } = readDeskQuery(customer.text);
  // Nothing but signs finds nobody.
  if (words.length === 0) return [sql<boolean>`1 = 0`];
  return words.map((word) => hasTerm([word], kinds));
}

/** A term of such a kind that begins with one of `words`. */
export function hasTerm(words: ReadonlyArray<string>, ofKind: ReturnType<typeof sql>) {
  const begins = words.map((word) => sql`(term >= ${word} AND term < ${word + LAST})`);
  return sql<boolean>`orders.id IN (SELECT order_id FROM order_search_terms
    WHERE (${sql.join(begins, sql` OR `)}) AND ${ofKind})`;
}

export const isGiftOrder = sql<boolean>`(orders.gift_message IS NOT NULL OR orders.has_gift_receipt = 1 OR EXISTS (
  SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id
    AND (order_lines.gift_paper IS NOT NULL OR order_lines.gift_message IS NOT NULL)))`;

export const isTwoPersonOrder = sql<boolean>`(orders.delivery NOT LIKE ${sql.lit(`%"method":"${COLLECTION}"%`)} AND EXISTS (
  SELECT 1 FROM order_lines INNER JOIN products ON products.id = order_lines.product_id
    WHERE order_lines.order_id = orders.id AND products.delivery_class = 'two_person'))`;

function hasProduct(text: string) {
  const part = `%${text.toLowerCase().replace(/[%_\\]/g, "")}%`;
  return sql<boolean>`EXISTS (SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id
    AND (lower(order_lines.name) LIKE ${part} OR lower(order_lines.sku) LIKE ${part}))`;
}
