/** /health: 200 when the shop can serve, 503 when it cannot or is about to end. For machines. */
import { json } from "@remix-run/node";

import { pageCacheState } from "#app/http/page-cache.server.ts";
import { isShuttingDown } from "#app/http/shutdown.server.ts";
import { catalogueVersion } from "#app/models/catalogue-version.server.ts";

export async function loader() {
  const version = await reachableVersion();
  const isHealthy = version !== null && !isShuttingDown();
  const state = {
    status: isHealthy ? "ok" : "unavailable",
    database: version === null ? "unreachable" : "ok",
    catalogueVersion: version,
    pageCache: pageCacheState(),
    uptimeSeconds: Math.floor(process.uptime()),
  };
  return json(state, { status: isHealthy ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

async function reachableVersion(): Promise<number | null> {
  try {
    return await catalogueVersion();
  } catch {
    return null;
  }
}
