import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";

import { type JobPayload, REFUND_KINDS } from "./job.ts";
import { IS_PENDING } from "./outbox.server.ts";

export const JOB_STATUSES = ["waiting", "running", "done", "dead"] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export type ListedJob = Readonly<{
  id: string;
  key: string;
  kind: string;
  status: JobStatus;
  tries: number;
  /** ISO 8601, as all times here. */
  runAt: string;
  createdAt: string;
  finishedAt: string | null;
  lastError: string | null;
}>;

type Criteria = Readonly<{
  statuses: ReadonlyArray<JobStatus>;
  kinds: ReadonlyArray<string> | null;
  limit: number;
}>;

export async function listJobs({ statuses, kinds, limit }: Criteria): Promise<ReadonlyArray<ListedJob>> {
  return db()
    .selectFrom("jobs")
    .modifyFront(WALK)
    .select(LISTED)
    .where("status", "in", statuses)
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

const LISTED = [
  ...(["id", "key", "kind", "status", "tries", "run_at as runAt"] as const),
  ...(["created_at as createdAt", "finished_at as finishedAt", "last_error as lastError"] as const),
] as const;

export type FailedJob = ListedJob & Readonly<{ payload: JobPayload }>;

export type FailedPlace = Readonly<{ createdAt: string; id: string }>;

/** Also refunds that the provider has refused and that are tried again; the newest first. */
export async function listFailedJobs(
  limit: number,
  after: FailedPlace | null = null,
): Promise<ReadonlyArray<FailedJob>> {
  const rows = await db()
    .selectFrom(failedJobs().as("failed"))
    .modifyFront(WALK)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((row) =>
        row.or([
          row("createdAt", "<", after?.createdAt ?? ""),
          row.and([row("createdAt", "=", after?.createdAt ?? ""), row("id", "<", after?.id ?? "")]),
        ]),
      ),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as JobPayload }));
}

export async function countFailedJobs(): Promise<number> {
  const { count } = await db()
    .selectFrom(failedJobs().as("failed"))
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function failedJobs() {
  const columns = [...LISTED, "payload"] as const;
  return db()
    .selectFrom("jobs")
    .select(columns)
    .where(IS_DEAD)
    .unionAll(
      db()
        .selectFrom("jobs")
        .select(columns)
        .where(IS_PENDING)
        .where("status", "=", "waiting")
        .where("tries", ">", 0)
        .where("kind", "in", REFUND_KINDS),
    );
}

/** As a constant, as in the index `jobs_dead`. */
export const IS_DEAD = sql<boolean>`jobs.status = 'dead'`;

export type Retried = Readonly<{
  name: string;
  outcome: "queued" | "waiting" | "done" | "running" | "not-found";
}>;

/**
 * With a full number of tries; finished and running jobs stay as they are, and with `onlyFailed` those that wait for
 * their first try too.
 */
export async function retryNow(
  name: string,
  { kinds, onlyFailed = false }: Readonly<{ kinds: ReadonlyArray<string> | null; onlyFailed?: boolean }>,
  now: Date,
): Promise<Retried> {
  const job = await db()
    .selectFrom("jobs")
    .select(["id", "status", "tries"])
    .where((eb) => eb.or([eb("id", "=", name), eb("key", "=", name)]))
    .$if(kinds !== null, (query) => query.where("kind", "in", kinds ?? []))
    .executeTakeFirst();
  if (!job) return { name, outcome: "not-found" };
  if (job.status === "done" || job.status === "running") return { name, outcome: job.status };
  if (onlyFailed && job.status === "waiting" && job.tries === 0) return { name, outcome: "waiting" };
  const changed = await queueAgain(now)
    .where("id", "=", job.id)
    .where("status", "=", job.status)
    .where("tries", "=", job.tries)
    .execute();
  const isQueued = changed.some(hasChanged);
  return { name, outcome: isQueued ? "queued" : "running" };
}

/** With `until` (ISO 8601) those that were given up by then; returns how many. */
export async function retryDead(
  kinds: ReadonlyArray<string> | null,
  now: Date,
  until: string | null = null,
): Promise<number> {
  const changed = await queueAgain(now)
    .where("status", "=", "dead")
    .$if(until !== null, (query) => query.where("finished_at", "<=", until))
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
    deadRefunds: sum(dead.filter(({ kind }) => REFUND_KINDS.includes(kind))),
  };
}
