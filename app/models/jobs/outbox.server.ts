/** Jobs are inserted in the caller's transaction and claimed by one worker at a time (decision 0008). */
import { type ExpressionBuilder, sql, type Updateable } from "kysely";

import { afterCommit, db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

import {
  failureText,
  GivenUp,
  isLastTry,
  type Job,
  type JobPayload,
  type NewJob,
  retryAfterOf,
  triesOf,
  waitAfterTry,
} from "./job.ts";

/** Then another worker may take the job. */
export const LEASE_MS = 60_000;
const CANDIDATES = 20;

/** Of the workers of this process. */
export const wakers = new Set<() => void>();

export function wakeWorker(): void {
  for (const wake of wakers) wake();
}

/** In the caller's transaction, after whose commit the worker is woken; an existing key is left as it is. */
export async function enqueue(job: NewJob): Promise<void> {
  const now = new Date().toISOString();
  await db()
    .insertInto("jobs")
    .values({
      id: newId("job"),
      key: job.key,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      status: "waiting",
      run_at: job.runAt ?? now,
      created_at: now,
      lease_owner: null,
      leased_until: null,
      last_error: null,
      first_tried_at: null,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  afterCommit(wakeWorker);
}

/** As `enqueue`, for work that comes again: a job of this key that is over makes way, and one that waits is due. */
export async function enqueueAgain(job: NewJob): Promise<void> {
  await db().deleteFrom("jobs").where("key", "=", job.key).where("status", "in", ["done", "dead"]).execute();
  const now = job.runAt ?? new Date().toISOString();
  await db()
    .updateTable("jobs")
    .set({ run_at: now })
    .where("key", "=", job.key)
    .where("status", "=", "waiting")
    .where("run_at", ">", now)
    .execute();
  await enqueue(job);
}

/** A job that is not tried by itself any more, and listed as failed until somebody tries it again; in the caller's transaction. */
export async function buryJob(job: NewJob, why: string, now: Date): Promise<void> {
  await enqueue(job);
  await db()
    .updateTable("jobs")
    .set({ status: "dead", last_error: why, finished_at: now.toISOString() })
    .set({ lease_owner: null, leased_until: null })
    .where("key", "=", job.key)
    .execute();
}

export type ClaimOptions = Readonly<{
  /** Finished jobs whose mark could not be written yet, which this worker must not run again. */
  except?: ReadonlySet<string>;
  /** False: jobs with an expired lease are left to their worker. */
  takesOver?: boolean;
}>;

export async function claimJob(owner: string, now: Date, options: ClaimOptions = {}): Promise<Job | null> {
  const candidates = (await dueJobs(now)).filter((candidate) => mayClaim(candidate, options));
  for (const candidate of candidates) {
    if (isAbandoned(candidate, now)) {
      await buryAbandoned(candidate, now);
      continue;
    }
    if (await lease(candidate, owner, now)) {
      return {
        id: candidate.id,
        key: candidate.key,
        kind: candidate.kind,
        payload: JSON.parse(candidate.payload) as JobPayload,
        tries: candidate.tries + 1,
        firstTriedAt: candidate.first_tried_at ?? now.toISOString(),
      };
    }
  }
  return null;
}

/**
 * Its worker died. A job that killed every worker is given up after the fewest tries; one that had failed before, for
 * another reason, is tried for as long as its schedule says.
 */
function isAbandoned({ status, kind, tries, ...candidate }: Candidate, now: Date): boolean {
  if (status !== "running") return false;
  const hasFailed = candidate.last_error !== null;
  const triedForMs = now.getTime() - Date.parse(candidate.first_tried_at ?? now.toISOString());
  return hasFailed ? isLastTry(kind, tries, triedForMs) : tries >= triesOf(kind);
}

function mayClaim({ id, status }: Candidate, { except, takesOver = true }: ClaimOptions): boolean {
  return !except?.has(id) && (takesOver || status !== "running");
}

type Candidate = Awaited<ReturnType<typeof dueJobs>>[number];

function dueJobs(now: Date) {
  return db()
    .selectFrom("jobs")
    .select(["id", "key", "kind", "payload", "status", "tries", "first_tried_at", "last_error"])
    .where(isDue(now))
    .orderBy("run_at")
    .limit(CANDIDATES)
    .execute();
}

/** As constants, as in the index `jobs_due`, because engines do not match parameters with it. */
export const IS_PENDING = sql<boolean>`jobs.status in ('waiting', 'running')`;

/** A job claimed with an expired lease was due before. */
function isDue(now: Date) {
  const at = now.toISOString();
  return (jobs: ExpressionBuilder<Database, "jobs">) =>
    jobs.and([
      IS_PENDING,
      jobs("run_at", "<=", at),
      jobs.or([jobs("status", "=", "waiting"), jobs("leased_until", "<=", at)]),
    ]);
}

/** Compare and set: of all workers that saw the same state one succeeds. */
async function lease(candidate: Candidate, owner: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("jobs")
    .set({
      status: "running",
      lease_owner: owner,
      leased_until: new Date(now.getTime() + LEASE_MS).toISOString(),
      tries: candidate.tries + 1,
      first_tried_at: candidate.first_tried_at ?? now.toISOString(),
    })
    .where("id", "=", candidate.id)
    .where("tries", "=", candidate.tries)
    .where(isDue(now))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

async function buryAbandoned(candidate: Candidate, now: Date): Promise<void> {
  await db()
    .updateTable("jobs")
    .set({
      status: "dead",
      lease_owner: null,
      leased_until: null,
      last_error: candidate.last_error ?? "Every worker that tried it was killed",
      finished_at: now.toISOString(),
    })
    .where("id", "=", candidate.id)
    .where("tries", "=", candidate.tries)
    .where(isDue(now))
    .execute();
}

/** While no try of it has begun; with `orGivenUp` also after its last one. */
export async function withdrawJob(
  key: string,
  { orGivenUp = false }: Readonly<{ orGivenUp?: boolean }> = {},
): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom("jobs")
    .where("key", "=", key)
    .where((job) => {
      const isUnbegun = job.and([job("status", "=", "waiting"), job("tries", "=", 0)]);
      return orGivenUp ? job.or([isUnbegun, job("status", "=", "dead")]) : isUnbegun;
    })
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** False if its lease was lost to another worker. */
export async function finishJob(job: Job, owner: string, now: Date): Promise<boolean> {
  return update(job, owner, { status: "done", last_error: null, finished_at: now.toISOString() });
}

type Failure = Readonly<{
  error: unknown;
  now: Date;
  random: number;
}>;

/** Not before a Retry-After; "lost" if another worker has it. */
export async function retryJob(
  job: Job,
  owner: string,
  { error, now, random }: Failure,
): Promise<"waiting" | "dead" | "lost"> {
  const triedForMs = now.getTime() - Date.parse(job.firstTriedAt);
  const isOver = error instanceof GivenUp || isLastTry(job.kind, job.tries, triedForMs);
  const status = isOver ? "dead" : "waiting";
  const wait = Math.max(waitAfterTry(job.kind, job.tries, random), retryAfterOf(error));
  const isOurs = await update(job, owner, {
    status,
    run_at: new Date(now.getTime() + wait).toISOString(),
    last_error: failureText(error),
    finished_at: status === "dead" ? now.toISOString() : null,
  });
  return isOurs ? status : "lost";
}

export async function postponeJob(job: Job, owner: string, until: Date): Promise<boolean> {
  return update(job, owner, { status: "waiting", run_at: until.toISOString(), tries: job.tries - 1 });
}

/** The fence: only if owner and try are those of the claim. */
async function update(job: Job, owner: string, values: Updateable<Database["jobs"]>): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("jobs")
    .set({ ...values, lease_owner: null, leased_until: null })
    .where("id", "=", job.id)
    .where("lease_owner", "=", owner)
    .where("tries", "=", job.tries)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
