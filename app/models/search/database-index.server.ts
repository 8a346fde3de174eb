import { Postponed } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { wakeWorker } from "#app/models/jobs/worker.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { dueRefresh, refreshFulltext } from "#app/services/search/embedded/refresh.server.ts";
import { isAtSize } from "#app/services/search/embedded/size.server.ts";

const POLITE_CHUNK = 50;
/** Milliseconds of one run of the job, and of the pause after it. */
const SLICE_MS = 5_000;
const PAUSE_MS = 1_000;
/** Milliseconds of the pause while another process works on the index. */
const BUSY_PAUSE_MS = 30_000;

const GREEDY_CHUNK = 2_000;
const LONG_SLICE_MS = 20_000;

export async function planSearchRefresh(now: Date): Promise<void> {
  if (!(await isAtSize())) return;
  const work = await dueRefresh(await catalogueVersion(), now);
  if (work === null) return;
  await enqueue({ key: `search-refresh:${work}`, kind: "search-refresh", payload: {} });
  wakeWorker();
}

/** One run. Throws Postponed until the index is current. */
export async function refreshSearch(): Promise<void> {
  const outcome = await refreshFulltext({ chunk: POLITE_CHUNK, budgetMs: SLICE_MS });
  if (outcome === "busy") throw new Postponed(BUSY_PAUSE_MS, "another process is at it");
  if (outcome === "more") throw new Postponed(PAUSE_MS, "there are more products");
}

/**
 * Updates the index at once, for commands, if the catalogue is large enough for one. Calls `onProgress` with the number
 * of products so far and in all. False if a process of the shop is working on it.
 */
export async function refreshSearchNow(onProgress: (done: number, total: number) => void): Promise<boolean> {
  if (!(await isAtSize())) return true;
  let done = 0;
  const options = {
    chunk: GREEDY_CHUNK,
    budgetMs: LONG_SLICE_MS,
    onProgress: (more: number, total: number) => onProgress((done += more), total),
  };
  for (;;) {
    const outcome = await refreshFulltext(options);
    if (outcome !== "more") return outcome === "done";
  }
}
