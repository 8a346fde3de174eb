import { db } from "#app/db/db.server.ts";
import { IS_PENDING } from "./outbox.server.ts";

export const JOB_STATUSES = ["waiting", "running", "done", "dead"] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export type ListedJob = Readonly<{
  id: string;
  key: string;
  kind: string;
  status: JobStatus;
  tries: number;
  /** The earliest time of the next try. ISO 8601, as all times here. */
  runAt: string;
  createdAt: string;
  finishedAt: string | null;
  /** Contains no addresses. */
  lastError: string | null;
}>;

type Criteria = Readonly<{
  statuses: ReadonlyArray<JobStatus>;
  /** Null: all kinds. */
  kinds: ReadonlyArray<string> | null;
  limit: number;
}>;

export async function listJobs({ statuses, kinds, limit }: Criteria): Promise<ReadonlyArray<ListedJob>> {
  const rows = await db()
    .selectFrom("jobs")
    .select(["id", "key", "kind", "status", "tries", "run_at", "created_at", "finished_at", "last_error"])
    .where("status", "in", statuses)
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    kind: row.kind,
    status: row.status,
    tries: row.tries,
    runAt: row.run_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    lastError: row.last_error,
  }));
}

export type Retried = Readonly<{ name: string; outcome: "queued" | "done" | "running" | "not-found" }>;

/**
 * Runs the job with this id or key at once, with a full number of tries: a dead one, or one that waits. Finished and
 * running jobs stay as they are.
 */
export async function retryNow(
  name: string,
  kinds: ReadonlyArray<string> | null,
  now: Date,
): Promise<Retried> {
  const job = await db()
    .selectFrom("jobs")
    .select(["id", "status"])
    .where((eb) => eb.or([eb("id", "=", name), eb("key", "=", name)]))
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .executeTakeFirst();
  if (!job) return { name, outcome: "not-found" };
  if (job.status === "done" || job.status === "running") return { name, outcome: job.status };
  const isQueued = (await queueAgain(now).where("id", "=", job.id).execute()).some(hasChanged);
  return { name, outcome: isQueued ? "queued" : "running" };
}

export async function retryDead(kinds: ReadonlyArray<string> | null, now: Date): Promise<number> {
  const changed = await queueAgain(now)
    .where("status", "=", "dead")
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

function queueAgain(now: Date) {
  return db()
    .updateTable("jobs")
    .set({ status: "waiting", run_at: now.toISOString(), tries: 0, first_tried_at: null, finished_at: null })
    .where("status", "in", ["waiting", "dead"]);
}

function hasChanged({ numUpdatedRows }: Readonly<{ numUpdatedRows: bigint }>): boolean {
  return numUpdatedRows > 0n;
}

export type QueueState = Readonly<{
  /** The due time of the longest overdue job; null if none is overdue. */
  oldestDueAt: string | null;
  dead: number;
  deadRefunds: number;
}>;

export async function queueState(now: Date): Promise<QueueState> {
  const due = await db()
    .selectFrom("jobs")
    .select((eb) => eb.fn.min<string | null>("run_at").as("oldest"))
    .where(IS_PENDING)
    .where("status", "=", "waiting")
    .where("run_at", "<=", now.toISOString())
    .executeTakeFirstOrThrow();
  const dead = await db()
    .selectFrom("jobs")
    .select((eb) => ["kind", eb.fn.countAll<number>().as("count")])
    .where("status", "=", "dead")
    .groupBy("kind")
    .execute();
  const sum = (rows: typeof dead) => rows.reduce((total, row) => total + row.count, 0);
  return {
    oldestDueAt: due.oldest,
    dead: sum(dead),
    deadRefunds: sum(dead.filter(({ kind }) => kind.includes("refund") && !kind.endsWith("refunded"))),
  };
}
