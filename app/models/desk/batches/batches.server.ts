import { type Selectable, sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, mayOf } from "#app/models/staff/role.ts";

import { type BatchEnd, endBatch } from "#app/models/desk/batches/batch-end.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import {
  countDeskOrders,
  listOrderNumbers,
  type OrderSelection,
} from "#app/models/desk/orders/order-list.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";

export const BATCH_MAX = 20_000;
export const BATCH_DAYS = 30;

const DAY_MS = 86_400_000;
/** Rows of one statement: engines take a limited number of values. */
const ROWS_A_STATEMENT = 2_000;

export type BatchStep = "pack" | "unpack";

export type OrderBatch = Readonly<{
  id: number;
  step: BatchStep;
  title: string;
  by: string;
  /** ISO 8601, UTC, as all times here. */
  startedAt: string;
  endedAt: string | null;
  /** Null while it goes on. */
  endReason: BatchEnd | null;
  /** Empty for the shop's own commands. */
  stoppedBy: string;
  counts: BatchCounts;
}>;

export type BatchCounts = Readonly<{
  all: number;
  done: number;
  /** Orders of which somebody had done it before. */
  before: number;
  left: number;
  /** Orders that were not looked at: not yet, or because the batch was stopped. */
  open: number;
}>;

export type BatchRefusal = "desk-not-allowed" | "batch-empty" | "not-found";

function packable(selection: OrderSelection, seen: string | null): OrderSelection {
  return { ...selection, onlyStatus: "paid", unchangedSince: seen };
}

export async function countPackable(
  selection: OrderSelection,
  seen: string | null,
): Promise<Readonly<{ toPack: number; all: number }>> {
  await indexOrders();
  const [toPack, all] = await Promise.all([
    countDeskOrders(packable(selection, seen)),
    countDeskOrders(selection),
  ]);
  return { toPack, all };
}

type NewBatch = Readonly<{
  selection: OrderSelection;
  /** When the page with the list was made; orders that have changed since are left as they are. */
  seen: string | null;
  title: string;
  /** The form's key: the same key begins nothing again. */
  key: string;
}>;

export async function startBatch(
  { selection, seen, title, key }: NewBatch,
  actor: DeskPerson,
): Promise<Result<Readonly<{ id: number }>, BatchRefusal>> {
  if (!can(actor.staff.role, "pack")) return refused("desk-not-allowed");
  await indexOrders();
  const numbers = await listOrderNumbers(packable(selection, seen), BATCH_MAX);
  return begin({ key, step: "pack", title, seen, numbers }, actor);
}

export async function startUnpacking(
  id: number,
  key: string,
  actor: DeskPerson,
): Promise<Result<Readonly<{ id: number }>, BatchRefusal>> {
  if (!can(actor.staff.role, "pack")) return refused("desk-not-allowed");
  const found = await findBatch(id);
  if (found?.step !== "pack") return refused("not-found");
  const rows = await db()
    .selectFrom("order_batch_rows")
    .select("order_number")
    .where("batch_id", "=", id)
    .where("outcome", "=", "done")
    .orderBy("place")
    .execute();
  const numbers = rows.map(({ order_number }) => order_number);
  return begin({ key, step: "unpack", title: found.title, seen: null, numbers }, actor);
}

type Beginning = Readonly<{
  key: string;
  step: BatchStep;
  title: string;
  seen: string | null;
  numbers: ReadonlyArray<number>;
}>;

