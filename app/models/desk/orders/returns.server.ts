import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { overdueBefore, type RecipientRemedy } from "#app/models/order/returns/return.ts";
import { storedReturnWay, type ReturnWay } from "#app/models/order/returns/return-way.ts";
import { slices } from "#app/models/shared/slices.ts";
import type { Store } from "#app/models/store/store.ts";

/** Databases take so many parameters for certain. */
const IDS_PER_STATEMENT = 500;

export type DeskReturn = Readonly<{
  number: string;
  orderNumber: number;
  status: "requested" | "received";
  /** ISO 8601, UTC. */
  requestedAt: string;
  /** When its parcel came, and who noted it; null and empty: not yet. */
  arrivedAt: string | null;
  arrivedBy: string;
  /** The last day for the refund of what has arrived: "2026-11-30". */
  refundBy: string | null;
  /** True where the buyer has withdrawn from the contract. */
  isWithdrawal: boolean;
  /** Null for a return of the buyer. */
  recipientRemedy: RecipientRemedy | null;
  wayBack: ReturnWay | null;
  /** The day on which two people collect it: "2026-12-04". Null: nobody does, or it is to be agreed. */
  collectOn: string | null;
  note: string;
  customer: string;
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
}>;

const PAGE_ROWS = 50;

/** "Open" holds the three after it. */
export const RETURN_VIEWS = [
  { key: "open", title: "Open" },
  { key: "arrived", title: "Arrived" },
  { key: "requested", title: "Asked for" },
  { key: "overdue", title: "Not back in time" },
  { key: "accepted", title: "Accepted" },
] as const;

export type ReturnViewKey = (typeof RETURN_VIEWS)[number]["key"];

type ReturnPage = Readonly<{ returns: ReadonlyArray<DeskReturn>; next: string | null }>;

function inView(view: ReturnViewKey, store: Store, now: Date) {
  const overdue = overdueBefore(store, now);
  const open = sql<boolean>`order_returns.status = 'requested'`;
  switch (view) {
    case "open":
      return open;
    case "arrived":
      return sql<boolean>`${open} AND arrived_at IS NOT NULL`;
    case "requested":
      return sql<boolean>`${open} AND arrived_at IS NULL AND requested_at >= ${overdue}`;
    case "overdue":
      return sql<boolean>`${open} AND arrived_at IS NULL AND requested_at < ${overdue}`;
    case "accepted":
      return sql<boolean>`order_returns.status = 'received'`;
  }
}

/** Days are texts, so this one comes after every other. */
const NO_DAY = "9999-12-31";

type List = Readonly<{
  view: ReturnViewKey;
  after: string | null;
}>;

/** Open: by the day the refund is due, then those that have not arrived, the oldest first. Accepted: the newest first. */
export async function listDeskReturns({ view, after }: List, store: Store, now: Date): Promise<ReturnPage> {
  const isOpen = view !== "accepted";
  const [direction, beyond] = isOpen ? (["asc", sql`>`] as const) : (["desc", sql`<`] as const);
  // The refund of an accepted one is due no more.
  const first = (table: string) =>
    isOpen
      ? sql<string>`COALESCE(${sql.ref(`${table}.refund_by`)}, ${NO_DAY})`
      : sql.ref<string>(`${table}.requested_at`);
  const rows = await returnRows()
    .where(inView(view, store, now))
    .$if(after !== null, (returns) =>
      returns.where(
        sql<boolean>`(${first("order_returns")}, requested_at, order_returns.number) ${beyond}
          (SELECT ${first("last")}, last.requested_at, last.number FROM order_returns AS last
            WHERE last.number = ${after})`,
      ),
    )
    .orderBy(first("order_returns"), direction)
    .orderBy("requested_at", direction)
    .orderBy("order_returns.number", direction)
    .limit(PAGE_ROWS + 1)
    .execute();
  const shown = rows.slice(0, PAGE_ROWS);
  return {
    returns: await withLines(shown),
    next: rows.length > PAGE_ROWS ? (shown.at(-1)?.number ?? null) : null,
  };
}

