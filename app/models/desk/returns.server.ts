import { db } from "#app/db/db.server.ts";
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
  lines: ReadonlyArray<Readonly<{ name: string; sku: string; quantity: number; reason: string }>>;
}>;

const LIST_MAX = 200;

/** Returns, those that wait first and the oldest of them on top; with `number` only that one. */
export async function listDeskReturns(number?: string): Promise<ReadonlyArray<DeskReturn>> {
  const rows = await returnRows()
    .$if(number !== undefined, (returns) => returns.where("order_returns.number", "=", number ?? ""))
    .limit(LIST_MAX)
    .execute();
  return withLines(rows);
}

/** Returns of the orders with these ids. */
export async function returnsOfOrders(ids: ReadonlyArray<string>): Promise<ReadonlyArray<DeskReturn>> {
  if (ids.length === 0) return [];
  return withLines(await returnRows().where("order_returns.order_id", "in", ids).execute());
}

function returnRows() {
  return db()
    .selectFrom("order_returns")
    .innerJoin("orders", "orders.id", "order_returns.order_id")
    .select(["order_returns.id", "order_returns.number", "orders.number as order_number"])
    .select(["order_returns.status", "requested_at", "legal_basis", "order_returns.note", "recipient_remedy"])
    .orderBy("order_returns.status", "desc")
    .orderBy("requested_at")
    .orderBy("order_returns.number");
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
