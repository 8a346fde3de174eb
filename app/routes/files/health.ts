/** /health: 200 when the shop can serve, 503 when it cannot or is about to end. For machines. */
import { json } from "@remix-run/node";

import { admissionState } from "#app/http/admission.server.ts";
import { fastLaneState } from "#app/http/fast-lane.server.ts";
import { pageCacheState } from "#app/http/page-cache.server.ts";
import { isShuttingDown } from "#app/http/shutdown.server.ts";
import { isInTrouble } from "#app/http/trouble.server.ts";
import { catalogueVersion } from "#app/models/catalogue-version.server.ts";

export async function loader() {
  const version = await reachableVersion();
  const isHealthy = version !== null && !isShuttingDown();
  const state = {
    status: statusOf(isHealthy),
    database: version === null ? "unreachable" : "ok",
    catalogueVersion: version,
    pageCache: pageCacheState(),
    admission: admissionState(),
    fastLane: fastLaneState(),
    uptimeSeconds: Math.floor(process.uptime()),
  };
  return json(state, { status: isHealthy ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

/** Degraded: pages are served, and within the last minute the database refused something. */
function statusOf(isHealthy: boolean): "ok" | "degraded" | "unavailable" {
  if (!isHealthy) return "unavailable";
  return isInTrouble(new Date()) ? "degraded" : "ok";
}

async function reachableVersion(): Promise<number | null> {
  try {
    return await catalogueVersion();
  } catch {
    return null;
  }
}
