/** The worker: runs due jobs one after another, a few at a time, inside the web process. */
import { randomBytes } from "node:crypto";

import { type Job, Postponed } from "./job.ts";
import { claimJob, finishJob, LEASE_MS, postponeJob, retryJob } from "./outbox.server.ts";

/** How often an idle worker looks for jobs, in milliseconds: one indexed query. */
const POLL_MS = 1_000;
/** Jobs that one worker runs at the same time: a slow mail server holds up few others. */
const PARALLEL_JOBS = 4;
/**
 * A handler that takes longer counts as failed, in milliseconds. So much shorter than the lease that machines whose
 * clocks differ by a quarter of a minute never do one job at the same time.
 */
const HANDLER_TIMEOUT_MS = LEASE_MS - 15_000;
/** Times that a job's end is written down while the database hangs up, and the pause between them in milliseconds. */
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 200;

/** Does one job. Must be safe to repeat; throws when it should be tried again. */
export type JobHandler = (job: Job) => Promise<void>;

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** What became of a failed try; "lost": another worker has the job by now; "unknown": the database is away. */
export type TryOutcome = "waiting" | "dead" | "lost" | "unknown";

export type WorkerOptions = Readonly<{
  now?: () => Date;
  /** Chance for the waits, from 0 to 1. */
  random?: () => number;
  pollMs?: number;
  /** Told of every failed try, and of failures to reach the database (job null). */
  onError?: (error: unknown, job: Job | null, outcome: TryOutcome) => void;
}>;

export type Worker = Readonly<{
  /** Takes no more jobs and answers when the running ones are finished. */
  stop(): Promise<void>;
}>;

const wakers = new Set<() => void>();

/** Has the workers of this process look for jobs now. Call it after a transaction that has enqueued. */
export function wakeWorker(): void {
  for (const wake of wakers) wake();
}

/** Starts a worker that runs until it is stopped. */
export function startWorker(handlers: JobHandlers, options: WorkerOptions = {}): Worker {
  const owner = newOwner();
  const bell = newBell(options.pollMs ?? POLL_MS);
  const running = new Set<Promise<void>>();
  let stopping = false;
  wakers.add(bell.ring);

  const loop = async () => {
    while (!stopping) {
      const job = running.size < PARALLEL_JOBS ? await claimQuietly(owner, options) : null;
      if (!job) {
        await bell.next();
        continue;
      }
      const run = runJob(job, { owner, handlers, options });
      running.add(run);
      void run.finally(() => {
        running.delete(run);
        bell.ring();
      });
    }
    await Promise.all(running);
  };
  const ended = loop();

  return {
    stop: () => {
      stopping = true;
      wakers.delete(bell.ring);
      bell.ring();
      return ended;
    },
  };
}

/** Runs every job that is due now, one after another, and answers how many tries that took. */
export async function runDueJobs(handlers: JobHandlers, options: WorkerOptions = {}): Promise<number> {
  const owner = newOwner();
  for (let count = 0; ; count += 1) {
    const job = await claimJob(owner, clock(options));
    if (!job) return count;
    await runJob(job, { owner, handlers, options });
  }
}

async function claimQuietly(owner: string, options: WorkerOptions): Promise<Job | null> {
  try {
    return await claimJob(owner, clock(options));
  } catch (error) {
    // The database is away for a moment: the next poll asks again.
    options.onError?.(error, null, "unknown");
    return null;
  }
}

type Run = Readonly<{ owner: string; handlers: JobHandlers; options: WorkerOptions }>;

/** Never throws: what fails is tried again, here or by whoever takes the lease over. */
async function runJob(job: Job, { owner, handlers, options }: Run): Promise<void> {
  try {
    await handle(job, handlers);
    if (!(await recordEnd(job, { owner, options })))
      options.onError?.(new Error("Done, but after the lease was lost"), job, "lost");
  } catch (error) {
    if (error instanceof Postponed) {
      await putOff(job, error, { owner, options });
      return;
    }
    const random = options.random?.() ?? Math.random();
    const failure = { error, now: clock(options), random };
    const outcome = await retryJob(job, owner, failure).catch(() => "unknown" as const);
    options.onError?.(error, job, outcome);
  }
}

async function putOff(
  job: Job,
  { waitMs }: Postponed,
  { owner, options }: Omit<Run, "handlers">,
): Promise<void> {
  const until = new Date(clock(options).getTime() + waitMs);
  try {
    await postponeJob(job, owner, until);
  } catch (error) {
    // The database is away: the job is taken over after its lease.
    options.onError?.(error, null, "unknown");
  }
}

/** False when the lease was lost. Said again after a lost connection: nobody else could before the lease ran out. */
async function recordEnd(job: Job, { owner, options }: Omit<Run, "handlers">): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      // A try whose answer was lost may have been written down.
      return (await finishJob(job, owner, clock(options))) || tries > 1;
    } catch (error) {
      if (tries === RECORD_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE_MS));
    }
  }
}

async function handle(job: Job, handlers: JobHandlers): Promise<void> {
  const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
  if (!handler) throw new Error(`Nobody handles jobs of kind ${job.kind}`);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The job took too long")), HANDLER_TIMEOUT_MS);
  });
  try {
    await Promise.race([handler(job), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** A pause of `pollMs` that `ring` ends early; a ring while nobody waits is remembered. */
function newBell(pollMs: number) {
  let isRung = false;
  let end: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      end?.();
    },
    next: () =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          end = null;
          isRung = false;
          resolve();
        };
        const timer = setTimeout(done, pollMs);
        end = done;
        if (isRung) done();
      }),
  };
}

function newOwner(): string {
  return `${process.pid}-${randomBytes(6).toString("hex")}`;
}

function clock(options: WorkerOptions): Date {
  return options.now?.() ?? new Date();
}
