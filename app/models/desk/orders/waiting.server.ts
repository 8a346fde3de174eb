import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { disputedOrders, findDisputes, refundsBetween } from "#app/models/order/money.server.ts";
import { moneyOf } from "#app/models/order/money.ts";
import { type Dispute, isDisputeOpen } from "#app/models/order/payment/dispute.ts";
import type { Currency } from "#app/models/shared/currency.ts";
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
  type OrderSelection,
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
  const counts = await ofViews(keys, { store, now }, countDeskOrders);
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
  const counts = await ofViews(["to-pack", "late"], { store, now }, countDeskOrders);
  return { toPack: counts["to-pack"], late: counts.late };
}

const WAITING_VIEWS = ["to-pack", "late", "packed", "under-review", "disputed"] as const;

export async function summariseWaitingOrders(
  store: Store,
  now: Date,
): Promise<Readonly<Record<(typeof WAITING_VIEWS)[number], OrderListSummary>>> {
  return ofViews(WAITING_VIEWS, { store, now }, summariseDeskOrders);
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
    .modifyFront(WALK)
    .select(sql<number | string>`count(DISTINCT order_id)`.as("count"))
    .where("shipped_at", ">=", morning)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function ofViews<Key extends OrderViewKey, Value>(
  keys: ReadonlyArray<Key>,
  { store, now }: Readonly<{ store: Store; now: Date }>,
  read: (selection: OrderSelection) => Promise<Value>,
): Promise<Readonly<Record<Key, Value>>> {
  await indexOrders();
  const today = localTime(now, store.timeZone).day;
  const values = await Promise.all(
    keys.map(async (view) => [view, await read({ view, filters: NO_ORDER_FILTERS, today })]),
  );
  return Object.fromEntries(values) as Record<Key, Value>;
}

export type OldestWaiting = Readonly<{
  count: number;
  /** ISO 8601, UTC; null if none waits. */
  oldestAt: string | null;
}>;

export type WeekFigures = Readonly<{
  orders: number;
  /** With VAT, after the refunds of these days and what was lost in disputes. */
  revenue: Money;
  average: Money;
  /** `OrderMoney.refunded` of the refunds that began in these days. */
  refunded: Money;
  /** In disputes that the bank decided against the shop in these days. */
  lost: Money;
  byDay: ReadonlyArray<number>;
}>;

/** The shop's own first, then those in which anything was paid, refunded or lost in a dispute since `from`. */
export async function currenciesSince({ currency }: Store, from: Date): Promise<ReadonlyArray<Currency>> {
  const since = from.toISOString();
  const used = await Promise.all([
    db().selectFrom("orders").select("currency").distinct().where("paid_at", ">", since).execute(),
    db().selectFrom("refunds").select("currency").distinct().where("created_at", ">", since).execute(),
    lostSince(since).select("payments.currency").distinct().execute(),
  ]);
  return [...new Set([currency, ...used.flat().map((row) => row.currency)])];
}

/** Of the seven days up to `until`, in the currency of `store` alone. */
export async function weekFigures(store: Pick<Store, "currency">, until: Date): Promise<WeekFigures> {
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
  const taken = paid.reduce((sum, { total_minor }) => sum + total_minor, 0);
  const facts = { total: money(0, currency), isPaid: true, familyCredit: 0 };
  const refunds = await refundsBetween(from, to, currency);
  const { refunded, lost } = moneyOf({ ...facts, refunds, disputes: await lostBetween(from, to) });
  const byDay = Array.from({ length: FIGURE_DAYS }, () => 0);
  for (const { paid_at } of paid) {
    const day = Math.min(FIGURE_DAYS - 1, Math.floor((Date.parse(paid_at ?? to) - start) / DAY_MS));
    byDay[day] = (byDay[day] ?? 0) + 1;
  }
  return {
    orders: paid.length,
    revenue: money(taken - refunded.minor - lost.minor, currency),
    average: money(paid.length === 0 ? 0 : Math.round(taken / paid.length), currency),
    ...{ refunded, lost },
    byDay,
  };
}

const lostSince = (from: string) =>
  db()
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.provider_payment_id", "payment_events.payment_id")
    .where("type", "=", "dispute-lost")
    .where("received_at", ">", from);

async function lostBetween(from: string, to: string): Promise<ReadonlyArray<Dispute>> {
  const orders = await lostSince(from).select("payments.order_id").execute();
  const disputes = await findDisputes(orders.map(({ order_id }) => order_id));
  return [...disputes.values()]
    .flat()
    .filter(({ lostAt }) => lostAt !== null && lostAt > from && lostAt <= to);
}

/** ISO 8601: the first deadline of the disputes that wait for an answer; null if none names one. */
export async function firstDisputeDeadline(): Promise<string | null> {
  const orders = await disputedOrders().execute();
  const disputes = [...(await findDisputes(orders.map(({ id }) => id))).values()].flat();
  const deadlines = disputes.filter(isDisputeOpen).flatMap(({ answerBy }) => answerBy ?? []);
  return deadlines.sort()[0] ?? null;
}
