/** Each order in a transaction of its own. */
import { db, transact } from "#app/db/db.server.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";

import {
  type DeskPerson,
  orderIdOf,
  stepAtDesk,
  type StepRefusal,
} from "#app/models/desk/orders/order-steps.server.ts";
import { endBatch } from "./batch-end.server.ts";
import type { BatchStep } from "./batches.server.ts";

/** Milliseconds after which the job makes room for others and for the end of the process. */
const SLICE_MS = 5_000;

type Running = Readonly<{ id: number; step: BatchStep; seen: string | null; actor: DeskPerson }>;
type Row = Readonly<{ place: number; number: number }>;

/** If a process dies, the next one goes on with the first order that has no outcome. */
export const workOnBatch: JobHandler = async ({ payload }) => {
  const id = Number(payload["batchId"]);
  const until = Date.now() + SLICE_MS;
  for (;;) {
    // Looked at before each order: it may have been stopped, or the role may be another one by now.
    const batch = await findRunning(id, new Date());
    if (batch === null) return;
    const row = await nextRow(id);
    if (row === null) {
      await endBatch(id, { reason: "done", now: new Date() });
      return;
    }
    await takeRow(row, batch);
    if (Date.now() >= until) throw new Postponed(0, "More orders of the batch are left");
  }
};

/** As they are now. Null: it has ended. */
async function findRunning(id: number, now: Date): Promise<Running | null> {
  const row = await db()
    .selectFrom("order_batches")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const staff = await findStaff(row.staff_id);
  if (!staff || staff.endedAt !== null || !can(staff.role, "pack")) {
    await endBatch(id, { reason: "role", now });
    return null;
  }
  const actor = { staff, sessionId: row.session_id, factor: row.factor, address: "", userAgent: "", now };
  return { id, step: row.step, seen: row.seen_at, actor };
}

async function nextRow(id: number): Promise<Row | null> {
  const row = await db()
    .selectFrom("order_batch_rows")
    .select(["place", "order_number"])
    .where("batch_id", "=", id)
    .where("outcome", "is", null)
    .orderBy("place")
    .limit(1)
    .executeTakeFirst();
  return row ? { place: row.place, number: row.order_number } : null;
}

async function takeRow(row: Row, batch: Running): Promise<void> {
  const refusal = await refusalOf(row, batch);
  if (refusal !== null) await note(batch.id, row, { outcome: "left", reason: refusal });
}

/** An order that fails keeps no other back. */
async function refusalOf(row: Row, batch: Running): Promise<string | null> {
  try {
    const done = await transact<Result<null, StepRefusal>>(async () => {
      // Whoever notes the outcome does the step: a worker whose lease was lost finds it noted.
      if (!(await note(batch.id, row, { outcome: "done", reason: null }))) return ok(null);
      const stepped = await stepUnchanged(row.number, batch);
      if (!stepped.ok) return stepped;
      if (!stepped.value.isChanged) await noteBefore(batch.id, row);
      return ok(null);
    });
    return done.ok ? null : done.code;
  } catch {
    // A database that is away refuses this note too, and the job is tried again.
    return "batch-failed";
  }
}

async function stepUnchanged(number: number, { step, seen, actor }: Running) {
  const id = await orderIdOf(number);
  const order = id && (await lockOrder(id));
  if (order && seen !== null && order.status === "paid" && (await hasChanged(number, seen)))
    return refused("order-state-conflict");
  return stepAtDesk({ number, step, shown: null }, actor);
}

async function hasChanged(number: number, since: string): Promise<boolean> {
  const row = await db()
    .selectFrom("orders")
    .select("updated_at")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return row.updated_at > since;
}

type Outcome = Readonly<{ outcome: "done" | "left"; reason: string | null }>;

async function note(id: number, { place }: Row, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("order_batch_rows")
    .set(outcome)
    .where("batch_id", "=", id)
    .where("place", "=", place)
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function noteBefore(id: number, { place }: Row): Promise<void> {
  await db()
    .updateTable("order_batch_rows")
    .set({ outcome: "before" })
    .where("batch_id", "=", id)
    .where("place", "=", place)
    .execute();
}
