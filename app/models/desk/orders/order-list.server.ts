import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { disputedOrders } from "#app/models/order/money.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { showsPrices } from "#app/models/order/packing-instructions.ts";
import { isOrderStatus, type OrderStatus } from "#app/models/order/status.ts";
import { type Money, money } from "#app/models/shared/money.ts";

import {
  NO_ORDER_FILTERS,
  conditionsOf,
  hasGiftWords,
  hasWrapping,
  isAmongNewest,
  isPersonalised,
  isTwoPersonOrder,
  LOOKED_THROUGH,
  looksAtEach,
  type OrderFilters,
} from "./order-filters.server.ts";
import { orderView, type OrderViewKey } from "#app/models/desk/views.ts";

const ORDERS_A_PAGE = 50;
export const BULK_MAX = 500;
/** Orders without a day of sending come last. */
const NO_DAY = "9999-12-31";

export type ListedOrder = Readonly<{
  id: string;
  number: number;
  status: OrderStatus;
  /** ISO 8601, UTC. */
  placedAt: string;
  name: string;
  place: string;
  method: string;
  units: number;
  /** False: no paper in the parcel may show a price. */
  showsPrices: boolean;
  hasWrapping: boolean;
  /** A message for the whole order, or a card for an item. */
  hasGiftWords: boolean;
  isPersonalised: boolean;
  isTwoPerson: boolean;
  total: Money;
  sendBy: string | null;
}>;

export type OrderSelection = Readonly<{
  view: OrderViewKey;
  filters: OrderFilters;
  /** In the shop's time zone. */
  today: string;
  /** Missing: the view's own order. */
  sort?: OrderSort | undefined;
  onlyStatus?: OrderStatus;
  /** Only orders that have not changed since. ISO 8601, UTC. */
  unchangedSince?: string | null;
}>;

/** The oldest promise of sending, or by placing. */
export const ORDER_SORTS = ["promise", "newest", "oldest"] as const;

export type OrderSort = (typeof ORDER_SORTS)[number];

export function sortOf(view: OrderViewKey): OrderSort {
  return orderView(view).statuses === null ? "newest" : "promise";
}

const sendBy = sql<string>`coalesce(order_search.send_by, ${sql.lit(NO_DAY)})`;

function selected({ view, filters, today, unchangedSince, onlyStatus }: OrderSelection) {
  const { statuses, isLate } = orderView(view);
  return db()
    .selectFrom("orders")
    .innerJoin("order_search", "order_search.order_id", "orders.id")
    .modifyFront(WALK)
    .$if(statuses !== null, (orders) =>
      view === "disputed"
        ? orders.where("orders.id", "in", disputedOrders())
        : orders.where("orders.status", "in", statuses ?? []),
    )
    .$if(onlyStatus !== undefined, (orders) => orders.where("orders.status", "=", onlyStatus ?? ""))
    .$if(isLate === true, (orders) => orders.where("order_search.send_by", "<", today))
    .$if(Boolean(unchangedSince), (orders) => orders.where("orders.updated_at", "<=", unchangedSince ?? ""))
    .$if(statuses === null && looksAtEach(filters), (orders) => orders.where(isAmongNewest(filters)))
    .where((row) => row.and(conditionsOf(filters, row)));
}

function sorting({ view, sort }: OrderSelection) {
  const chosen = sort ?? sortOf(view);
  const isDown = chosen === "newest";
  return {
    isDown,
    by: chosen === "promise" ? sendBy : sql<string>`orders.placed_at`,
    direction: isDown ? "desc" : "asc",
  } as const;
}

/** Where a page ends: what its last order is sorted by. */
export type ListPlace = Readonly<{ by: string; number: number }>;

export async function listDeskOrders(
  selection: OrderSelection,
  after: ListPlace | null,
): Promise<Readonly<{ orders: ReadonlyArray<ListedOrder>; next: ListPlace | null }>> {
  const { by, isDown, direction } = sorting(selection);
  // SQLite works out the columns of every order before it sorts, so only the orders of the page get them.
  const rows = await selected(selection)
    .select(["orders.id", "orders.number", by.as("by")])
    .$if(after !== null, (orders) =>
      orders.where(
        isDown
          ? sql<boolean>`(${by} <= ${after?.by} AND (${by} < ${after?.by} OR orders.number < ${after?.number}))`
          : sql<boolean>`(${by} >= ${after?.by} AND (${by} > ${after?.by} OR orders.number > ${after?.number}))`,
      ),
    )
    .orderBy(by, direction)
    .orderBy("orders.number", direction)
    .limit(ORDERS_A_PAGE + 1)
    .execute();
  const shown = rows.slice(0, ORDERS_A_PAGE);
  const last = rows.length > ORDERS_A_PAGE ? shown.at(-1) : undefined;
  return {
    orders: await findListedOrders(shown.map(({ id }) => id)),
    next: last ? { by: last.by, number: last.number } : null,
  };
}

