/** 503 also while shutting down. Details for requests from this machine only. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { pageCacheState } from "#app/http/cache/render-cache.server.ts";
import { responseCacheState } from "#app/http/cache/response-cache.server.ts";
import { FROM_THIS_MACHINE_HEADER } from "#app/http/server/client-address.server.ts";
import { isFailing } from "#app/http/server/db-health.server.ts";
import { loadSheddingState } from "#app/http/server/load-shedding.server.ts";
import { isShuttingDown } from "#app/http/server/shutdown.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const version = await reachableVersion();
  const isHealthy = version !== null && !isShuttingDown();
  const isForThisMachine = request.headers.get(FROM_THIS_MACHINE_HEADER) === "true";
  const state = isForThisMachine
    ? detailsOf(version, isHealthy)
    : { status: isHealthy ? "ok" : "unavailable" };
  return json(state, { status: isHealthy ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

function detailsOf(version: number | null, isHealthy: boolean) {
  return {
    status: statusOf(isHealthy),
    database: version === null ? "unreachable" : "ok",
    catalogueVersion: version,
    pageCache: pageCacheState(),
    admission: loadSheddingState(),
    responseCache: responseCacheState(),
    uptimeSeconds: Math.floor(process.uptime()),
  };
}

/** Degraded: pages are served, but a query failed within the last minute. */
function statusOf(isHealthy: boolean): "ok" | "degraded" | "unavailable" {
  if (!isHealthy) return "unavailable";
  return isFailing(new Date()) ? "degraded" : "ok";
}

async function reachableVersion(): Promise<number | null> {
  try {
    return await catalogueVersion();
  } catch {
    return null;
  }
}
