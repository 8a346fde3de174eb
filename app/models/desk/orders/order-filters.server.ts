import { type ExpressionBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { COLLECTION } from "#app/models/shipping/store-pickup.ts";

import { readDeskQuery } from "#app/models/desk/search-terms.ts";
import { beginsWith } from "#app/models/desk/term-search.server.ts";

/** Shorter words of a buyer's name have to be the whole word. */
const BEGINNING_MIN = 3;
/** How many orders are looked through for what no index finds. */
export const LOOKED_THROUGH = 10_000;

export type OrderFilters = Readonly<{
  method: string | null;
  isGift: boolean;
  /** Something in it takes two people to deliver, and it is not collected. */
  isTwoPerson: boolean;
  /** ISO 8601, UTC; included. */
  from: string | null;
  /** ISO 8601, UTC; not included. */
  before: string | null;
  /** Totals in minor units of one currency, both included; null: any. */
  total: Readonly<{ least: number | null; most: number | null; currency: Currency }> | null;
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

export function hasFilters(filters: OrderFilters): boolean {
  return Object.values(filters).some(Boolean);
}

/** True for filters that no index answers: each order has to be looked at. */
export function looksAtEach({ method, isGift, isTwoPerson, product }: OrderFilters): boolean {
  return Boolean(method ?? product) || isGift || isTwoPerson;
}

export function isAmongNewest({ from, before }: OrderFilters) {
  const newest = db()
    .selectFrom("orders")
    .select("placed_at")
    .$if(from !== null, (orders) => orders.where("placed_at", ">=", from ?? ""))
    .$if(before !== null, (orders) => orders.where("placed_at", "<", before ?? ""))
    .orderBy("placed_at", "desc")
    .limit(LOOKED_THROUGH);
  return sql<boolean>`orders.placed_at >= (SELECT min(newest.placed_at) FROM ${newest} AS newest)`;
}

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
  return words.map((word) => hasTerm(word, kinds));
}

/** A term of such a kind that begins with `word`; is `word`, where that is short and begins very many. */
function hasTerm(word: string, ofKind: ReturnType<typeof sql>) {
  const isTerm = word.length < BEGINNING_MIN ? sql`term = ${word}` : beginsWith([word]);
  return sql<boolean>`orders.id IN (SELECT order_id FROM order_search_terms WHERE ${isTerm} AND ${ofKind})`;
}

/** Looked up order by order: written as EXISTS, PostgreSQL reads the lines of all orders. */
function hasLine(condition: ReturnType<typeof sql>) {
  return sql<boolean>`((SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id AND ${condition} LIMIT 1) IS NOT NULL)`;
}

const isGiftLine = sql`(order_lines.gift_paper IS NOT NULL OR order_lines.gift_message IS NOT NULL)`;

const isGiftOrder = sql<boolean>`(orders.gift_message IS NOT NULL OR orders.has_gift_receipt = 1
  OR ${hasLine(isGiftLine)})`;

export const hasWrapping = hasLine(sql`order_lines.gift_paper IS NOT NULL`);

export const hasGiftWords = sql<boolean>`(orders.gift_message IS NOT NULL
  OR ${hasLine(sql`order_lines.gift_message IS NOT NULL`)})`;

export const isPersonalised = hasLine(sql`order_lines.personalisation IS NOT NULL`);

const isTwoPersonLine = sql`EXISTS (SELECT 1 FROM products
  WHERE products.id = order_lines.product_id AND products.delivery_class = 'two_person')`;

export const isTwoPersonOrder = sql<boolean>`(orders.delivery NOT LIKE ${sql.lit(`%"method":"${COLLECTION}"%`)}
  AND ${hasLine(isTwoPersonLine)})`;

function hasProduct(text: string) {
  const part = `%${text.toLowerCase().replace(/[%_\\]/g, "")}%`;
  return hasLine(sql`(lower(order_lines.name) LIKE ${part} OR lower(order_lines.sku) LIKE ${part})`);
}
