import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { RecipientRemedy } from "#app/models/order/return.ts";

export type DeskReturn = Readonly<{
  number: string;
  orderNumber: number;
  status: "requested" | "received";
  /** ISO 8601, UTC. */
  requestedAt: string;
  /** True where the buyer has withdrawn from the contract. */
  isWithdrawal: boolean;
  /** What the family chose to whom the items were given; null for a return of the buyer. */
  recipientRemedy: RecipientRemedy | null;
  note: string;
  /** Whoever has ordered it. */
  customer: string;
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
}>;

const PAGE_ROWS = 50;

export const RETURN_VIEWS = [
  { key: "open", title: "Asked for" },
  { key: "accepted", title: "Accepted" },
] as const;

export type ReturnViewKey = (typeof RETURN_VIEWS)[number]["key"];

type ReturnPage = Readonly<{ returns: ReadonlyArray<DeskReturn>; next: string | null }>;

/** A page of returns: open ones the oldest first, accepted ones the newest. `after` is the last number of the page before. */
export async function listDeskReturns(view: ReturnViewKey, after: string | null): Promise<ReturnPage> {
  const isOpen = view === "open";
  const [direction, beyond] = isOpen ? (["asc", sql`>`] as const) : (["desc", sql`<`] as const);
  const rows = await returnRows()
    .where("order_returns.status", "=", isOpen ? "requested" : "received")
    .$if(after !== null, (returns) =>
      returns.where(
        sql<boolean>`(requested_at, order_returns.number) ${beyond}
          (SELECT last.requested_at, last.number FROM order_returns AS last WHERE last.number = ${after})`,
      ),
    )
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

export async function findDeskReturn(number: string): Promise<DeskReturn | null> {
  const rows = await returnRows().where("order_returns.number", "=", number).execute();
  const [found] = await withLines(rows);
  return found ?? null;
}

/** Returns of the orders with these ids. */
export async function returnsOfOrders(ids: ReadonlyArray<string>): Promise<ReadonlyArray<DeskReturn>> {
  if (ids.length === 0) return [];
  const rows = await returnRows()
    .where("order_returns.order_id", "in", ids)
    .orderBy("requested_at", "desc")
    .orderBy("order_returns.number")
    .execute();
  return withLines(rows);
}

function returnRows() {
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
      "orders.delivery_address",
    ]);
}

function nameIn(address: string): string {
  const { first_name, last_name } = JSON.parse(address) as Pick<Address, "first_name" | "last_name">;
  return `${first_name} ${last_name}`.trim();
}

type Row = Awaited<ReturnType<ReturnType<typeof returnRows>["execute"]>>[number];

async function withLines(rows: ReadonlyArray<Row>): Promise<ReadonlyArray<DeskReturn>> {
  const lines = rows.length === 0 ? [] : await linesOf(rows.map(({ id }) => id));
  return rows.map((row) => ({
    number: row.number,
    orderNumber: row.order_number,
    status: row.status,
    requestedAt: row.requested_at,
    isWithdrawal: row.legal_basis !== null,
    recipientRemedy: row.recipient_remedy,
    note: row.note,
    customer: nameIn(row.delivery_address),
    lines: lines
      .filter(({ return_id }) => return_id === row.id)
      .map(({ name, sku, quantity, reason }) => ({ name, sku, quantity, reason })),
  }));
}

function linesOf(ids: ReadonlyArray<string>) {
  return db()
    .selectFrom("order_return_lines")
    .innerJoin("order_lines", "order_lines.id", "order_return_lines.order_line_id")
    .select(["return_id", "order_lines.name", "order_lines.sku"])
    .select(["order_return_lines.quantity", "order_return_lines.reason"])
    .where("return_id", "in", ids)
    .orderBy("order_lines.position")
    .execute();
}
