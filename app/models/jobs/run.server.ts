/** One try of a job: its handler, and writing down what came of it. */
import { transact } from "#app/db/db.server.ts";

import { type Job, Postponed } from "./job.ts";
import { finishJob, LEASE_MS, postponeJob, retryJob } from "./outbox.server.ts";

/**
 * A handler that takes longer counts as failed, in milliseconds. So much shorter than the lease that machines whose
 * clocks differ by a quarter of a minute never do one job at the same time.
 */
const HANDLER_TIMEOUT_MS = LEASE_MS - 15_000;
/** Times that a worker which is told to stop tries at least to write down that a job is done. */
const RECORD_TRIES = 3;
/** First and longest pause between these tries, in milliseconds. */
const RECORD_PAUSE_MS = 200;
const RECORD_PAUSE_MAX_MS = 2_000;

/** Writes to the database what follows from a job's effect. Runs in the transaction that marks the job done. */
export type EffectRecord = () => Promise<void>;

/**
 * Does one job. Throws when it should be tried again. What it must write to the database after an effect outside that
 * cannot be taken back, such as an e-mail, it returns: thrown errors would cause the effect again.
 */
export type JobHandler = ((job: Job) => Promise<void>) | ((job: Job) => Promise<EffectRecord | null>);

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** What became of a try; "lost": another worker has the job by now; "unknown": the database did not take its end. */
export type TryOutcome = "waiting" | "dead" | "lost" | "unknown";

export type RunOptions = Readonly<{
  now?: () => Date;
  /** Chance for the waits, from 0 to 1. */
  random?: () => number;
  /** Told of every failed try, and of failures to reach the database (job null). */
  onError?: (error: unknown, job: Job | null, outcome: TryOutcome) => void;
}>;

export type Run = Readonly<{
  owner: string;
  handlers: JobHandlers;
  options: RunOptions;
  /** Ids of jobs that are done, which the database does not know yet. */
  unrecorded: Set<string>;
  /** True once the worker takes no more jobs. */
  isEnding: () => boolean;
}>;

/** Does `job`. Never throws: what fails is tried again, here or by whoever takes the lease over. */
export async function runJob(job: Job, run: Run): Promise<void> {
  let record: EffectRecord | null;
  try {
    record = await handle(job, run.handlers);
  } catch (error) {
    await recordFailure(job, error, run);
    return;
  }
  run.unrecorded.add(job.id);
  await recordEnd(job, record, run);
  run.unrecorded.delete(job.id);
}

async function recordFailure(job: Job, error: unknown, run: Run): Promise<void> {
  if (error instanceof Postponed) {
    await putOff(job, error, run);
    return;
  }
  const { owner, options } = run;
  const random = options.random?.() ?? Math.random();
  const failure = { error, now: clockOf(options), random };
  const outcome = await retryJob(job, owner, failure).catch(() => "unknown" as const);
  options.onError?.(error, job, outcome);
}

async function putOff(job: Job, { waitMs }: Postponed, { owner, options }: Run): Promise<void> {
  const until = new Date(clockOf(options).getTime() + waitMs);
  try {
    await postponeJob(job, owner, until);
  } catch (error) {
    // The database is away: the job is taken over after its lease.
    options.onError?.(error, null, "unknown");
  }
}

/**
 * Writes down that `job` is done, again and again until the database takes it. Doing the job once more instead would
 * send its e-mail twice. Only a worker that is about to end gives up.
 */
async function recordEnd(job: Job, record: EffectRecord | null, run: Run): Promise<void> {
  const { owner, options } = run;
  for (let tries = 1; ; tries += 1) {
    try {
      const isOurs = await finish(job, record, { owner, now: clockOf(options) });
      // A try whose answer was lost may have been written down.
      if (!isOurs && tries === 1)
        options.onError?.(new Error("Done, but after the lease was lost"), job, "lost");
      return;
    } catch (error) {
      const isLast = tries >= RECORD_TRIES && run.isEnding();
      options.onError?.(error, isLast ? job : null, "unknown");
      if (isLast) return;
      const pause = Math.min(RECORD_PAUSE_MS * 2 ** (tries - 1), RECORD_PAUSE_MAX_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

type Finish = Readonly<{ owner: string; now: Date }>;

/** Marks `job` done, together with what follows from it; false, and nothing is written, when the lease was lost. */
async function finish(job: Job, record: EffectRecord | null, { owner, now }: Finish): Promise<boolean> {
  if (!record) return finishJob(job, owner, now);
  const { ok } = await transact(async () => {
    const isOurs = await finishJob(job, owner, now);
    if (isOurs) await record();
    return { ok: isOurs };
  });
  return ok;
}

async function handle(job: Job, handlers: JobHandlers): Promise<EffectRecord | null> {
  const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
  if (!handler) throw new Error(`Nobody handles jobs of kind ${job.kind}`);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The job took too long")), HANDLER_TIMEOUT_MS);
  });
  try {
    const record = await Promise.race([handler(job), tooLong]);
    return record ?? null;
  } finally {
    clearTimeout(timer);
  }
}

/** What time it is for a worker with these options. */
export function clockOf(options: RunOptions): Date {
  return options.now?.() ?? new Date();
}
