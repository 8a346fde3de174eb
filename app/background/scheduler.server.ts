/** Work that is due again and again, such as looking for orders that nobody paid: once for all processes together. */
import { takeLease } from "#app/db/leases.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { failureText } from "#app/models/jobs/job.ts";

/** How often each process looks whether it is its turn, in milliseconds. */
const INTERVAL_MS = 60_000;
/** A round that any process began keeps the others from theirs for so many seconds: less than the pause between two. */
const LEASE_SECONDS = 50;
const LEASE = "rounds";

/** What is done, by its name in the log. Must be safe to repeat. */
export type Periodic = Readonly<Record<string, (now: Date) => Promise<unknown>>>;

type Work = Readonly<{
  /** Done by every process: it is about what the process keeps in memory. */
  everywhere: Periodic;
  /** Done by one process in each minute. */
  once: Periodic;
}>;

export type Scheduler = Readonly<{
  /** Begins no other round, and answers when the one that is under way is over. */
  stop(): Promise<void>;
}>;

/** One round at a time, a pause before each. */
export function startScheduler(work: Work): Scheduler {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const plan = () => {
    timer = setTimeout(() => {
      current = runOnce(work).then(() => (isStopped ? undefined : plan()));
    }, INTERVAL_MS).unref();
  };
  plan();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}

export async function runOnce({ everywhere, once }: Work): Promise<void> {
  await doAll(everywhere);
  if (await isLeaseHeld()) await doAll(once);
}

async function isLeaseHeld(): Promise<boolean> {
  try {
    return await takeLease(LEASE, LEASE_SECONDS, new Date());
  } catch (error) {
    logger.error({ work: "the turn of a round", failure: failureText(error) }, "periodic work failed");
    return false;
  }
}

async function doAll(periodic: Periodic): Promise<void> {
  for (const [name, work] of Object.entries(periodic)) {
    try {
      await work(new Date());
    } catch (error) {
      logger.error({ work: name, failure: failureText(error) }, "periodic work failed");
    }
  }
}
