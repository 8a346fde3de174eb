/** The worker runs in the web process. */
import { randomBytes } from "node:crypto";

import { hasRoom } from "#app/db/disk-room.server.ts";

import type { Job } from "./job.ts";
import { claimJob, wakers } from "./outbox.server.ts";
import { clockOf, type JobHandlers, type Run, runJob, type RunOptions } from "./run.server.ts";

export type { JobHandler, TryOutcome } from "./run.server.ts";

/** Each look of an idle worker is one indexed query. */
const POLL_MS = 1_000;
const PARALLEL_JOBS = 4;
/**
 * A worker must have used the database so long before it takes over expired leases: after a restart or a full disk the
 * worker that finished the job marks it first.
 */
const TAKE_OVER_AFTER_MS = 15_000;

export type WorkerOptions = RunOptions &
  Readonly<{
    pollMs?: number;
    takeOverAfterMs?: number;
  }>;

export type Worker = Readonly<{
  /** Resolves when running jobs have finished. */
  stop(): Promise<void>;
}>;

export function startWorker(handlers: JobHandlers, options: WorkerOptions = {}): Worker {
  const bell = newBell(options.pollMs ?? POLL_MS);
  const running = new Set<Promise<void>>();
  let stopping = false;
  const run = {
    owner: newOwner(),
    handlers,
    options,
    unrecorded: new Set<string>(),
    isEnding: () => stopping,
  };
  const claim = newClaim(run, options.takeOverAfterMs);
  wakers.add(bell.ring);

  const loop = async () => {
    while (!stopping) {
      const job = running.size < PARALLEL_JOBS ? await claim() : null;
      if (!job) {
        await bell.next();
        continue;
      }
      const ended = runJob(job, run);
      running.add(ended);
      void ended.finally(() => {
        running.delete(ended);
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

/** One after another; returns the number of tries. */
export async function runDueJobs(handlers: JobHandlers, options: WorkerOptions = {}): Promise<number> {
  const unrecorded = new Set<string>();
  const run = { owner: newOwner(), handlers, options, unrecorded, isEnding: () => true };
  for (let count = 0; ; count += 1) {
    const job = await claimJob(run.owner, clockOf(options));
    if (!job) return count;
    await runJob(job, run);
  }
}

/** Null also while the database cannot be used. */
function newClaim(
  { owner, options, unrecorded }: Run,
  takeOverAfterMs = TAKE_OVER_AFTER_MS,
): () => Promise<Job | null> {
  let usableSince = performance.now();
  return async () => {
    try {
      if (!(await hasRoom())) throw new Error("The disk is nearly full: jobs wait until there is room");
      const takesOver = performance.now() - usableSince >= takeOverAfterMs;
      return await claimJob(owner, clockOf(options), { except: unrecorded, takesOver });
    } catch (error) {
      usableSince = performance.now();
      options.onError?.(error, null, "unknown");
      return null;
    }
  };
}

/** `ring` ends the pause early; a ring without a waiting pause is remembered. */
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