export function countDeskOrders(selection: OrderSelection): Promise<number> {
  return countOf(selected(selection));
}

async function countOf(orders: ReturnType<typeof selected>): Promise<number> {
  const row = await orders
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** PostgreSQL counts orders one by one, so a list of all orders is counted only up to this many. */
export const COUNTED_MAX = LOOKED_THROUGH;

/** `max` + 1 for any list that is longer. */
export async function countOrdersUpTo(max: number, selection: OrderSelection): Promise<number> {
  const orders = selected(selection)
    .select("orders.id")
    .limit(max + 1);
  const row = await db()
    .selectFrom(orders.as("orders"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export type OrderListSummary = Readonly<{
  count: number;
  firstSendBy: string | null;
  /** ISO 8601, UTC; null for an empty list. */
  oldestAt: string | null;
}>;

export async function summariseDeskOrders(selection: OrderSelection): Promise<OrderListSummary> {
  const row = await selected(selection)
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min<string | null>("order_search.send_by").as("first"),
      fn.min<string | null>("orders.placed_at").as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), firstSendBy: row.first, oldestAt: row.oldest };
}

export function countDueToPack(today: string): Promise<number> {
  const toPack = selected({ view: "to-pack", filters: NO_ORDER_FILTERS, today });
  return countOf(toPack.where("order_search.send_by", "<=", today));
}

export async function findSendBy(number: number): Promise<string | null> {
  const row = await db()
    .selectFrom("order_search")
    .innerJoin("orders", "orders.id", "order_search.order_id")
    .select("send_by")
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.send_by ?? null;
}

export async function listOrderNumbers(
  selection: OrderSelection,
  limit: number = BULK_MAX,
): Promise<ReadonlyArray<number>> {
  const { by, direction } = sorting(selection);
  const rows = await selected(selection)
    .select("orders.number")
    .orderBy(by, direction)
    .orderBy("orders.number", direction)
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

/** The lowest first: for what goes through a whole view in batches. */
export async function orderNumbersAfter(
  selection: OrderSelection,
  { last, limit }: Readonly<{ last: number; limit: number }>,
): Promise<ReadonlyArray<number>> {
  const rows = await selected(selection)
    .select("orders.number")
    .where("orders.number", ">", last)
    .orderBy("orders.number")
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

export async function findListedOrders(ids: ReadonlyArray<string>): Promise<ReadonlyArray<ListedOrder>> {
  if (ids.length === 0) return [];
  const rows = await withColumns(
    db().selectFrom("orders").innerJoin("order_search", "order_search.order_id", "orders.id"),
  )
    .where("orders.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).flatMap(readListed);
}

function withColumns(orders: ReturnType<typeof selected>) {
  return orders
    .select(["orders.id", "orders.number", "orders.status", "orders.placed_at", "orders.total_minor"])
    .select(["orders.currency", "orders.delivery_address", "orders.delivery", "order_search.send_by"])
    .select(["orders.billing_address", "orders.has_gift_receipt"])
    .select([
      sql<boolean | number>`${hasWrapping}`.as("has_wrapping"),
      sql<boolean | number>`${hasGiftWords}`.as("has_gift_words"),
      sql<boolean | number>`${isPersonalised}`.as("is_personalised"),
      sql<boolean | number>`${isTwoPersonOrder}`.as("is_two_person"),
      sql<number | string>`(SELECT coalesce(sum(quantity), 0) FROM order_lines
        WHERE order_id = orders.id)`.as("units"),
    ]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof withColumns>["execute"]>>[number];

function readListed(row: ListedRow): ReadonlyArray<ListedOrder> {
  if (!isOrderStatus(row.status)) return [];
  const deliveryAddress = JSON.parse(row.delivery_address) as Address;
  const { first_name, last_name, company, city, postal_code } = deliveryAddress;
  const delivery = JSON.parse(row.delivery) as Order["delivery"];
  return [
    {
      id: row.id,
      number: row.number,
      status: row.status,
      placedAt: row.placed_at,
      // Of a gift for a list: "Hannah and Tom’s list address".
      name: `${first_name} ${last_name}`.trim() || company,
      place: [city, postal_code].filter(Boolean).join(", "),
      method: delivery.name,
      units: Number(row.units),
      showsPrices: showsPrices({
        ...{ deliveryAddress, delivery, hasGiftReceipt: Boolean(row.has_gift_receipt) },
        billingAddress: JSON.parse(row.billing_address) as Address,
      }),
      hasWrapping: Boolean(row.has_wrapping),
      hasGiftWords: Boolean(row.has_gift_words),
      isPersonalised: Boolean(row.is_personalised),
      isTwoPerson: Boolean(row.is_two_person),
      total: money(row.total_minor, row.currency),
      sendBy: row.send_by,
    },
  ];
}
