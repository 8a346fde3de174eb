import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

import { indexOrders } from "./order-index.server.ts";
import { NO_ORDER_FILTERS } from "./order-filters.server.ts";
import {
  COUNTED_MAX,
  countDeskOrders,
  countOrdersUpTo,
  type OrderListSummary,
  summariseDeskOrders,
} from "./order-list.server.ts";
import { ORDER_VIEWS, type OrderViewKey } from "#app/models/desk/views.ts";

const DAY_MS = 86_400_000;
const FIGURE_DAYS = 7;

/** Of the list of all orders, null where nobody asked for it. */
export type OrderCounts = Readonly<Record<Exclude<OrderViewKey, "all">, number> & { all: number | null }>;

/** That of all orders, up to `COUNTED_MAX`, only with `withAll`. */
export async function countOrderViews(
  store: Store,
  now: Date,
  { withAll }: Readonly<{ withAll: boolean }> = { withAll: false },
): Promise<OrderCounts> {
  const keys = ORDER_VIEWS.map(({ key }) => key).filter((key) => key !== "all");
  const counts = await countViews(keys, store, now);
  return { ...counts, all: withAll ? await countAll(store, now) : null };
}

function countAll({ timeZone }: Store, now: Date): Promise<number> {
  const today = localTime(now, timeZone).day;
  return countOrdersUpTo(COUNTED_MAX, { view: "all", filters: NO_ORDER_FILTERS, today });
}

export async function countUrgentOrders(
  store: Store,
  now: Date,
): Promise<Readonly<{ toPack: number; late: number }>> {
  const counts = await countViews(["to-pack", "late"], store, now);
  return { toPack: counts["to-pack"], late: counts.late };
}

const WAITING_VIEWS = ["to-pack", "late", "packed", "under-review", "disputed"] as const;

export async function summariseWaitingOrders(
  store: Store,
  now: Date,
): Promise<Readonly<Record<(typeof WAITING_VIEWS)[number], OrderListSummary>>> {
  await indexOrders();
  const today = localTime(now, store.timeZone).day;
  const summaries = await Promise.all(
    WAITING_VIEWS.map(async (view) => [
      view,
      await summariseDeskOrders({ view, filters: NO_ORDER_FILTERS, today }),
    ]),
  );
  return Object.fromEntries(summaries) as Record<(typeof WAITING_VIEWS)[number], OrderListSummary>;
}

/**
 * How many orders were packed and are not taken back, and of how many a parcel left, since the shop's day began. For the
 * packed ones only orders of which something changed are looked at.
 */
export async function countWorkOfDay(
  { timeZone }: Store,
  now: Date,
): Promise<Readonly<{ packed: number; sent: number }>> {
  const morning = startOfDay(now, 0, timeZone);
  const [packed, sent] = await Promise.all([countPackedSince(morning), countSentSince(morning)]);
  return { packed, sent };
}

async function countPackedSince(morning: string): Promise<number> {
  const row = await db()
    .selectFrom("orders")
    .innerJoin("order_history as packing", "packing.order_id", "orders.id")
    .select(sql<number | string>`count(DISTINCT orders.id)`.as("count"))
    .where("orders.updated_at", ">=", morning)
    .where("packing.created_at", ">=", morning)
    .where("packing.from_status", "=", "paid")
    .where("packing.to_status", "=", "packed")
    .where((packed) =>
      packed.not(
        packed.exists(
          packed
            .selectFrom("order_history as unpacking")
            .select("unpacking.id")
            .whereRef("unpacking.order_id", "=", "packing.order_id")
            .whereRef("unpacking.id", ">", "packing.id")
            .where("unpacking.from_status", "=", "packed")
            .where("unpacking.to_status", "=", "paid"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function countSentSince(morning: string): Promise<number> {
  const row = await db()
    .selectFrom("shipments")
    .select(sql<number | string>`count(DISTINCT order_id)`.as("count"))
    .where("shipped_at", ">=", morning)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function countViews<Key extends OrderViewKey>(
  keys: ReadonlyArray<Key>,
  store: Store,
  now: Date,
): Promise<Readonly<Record<Key, number>>> {
  await indexOrders();
  const today = localTime(now, store.timeZone).day;
  const counts = await Promise.all(
    keys.map(async (key) => [key, await countDeskOrders({ view: key, filters: NO_ORDER_FILTERS, today })]),
  );
  return Object.fromEntries(counts) as Record<Key, number>;
}

export type OldestWaiting = Readonly<{
  count: number;
  /** ISO 8601, UTC; null if none waits. */
  oldestAt: string | null;
}>;

export type WeekFigures = Readonly<{
  orders: number;
  /** With VAT, after the refunds of these days. */
  revenue: Money;
  average: Money;
  refunded: Money;
  byDay: ReadonlyArray<number>;
}>;

/** Of the seven days up to `until`. */
export async function weekFigures(store: Store, until: Date): Promise<WeekFigures> {
  const start = until.getTime() - FIGURE_DAYS * DAY_MS;
  const [from, to] = [new Date(start).toISOString(), until.toISOString()];
  const { currency } = store;
  const paid = await db()
    .selectFrom("orders")
    .select(["paid_at", "total_minor"])
    .where("paid_at", ">", from)
    .where("paid_at", "<=", to)
    .where("currency", "=", currency)
    .execute();
  const back = await db()
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.order_id")
    .select(({ fn }) => fn.coalesce(fn.sum<number | string>("amount_minor"), sql<number>`0`).as("minor"))
    .where("refunds.created_at", ">", from)
    .where("refunds.created_at", "<=", to)
    .where("refunds.currency", "=", currency)
    .where("refunds.is_credit", "=", 0)
    .where("orders.paid_at", "is not", null)
    .executeTakeFirstOrThrow();
  const taken = paid.reduce((sum, { total_minor }) => sum + total_minor, 0);
  const refunded = Number(back.minor);
  const byDay = Array.from({ length: FIGURE_DAYS }, () => 0);
  for (const { paid_at } of paid) {
    const day = Math.min(FIGURE_DAYS - 1, Math.floor((Date.parse(paid_at ?? to) - start) / DAY_MS));
    byDay[day] = (byDay[day] ?? 0) + 1;
  }
  return {
    orders: paid.length,
    revenue: money(taken - refunded, currency),
    average: money(paid.length === 0 ? 0 : Math.round(taken / paid.length), currency),
    refunded: money(refunded, currency),
    byDay,
  };
}
