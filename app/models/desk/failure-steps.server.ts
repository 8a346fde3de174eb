import { db, transact } from "#app/db/db.server.ts";
import type { JobPayload } from "#app/models/jobs/job.ts";
import {
  countFailedJobs,
  type FailedPlace,
  listFailedJobs,
  type ListedJob,
  retryDead,
  retryNow,
} from "#app/models/jobs/list.server.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";

import type { DeskPerson } from "./orders/order-steps.server.ts";

export type Failure = ListedJob &
  Readonly<{
    orderNumber: number | null;
  }>;

/** Null for a role that does not see it. */
export async function countFailuresAtDesk(role: StaffRole): Promise<number | null> {
  return can(role, "see-health") ? countFailedJobs() : null;
}

export async function listFailuresAtDesk(
  role: StaffRole,
  limit: number,
  after: FailedPlace | null,
): Promise<ReadonlyArray<Failure>> {
  if (!can(role, "see-health")) return [];
  const jobs = await listFailedJobs(limit, after);
  const numbers = await orderNumbers(jobs.map(({ payload }) => payload));
  return jobs.map((job, index) => ({ ...job, orderNumber: numbers[index] ?? null }));
}

/** By each payload's order, or that of its refund. */
async function orderNumbers(payloads: ReadonlyArray<JobPayload>): Promise<ReadonlyArray<number | null>> {
  const named = payloads.map(({ orderId, refundId }) => [String(orderId ?? ""), String(refundId ?? "")]);
  const refunds = await db()
    .selectFrom("refunds")
    .select(["id", "order_id"])
    .where("id", "in", ["", ...named.map(([, refundId = ""]) => refundId)])
    .execute();
  const orderOf = new Map(refunds.map(({ id, order_id }) => [id, order_id]));
  const ids = named.map(([orderId = "", refundId = ""]) => orderId || (orderOf.get(refundId) ?? ""));
  const orders = await db()
    .selectFrom("orders")
    .select(["id", "number"])
    .where("id", "in", ["", ...ids])
    .execute();
  const numberOf = new Map<string, number>(orders.map(({ id, number }) => [id, number]));
  return ids.map((id) => numberOf.get(id) ?? null);
}

type Retry = Result<
  Readonly<{
    /** "queued": it is tried now. Otherwise what somebody else, or the shop itself, has made of it meanwhile. */
    outcome: "queued" | "waiting" | "running" | "done";
  }>,
  "desk-not-allowed" | "not-found"
>;

/** At once, with a full number of tries. */
export async function retryAtDesk(id: string, actor: DeskPerson): Promise<Retry> {
  if (!can(actor.staff.role, "see-health")) return refused("desk-not-allowed");
  const done = await transact<Retry>(async () => {
    const { outcome } = await retryNow(id, { kinds: null, onlyFailed: true }, actor.now);
    if (outcome === "not-found") return refused("not-found");
    if (outcome === "queued")
      await writeDeskLog(actor, { action: "job-retried", subject: { kind: "job", id } });
    return ok({ outcome });
  });
  if (done.ok) wakeWorker();
  return done;
}

/** Given up by `until` (ISO 8601, UTC), when the page was made. Answers with how many. */
export async function retryAllAtDesk(
  until: string,
  actor: DeskPerson,
): Promise<Result<number, "desk-not-allowed">> {
  if (!can(actor.staff.role, "see-health")) return refused("desk-not-allowed");
  const done = await transact<Result<number, "desk-not-allowed">>(async () => {
    const count = await retryDead(null, actor.now, until);
    const changes = { failed: [String(count), "0"] } as const;
    if (count > 0)
      await writeDeskLog(actor, { action: "jobs-retried", subject: { kind: "none", id: "" }, changes });
    return ok(count);
  });
  if (done.ok) wakeWorker();
  return done;
}