async function begin(
  { key, step, title, seen, numbers }: Beginning,
  actor: DeskPerson,
): Promise<Result<Readonly<{ id: number }>, "batch-empty">> {
  const { staff, sessionId, factor, now } = actor;
  return transact<Result<Readonly<{ id: number }>, "batch-empty">>(async () => {
    const made = await db()
      .insertInto("order_batches")
      .values({
        ...{ request_key: key, step, title, seen_at: seen, started_at: now.toISOString() },
        ...{ staff_id: staff.id, staff_name: staff.name, session_id: sessionId, factor },
      })
      .onConflict((conflict) => conflict.column("request_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return ok(await batchWithKey(key));
    if (numbers.length === 0) return refused("batch-empty");
    await insertRows(made.id, numbers);
    await enqueue({ key: jobKeyOf(made.id), kind: "order-batch", payload: { batchId: made.id } });
    await writeDeskLog(actor, {
      action: "order-batch-started",
      subject: { kind: "order-batch", id: String(made.id) },
      reason: `${step === "pack" ? "Packing" : "Unpacking"} of ${numbers.length} orders`,
      key,
    });
    return ok({ id: made.id });
  });
}

const jobKeyOf = (id: number) => `order-batch:${id}`;

function batchWithKey(key: string) {
  return db()
    .selectFrom("order_batches")
    .select("id")
    .where("request_key", "=", key)
    .executeTakeFirstOrThrow();
}

async function insertRows(id: number, numbers: ReadonlyArray<number>): Promise<void> {
  for (let start = 0; start < numbers.length; start += ROWS_A_STATEMENT)
    await db()
      .insertInto("order_batch_rows")
      .values(
        numbers.slice(start, start + ROWS_A_STATEMENT).map((order_number, index) => ({
          ...{ batch_id: id, place: start + index, order_number, outcome: null, reason: null },
        })),
      )
      .execute();
}

/** Orders not looked at yet stay as they are. What has ended before is no error. */
export async function stopBatch(
  id: number,
  actor: DeskActor,
): Promise<Result<Readonly<{ isChanged: boolean }>, BatchRefusal>> {
  if (!mayOf(actor)("pack")) return refused("desk-not-allowed");
  return transact<Result<Readonly<{ isChanged: boolean }>, BatchRefusal>>(async () => {
    if (!(await findBatch(id))) return refused("not-found");
    const isChanged = await endBatch(id, { reason: "stopped", by: actor.staff?.name ?? "", now: actor.now });
    if (isChanged)
      await writeDeskLog(actor, {
        action: "order-batch-stopped",
        subject: { kind: "order-batch", id: String(id) },
      });
    return ok({ isChanged });
  });
}

export async function findBatch(id: number): Promise<OrderBatch | null> {
  const row = await db().selectFrom("order_batches").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? batchOf(row) : null;
}

export async function listBatches(now: Date, limit: number): Promise<ReadonlyArray<OrderBatch>> {
  const rows = await db()
    .selectFrom("order_batches")
    .selectAll()
    .where("started_at", ">", new Date(now.getTime() - DAY_MS).toISOString())
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return Promise.all(rows.map(batchOf));
}

async function batchOf(row: Selectable<Database["order_batches"]>): Promise<OrderBatch> {
  return {
    ...{ id: row.id, step: row.step, title: row.title, by: row.staff_name, startedAt: row.started_at },
    ...{ endedAt: row.ended_at, endReason: row.end_reason, stoppedBy: row.stopped_by },
    counts: await countRows(row.id),
  };
}

async function countRows(id: number): Promise<BatchCounts> {
  const rows = await db()
    .selectFrom("order_batch_rows")
    .select(["outcome", sql<number | string>`count(*)`.as("count")])
    .where("batch_id", "=", id)
    .groupBy("outcome")
    .execute();
  const of = (outcome: string | null) => Number(rows.find((row) => row.outcome === outcome)?.count ?? 0);
  const [done, before, left, open] = [of("done"), of("before"), of("left"), of(null)];
  return { all: done + before + left + open, done, before, left, open };
}

export type LeftOrder = Readonly<{
  place: number;
  number: number;
  reason: string;
  /** What the order is now; null if it is gone. */
  status: string | null;
}>;

export async function listLeft(
  id: number,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<ReadonlyArray<LeftOrder>> {
  const rows = await db()
    .selectFrom("order_batch_rows as line")
    .leftJoin("orders", "orders.number", "line.order_number")
    .select(["line.place", "line.order_number", "line.reason", "orders.status"])
    .where("line.batch_id", "=", id)
    .where("line.outcome", "=", "left")
    .where("line.place", ">", after)
    .orderBy("line.place")
    .limit(limit)
    .execute();
  return rows.map(({ place, order_number, reason, status }) => ({
    ...{ place, number: order_number, reason: reason ?? "", status },
  }));
}

/** Nobody works on it and nobody will: its job was given up. */
export async function standsStill({ id, endedAt }: Pick<OrderBatch, "id" | "endedAt">): Promise<boolean> {
  if (endedAt !== null) return false;
  const job = await db()
    .selectFrom("jobs")
    .select("status")
    .where("key", "=", jobKeyOf(id))
    .executeTakeFirst();
  return job?.status === "dead";
}

/** Safe to repeat. */
export async function cleanUpBatches(now: Date): Promise<void> {
  const before = new Date(now.getTime() - BATCH_DAYS * DAY_MS).toISOString();
  await db().deleteFrom("order_batches").where("started_at", "<=", before).execute();
}
