/** An orderly end: on SIGTERM what is under way is finished, then everything is closed, within ten seconds. */
import type { Server } from "node:http";

import { config } from "#app/config.server.ts";

import { hasSupervisor } from "./cluster-ipc.server.ts";

/** When, in milliseconds after the signal, connections that are still open are cut. */
const PATIENCE_MS = 9_000;
/** How long, in milliseconds, workers and database get to close. */
const CLOSING_MS = 800;
/**
 * How long, in milliseconds after the signal, idle connections stay open where a proxy may be sending its next request
 * on one at this very moment: it could not be sent again. Each is closed by the answer to that request.
 */
const LINGER_MS = 3_000;

let isEnding = false;

/** True from the signal on: the shop answers what it has, and tells load balancers to go elsewhere. */
export function isShuttingDown(): boolean {
  return isEnding;
}

/** Makes `server` end in order. remix-serve itself stops listening; `release` closes what the shop has open. */
export function endInOrder(server: Server, release: () => Promise<void>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node calls it as soon as the server stops listening.
  if (isAskedInPlaceOfOthers()) {
    server.closeIdleConnections = () => undefined;
    closeAfterQueue(server);
  }
  const begin = () => {
    if (isEnding) return;
    isEnding = true;
    server.closeIdleConnections();
    setTimeout(closeIdle, LINGER_MS).unref();
    setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
  };
  // Not "once": a second Ctrl-C, or the same one passed on by npm, must not cut the ending short.
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
  server.once("close", () => {
    if (isEnding) void finish(release);
  });
}

/** True where proxies keep connections open, or one process takes over from another. Browsers just ask again. */
function isAskedInPlaceOfOthers(): boolean {
  return config.trustedProxyHops > 0 || hasSupervisor();
}

/** Takes what waits in the port's queue before the port is closed: the kernel would hang up on it. */
function closeAfterQueue(server: Server): void {
  const close = server.close.bind(server);
  server.close = (done) => {
    setImmediate(() => close(done));
    return server;
  };
}

async function finish(release: () => Promise<void>): Promise<void> {
  await Promise.race([
    release().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, CLOSING_MS)),
  ]);
  process.exit(0);
}
