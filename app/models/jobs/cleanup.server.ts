import { db } from "#app/db/db.server.ts";

const DAY_MS = 86_400_000;
/**
 * A job's key prevents the same work twice, so it must outlast every repetition: a payment provider repeats itself for
 * a month at most, and links in emails work as long.
 */
const DONE_DAYS = 90;
/** One round a minute keeps up with a thousand jobs a minute. */
const BATCH = 1_000;

/** Dead jobs stay until the admin has looked at them. */
export async function cleanUpJobs(now: Date): Promise<void> {
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
