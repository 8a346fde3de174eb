/** Forgets jobs that were done long ago: every order leaves a few behind, and some hold somebody's address. */
import { db } from "#app/db/db.server.ts";

const DAY_MS = 86_400_000;
/**
 * Days that a job which was done is kept. Its key stops the same work being queued twice, so it must outlast whatever
 * may ask for it again: a payment provider repeats itself for a month at most, links in letters hold as long.
 */
const DONE_DAYS = 90;
/** Jobs in one sweep: a round in each minute keeps up with a thousand a minute, and shoppers do not wait for it. */
const BATCH = 1_000;

/** Drops a batch of the oldest of them. Dead letters stay until their owner has looked at them. */
export async function sweepJobs(now: Date): Promise<void> {
  const before = new Date(now.getTime() - DONE_DAYS * DAY_MS).toISOString();
  await db()
    .deleteFrom("jobs")
    .where("id", "in", (jobs) =>
      jobs
        .selectFrom("jobs as old")
        .select("old.id")
        .where("old.created_at", "<", before)
        .where("old.status", "=", "done")
        .where("old.finished_at", "<", before)
        .orderBy("old.created_at")
        .limit(BATCH),
    )
    .execute();
}
