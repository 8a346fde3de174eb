/** Transactions about an order's money commit only if its sums hold. */
import { sql } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { inTransaction, transact } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { minor } from "./orders.ts";
import { brokenSums } from "./sums.ts";

/** A refusal undoes the change too; it may run more than once and must touch nothing but the database. */
export type Beside<Value, Code extends string> = (value: Value) => Promise<Result<null, Code>>;

export async function withBeside<Value, Code extends string, Other extends string>(
  done: Result<Value, Code>,
  beside: Beside<Value, Other> | undefined,
): Promise<Result<Value, Code | Other>> {
  if (!done.ok || !beside) return done;
  const also = await beside(done.value);
  return also.ok ? done : also;
}

export type SumsDiffer = Refusal<"sums-differ">;

/**
 * If the sums of the changed order do not hold, everything is rolled back, an incident is recorded, the owner gets an
 * email, and the result is "sums-differ". Call it outside any transaction, because the incident must outlive the
 * roll-back.
 */
export async function checkedTransaction<Value, Code extends string>(
  command: () => Promise<Result<Value, Code>>,
  orderOf: (value: Value) => OrderId,
  now: Date,
): Promise<Result<Value, Code> | SumsDiffer> {
  const done = await transact<Result<Value, Code> | SumsDiffer>(async () => {
    const outcome = await command();
    return (outcome.ok ? await refusalOf(orderOf(outcome.value)) : null) ?? outcome;
  });
  if (!done.ok && done.code === "sums-differ") await report(done, now);
  return done;
}

async function refusalOf(orderId: OrderId): Promise<SumsDiffer | null> {
  const [row] = await sumsOf({ orderId });
  if (!row) return null;
  const { totals, paid_at, ...sums } = row;
  const delivery = minor((JSON.parse(totals) as { delivery: { minor: number } | null }).delivery);
  const broken = brokenSums({ ...sums, isPaid: paid_at !== null, delivery });
  if (broken.length === 0) return null;
  return refused("sums-differ", { orderId, orderNumber: row.number, broken: broken.join("; ") });
}

const ofOrder = "WHERE order_id = orders.id";
const sumOf = (what: string, table: string) =>
  sql.raw<number>(`(SELECT COALESCE(SUM(${what}), 0) FROM ${table} ${ofOrder})`);

const REFUNDED = `CASE WHEN refunds.currency = orders.currency AND refunds.status <> 'void'
  THEN amount_minor ELSE 0 END`;

const sumsOf = compiledQuery((database, { orderId }: Readonly<{ orderId: string }>) =>
  database
    .selectFrom("orders")
    .select(["number", "status", "paid_at", "totals", "total_minor as total"])
    .select([
      sumOf("line_total_minor - discount_minor + wrap_minor", "order_lines").as("lines"),
      sumOf("quantity", "order_lines").as("ordered"),
      sumOf("quantity", "reservations").as("reserved"),
      sumOf("amount_minor", "payments").as("payment"),
      sumOf(REFUNDED, "refunds").as("refunds"),
    ])
    .where("id", "=", orderId),
);

async function report({ detail }: Pick<SumsDiffer, "detail">, now: Date): Promise<void> {
  await inTransaction(async () => {
    await record("invariant-broken", { customerId: null, detail }, now);
    await enqueue({
      key: `invariant-alert:${detail["orderId"]}`,
      kind: "invariant-alert",
      payload: detail,
    });
  });
}
