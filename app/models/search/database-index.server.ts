/** Keeps the database's full text index the same as a catalogue that is too large for an index in memory. */
import { Postponed } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { dueRefresh, refreshFulltext } from "#app/services/search/search-embedded-refresh.server.ts";
import { isAtSize } from "#app/services/search/search-embedded-size.server.ts";

/** Products taken in before shoppers get their turn: some milliseconds of work. */
const POLITE_CHUNK = 50;
/** One turn of the job, and the pause before the next, in milliseconds: it shares the process with shoppers. */
const TURN_MS = 5_000;
const PAUSE_MS = 1_000;
/** While another process is at work, in milliseconds. */
const BUSY_PAUSE_MS = 30_000;

/** Products taken in at once where nobody waits. */
const GREEDY_CHUNK = 2_000;
const GREEDY_TURN_MS = 20_000;

/** Enqueues the job for the catalogue as it stands, when the index is not up to date. */
export async function planSearchRefresh(now: Date): Promise<void> {
  if (!(await isAtSize())) return;
  const work = await dueRefresh(await catalogueVersion(), now);
  if (work === null) return;
  await enqueue({ key: `search-refresh:${work}`, kind: "search-refresh", payload: {} });
  wakeWorker();
}

/** One turn. Throws Postponed until the index is done. */
export async function refreshSearch(): Promise<void> {
  const outcome = await refreshFulltext({ chunk: POLITE_CHUNK, budgetMs: TURN_MS });
  if (outcome === "busy") throw new Postponed(BUSY_PAUSE_MS, "another process is at it");
  if (outcome === "more") throw new Postponed(PAUSE_MS, "there are more products");
}

/**
 * Brings the index up to date at once, where the catalogue is large enough for one; for commands. `onProgress` is told
 * how many products of about how many have been looked at. False when a process of the shop is at it already.
 */
export async function refreshSearchNow(onProgress: (done: number, total: number) => void): Promise<boolean> {
  if (!(await isAtSize())) return true;
  let done = 0;
  const options = {
    chunk: GREEDY_CHUNK,
    budgetMs: GREEDY_TURN_MS,
    onProgress: (more: number, total: number) => onProgress((done += more), total),
  };
  for (;;) {
    const outcome = await refreshFulltext(options);
    if (outcome !== "more") return outcome === "done";
  }
}
