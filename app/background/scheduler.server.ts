import { takeLease } from "#app/db/leases.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { failureText } from "#app/models/jobs/job.ts";

const INTERVAL_MS = 60_000;
/** Seconds for which a run keeps other processes from theirs: less than the pause between two runs. */
const LEASE_SECONDS = 50;
const LEASE = "scheduler";

/** By its name in the log; must be safe to repeat. */
export type Periodic = Readonly<Record<string, (now: Date) => Promise<unknown>>>;

type Work = Readonly<{
  /** Done by every process: it is about what the process keeps in memory. */
  everywhere: Periodic;
  /** Done by one process in each minute. */
  once: Periodic;
}>;

export type Scheduler = Readonly<{
  /** Starts no further run, and resolves when the current one has ended. */
  stop(): Promise<void>;
}>;

export function startScheduler(work: Work): Scheduler {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const scheduleNext = () => {
    timer = setTimeout(() => {
      current = runOnce(work).then(() => (isStopped ? undefined : scheduleNext()));
    }, INTERVAL_MS).unref();
  };
  scheduleNext();
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
  if (await tryTakeLease()) await doAll(once);
}

async function tryTakeLease(): Promise<boolean> {
  try {
    return await takeLease(LEASE, LEASE_SECONDS, new Date());
  } catch (error) {
    logger.error({ work: "lease", failure: failureText(error) }, "periodic work failed");
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
