import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { config } from "#app/config.server.ts";
import { endLease, keepLease, takeLease } from "#app/db/leases.server.ts";
import { logger } from "#app/http/server/log.server.ts";
import { failureText } from "#app/models/jobs/job.ts";
import { ownImages } from "#app/services/images/images.server.ts";
import { warmImages } from "#app/services/images/warm-images.server.ts";

/** Originals whose images are made ahead. A larger shop does it by `npm run shop -- images pregenerate`. */
const WARMED_FILES_MAX = 500;
/** Seconds after which a killed process is replaced. */
const LEASE_SECONDS = 90;
const KEEP_EVERY_MS = 30_000;
const LOOK_AGAIN_MS = 60_000;

/** Null where warming is off; abort it to end it. */
export function startWarming(): AbortController | null {
  if (!config.images.isPregenerated || config.environment !== "production") return null;
  const controller = new AbortController();
  warmOneByOne(controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted)
      logger.warn({ failure: failureText(error) }, "images could not be pregenerated");
  });
  return controller;
}

async function warmOneByOne(signal: AbortSignal): Promise<void> {
  // Machines share the database, but not their disks.
  const lease = `images ${hostname()} ${config.dataDir}`;
  while (!(await takeLease(lease, LEASE_SECONDS, new Date())))
    await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false });
  try {
    const { made, total } = await warm(signal, newMemo(lease));
    logger.info({ made, total }, "images are pregenerated");
  } finally {
    if (!signal.aborted) await endLease(lease);
  }
}

/** Most browsers take AVIF; the others' images are made when they come. */
function warm(signal: AbortSignal, onProgress: () => void) {
  const options = { formats: ["avif"], filesMax: WARMED_FILES_MAX, isPolite: true } as const;
  return warmImages({ ...options, images: ownImages, sourceDir: config.imageDir, signal, onProgress });
}

function newMemo(lease: string): () => void {
  let storedAt = performance.now();
  return () => {
    if (performance.now() - storedAt < KEEP_EVERY_MS) return;
    storedAt = performance.now();
    // A lease that is lost costs images made twice, no more.
    keepLease(lease, LEASE_SECONDS, new Date()).catch(() => undefined);
  };
}
