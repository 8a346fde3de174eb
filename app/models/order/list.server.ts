import { type ExpressionBuilder, type Selectable, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import { type CustomerId, isOrderId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";

import {
  ORDER_SEARCH_MAX,
  type OrderListPage,
  ORDERS_PER_PAGE,
  type OrderListItem,
} from "./customer-order.ts";
import { orderWasPaid } from "./money.server.ts";
import { isOrderStatus } from "./status.ts";

const ITEMS_SHOWN = 4;
const WORDS_MAX = 6;

type Criteria = Readonly<{
  query: string;
  /** From 1; a page beyond the last is the last. */
  page: number;
}>;

/** Newest first, without attempts that were never paid. */
export async function listOrders(
  customerId: CustomerId,
  { query, page: requested }: Criteria,
): Promise<OrderListPage> {
  const found = db()
    .selectFrom("orders")
    .where("orders.customer_id", "=", customerId)
    .where((eb) => eb.or([eb("orders.status", "not in", ["cancelled", "declined"]), orderWasPaid(eb)]))
    .where((eb) => eb.and(wordsOf(query).map((word) => isAbout(eb, word))));
  const counted = await found.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const total = counted.count;
  const pageCount = Math.max(1, Math.ceil(total / ORDERS_PER_PAGE));
  const page = Math.min(Math.max(1, requested), pageCount);
  const rows = await found
    .select(["orders.id", "number", "status", "placed_at", "total_minor", "currency"])
    .orderBy("placed_at", "desc")
    .orderBy("orders.id")
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE)
    .execute();
  const lines = await linesOf(rows.map(({ id }) => id));
  return { orders: rows.map((row) => summaryOf(row, lines.get(row.id) ?? [])), total, page, pageCount };
}

function wordsOf(query: string): ReadonlyArray<string> {
  return query.slice(0, ORDER_SEARCH_MAX).toLowerCase().split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);
}

function isAbout(eb: ExpressionBuilder<Database, "orders">, word: string) {
  const like = `%${literally(word)}%`;
  const bought = eb
    .selectFrom("order_lines")
    .select("order_lines.id")
    .whereRef("order_lines.order_id", "=", "orders.id")
    .where(
      sql<boolean>`lower(order_lines.name || ' ' || coalesce(order_lines.variant_label, '') || ' ' || order_lines.sku)
                   like ${like} escape '!'`,
    );
  const digits = word.replace(/^#/, "");
  const numbered = sql<boolean>`cast(orders.number as text) like ${`${literally(digits)}%`} escape '!'`;
  return digits === "" ? eb.exists(bought) : eb.or([numbered, eb.exists(bought)]);
}

function literally(word: string): string {
  return word.replace(/[!%_]/g, (character) => `!${character}`);
}

type LineRow = Readonly<{ order_id: string; name: string; image: string; quantity: number }>;

async function linesOf(
  orderIds: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, ReadonlyArray<LineRow>>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db()
    .selectFrom("order_lines")
    .select(["order_id", "name", "image", "quantity"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("position")
    .execute();
  return grouped(rows, (row) => row.order_id);
}

type Row = Pick<
  Selectable<Database["orders"]>,
  "id" | "number" | "status" | "placed_at" | "total_minor" | "currency"
>;

function summaryOf(row: Row, lines: ReadonlyArray<LineRow>): OrderListItem {
  if (!isOrderId(row.id) || !isOrderStatus(row.status)) throw new Error(`Order ${row.id} is damaged`);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    placedAt: row.placed_at,
    total: money(row.total_minor, row.currency),
    items: lines.slice(0, ITEMS_SHOWN).map(({ name, image }) => ({ name, image })),
    itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}