export type ReturnCounts = Readonly<{
  views: Readonly<Record<Exclude<ReturnViewKey, "accepted">, number>>;
  /** ISO 8601, UTC; null if none is open. */
  oldestAt: string | null;
  /** The first day on which a refund of what has arrived is due; null if nothing has. */
  firstRefundBy: string | null;
}>;

export async function countOpenReturns(store: Store, now: Date): Promise<ReturnCounts> {
  const count = (view: ReturnViewKey) =>
    sql<number | string>`COALESCE(SUM(CASE WHEN ${inView(view, store, now)} THEN 1 ELSE 0 END), 0)`;
  const row = await db()
    .selectFrom("order_returns")
    .select(({ fn }) => [
      fn.min<string | null>("requested_at").as("oldestAt"),
      fn.min<string | null>("refund_by").as("firstRefundBy"),
    ])
    .select([count("open").as("open"), count("arrived").as("arrived")])
    .select([count("requested").as("requested"), count("overdue").as("overdue")])
    .where(inView("open", store, now))
    .executeTakeFirstOrThrow();
  const { oldestAt, firstRefundBy, open, arrived, requested, overdue } = row;
  const views = {
    open: Number(open),
    arrived: Number(arrived),
    requested: Number(requested),
    overdue: Number(overdue),
  };
  return { views, oldestAt, firstRefundBy };
}

export async function findDeskReturn(number: string): Promise<DeskReturn | null> {
  const rows = await returnRows().where("order_returns.number", "=", number).execute();
  const [found] = await withLines(rows);
  return found ?? null;
}

export async function returnsOfOrders(ids: ReadonlyArray<string>): Promise<ReadonlyArray<DeskReturn>> {
  if (ids.length === 0) return [];
  const rows = await returnRows()
    .where("order_returns.order_id", "in", ids)
    .orderBy("requested_at", "desc")
    .orderBy("order_returns.number")
    .execute();
  return withLines(rows);
}

export function returnRows() {
  return db()
    .selectFrom("order_returns")
    .innerJoin("orders", "orders.id", "order_returns.order_id")
    .select(["order_returns.id", "order_returns.number", "orders.number as order_number"])
    .select([
      "order_returns.status",
      "requested_at",
      "legal_basis",
      "order_returns.note",
      "recipient_remedy",
      "arrived_at",
      "arrived_by",
      "refund_by",
      "way_back",
      "collect_on",
      "orders.delivery_address",
    ]);
}

function nameIn(address: string): string {
  const { first_name, last_name } = JSON.parse(address) as Pick<Address, "first_name" | "last_name">;
  return `${first_name} ${last_name}`.trim();
}

type Row = Awaited<ReturnType<ReturnType<typeof returnRows>["execute"]>>[number];

export async function withLines(rows: ReadonlyArray<Row>): Promise<ReadonlyArray<DeskReturn>> {
  const lines = rows.length === 0 ? [] : await linesOf(rows.map(({ id }) => id));
  return rows.map((row) => ({
    number: row.number,
    orderNumber: row.order_number,
    status: row.status,
    requestedAt: row.requested_at,
    arrivedAt: row.arrived_at,
    arrivedBy: row.arrived_by,
    refundBy: row.refund_by,
    isWithdrawal: row.legal_basis !== null,
    recipientRemedy: row.recipient_remedy,
    wayBack: storedReturnWay(row.way_back),
    collectOn: row.collect_on,
    note: row.note,
    customer: nameIn(row.delivery_address),
    lines: lines
      .filter(({ return_id }) => return_id === row.id)
      .map(({ name, sku, quantity, reason }) => ({ name, sku, quantity, reason })),
  }));
}

async function linesOf(ids: ReadonlyArray<string>) {
  const found = [];
  for (const part of slices(ids, IDS_PER_STATEMENT)) found.push(...(await linesOfPart(part)));
  return found;
}

function linesOfPart(ids: ReadonlyArray<string>) {
  return db()
    .selectFrom("order_return_lines")
    .innerJoin("order_lines", "order_lines.id", "order_return_lines.order_line_id")
    .select(["return_id", "order_lines.name", "order_lines.sku"])
    .select(["order_return_lines.quantity", "order_return_lines.reason"])
    .where("return_id", "in", ids)
    .orderBy("order_lines.position")
    .execute();
}
