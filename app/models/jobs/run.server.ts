import { transact } from "#app/db/db.server.ts";

import { type Job, Postponed } from "./job.ts";
import { finishJob, LEASE_MS, postponeJob, retryJob } from "./outbox.server.ts";

/** Shorter than the lease by so much that machines whose clocks differ by 15 seconds never run one job at once. */
const HANDLER_TIMEOUT_MS = LEASE_MS - 15_000;
const RECORD_TRIES = 3;
const RECORD_PAUSE_MS = 200;
const RECORD_PAUSE_MAX_MS = 2_000;

/** Writes that follow from a job's effect, in the transaction that marks the job done. */
export type EffectRecord = () => Promise<void>;

/**
 * Throws if it must be tried again. Writes that follow an effect outside the database, such as an email, are returned
 * and not made, because an error in them would repeat the effect.
 */
export type JobHandler = ((job: Job) => Promise<void>) | ((job: Job) => Promise<EffectRecord | null>);

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** "lost": another worker has the job. "unknown": the database refused the mark. */
export type TryOutcome = "waiting" | "dead" | "lost" | "unknown";

export type RunOptions = Readonly<{
  now?: () => Date;
  random?: () => number;
  /** `job` is null when the database cannot be reached. */
  onError?: (error: unknown, job: Job | null, outcome: TryOutcome) => void;
}>;

export type Run = Readonly<{
  owner: string;
  handlers: JobHandlers;
  options: RunOptions;
  unrecorded: Set<string>;
  isEnding: () => boolean;
}>;

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
    options.onError?.(error, null, "unknown");
  }
}

/**
 * Repeated until the database accepts it, because running the job again would send its email twice; only an ending
 * worker gives up.
 */
async function recordEnd(job: Job, record: EffectRecord | null, run: Run): Promise<void> {
  const { owner, options } = run;
  for (let tries = 1; ; tries += 1) {
    try {
      const isOurs = await finish(job, record, { owner, now: clockOf(options) });
      // A mark whose answer was lost may have been stored.
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

/** Together with its writes; false if the lease was lost. */
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

export function clockOf(options: RunOptions): Date {
  return options.now?.() ?? new Date();
}
