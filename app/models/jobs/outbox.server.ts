/** The outbox: jobs are written in the caller's transaction, claimed by one worker at a time, done or tried again. */
import { type ExpressionBuilder, sql, type Updateable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

import {
  failureText,
  isLastTry,
  type Job,
  type JobPayload,
  type NewJob,
  retryAfterOf,
  triesOf,
  waitAfterTry,
} from "./job.ts";

/** How long a worker owns a job it has claimed, in milliseconds. A killed worker's jobs are taken over then. */
export const LEASE_MS = 60_000;
/** Jobs looked at in one attempt to claim one. */
const CANDIDATES = 20;

/**
 * Adds a job to the caller's transaction: it exists if that transaction commits, and not otherwise.
 * A key that is there already is left as it is. Call `wakeWorker()` after the commit to have it run at once.
 */
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
}

export type ClaimOptions = Readonly<{
  /** Ids of jobs that are done and whose end could not be written yet: nobody may do them again here. */
  except?: ReadonlySet<string>;
  /** False: jobs whose lease ran out are left to the worker that has them. */
  takesOver?: boolean;
}>;

/** The next due job, now leased to `owner`, or null when there is none. */
export async function claimJob(owner: string, now: Date, options: ClaimOptions = {}): Promise<Job | null> {
  const candidates = (await dueJobs(now)).filter((candidate) => mayClaim(candidate, options));
  for (const candidate of candidates) {
    if (candidate.status === "running" && candidate.tries >= triesOf(candidate.kind)) {
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

function mayClaim({ id, status }: Candidate, { except, takesOver = true }: ClaimOptions): boolean {
  return !except?.has(id) && (takesOver || status !== "running");
}

type Candidate = Awaited<ReturnType<typeof dueJobs>>[number];

function dueJobs(now: Date) {
  return db()
    .selectFrom("jobs")
    .select(["id", "key", "kind", "payload", "status", "tries", "first_tried_at"])
    .where(isDue(now))
    .orderBy("run_at")
    .limit(CANDIDATES)
    .execute();
}

/** Not ended yet. In the words of the index `jobs_due`, not as parameters: only so do engines know it by them. */
export const IS_PENDING = sql<boolean>`jobs.status in ('waiting', 'running')`;

/** Waiting and due, or claimed by a worker that has not finished in time: a claim was due before it ended. */
function isDue(now: Date) {
  const at = now.toISOString();
  return (jobs: ExpressionBuilder<Database, "jobs">) =>
    jobs.and([
      IS_PENDING,
      jobs("run_at", "<=", at),
      jobs.or([jobs("status", "=", "waiting"), jobs("leased_until", "<=", at)]),
    ]);
}

/** Compare and set: of all workers that saw the same state, one changes it. */
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
      last_error: "Every worker that tried it was killed",
      finished_at: now.toISOString(),
    })
    .where("id", "=", candidate.id)
    .where("tries", "=", candidate.tries)
    .where(isDue(now))
    .execute();
}

/** Marks `job` done. False, and nothing is changed, when its lease was lost and another worker has it. */
export async function finishJob(job: Job, owner: string, now: Date): Promise<boolean> {
  return update(job, owner, { status: "done", last_error: null, finished_at: now.toISOString() });
}

type Failure = Readonly<{
  error: unknown;
  now: Date;
  /** From 0 to 1: where in the time it may wait. */
  random: number;
}>;

/**
 * Puts `job` back for a later try, not before the provider that refused it wants to be asked again, or among the dead
 * letters after the last. Answers which; "lost" when another worker has taken it over.
 */
export async function retryJob(
  job: Job,
  owner: string,
  { error, now, random }: Failure,
): Promise<"waiting" | "dead" | "lost"> {
  const triedForMs = now.getTime() - Date.parse(job.firstTriedAt);
  const status = isLastTry(job.kind, job.tries, triedForMs) ? "dead" : "waiting";
  const wait = Math.max(waitAfterTry(job.kind, job.tries, random), retryAfterOf(error));
  const isOurs = await update(job, owner, {
    status,
    run_at: new Date(now.getTime() + wait).toISOString(),
    last_error: failureText(error),
    finished_at: status === "dead" ? now.toISOString() : null,
  });
  return isOurs ? status : "lost";
}

/** Puts `job` back until its turn comes: the try did not count. False when another worker has taken it over. */
export async function postponeJob(job: Job, owner: string, until: Date): Promise<boolean> {
  return update(job, owner, { status: "waiting", run_at: until.toISOString(), tries: job.tries - 1 });
}

/** The fence: owner and try must be those of the claim, or the row belongs to somebody else by now. */
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
