import type { Server } from "node:http";

import { config } from "#app/config.server.ts";

import { hasSupervisor } from "./cluster-ipc.server.ts";

const PATIENCE_MS = 9_000;
const CLOSING_MS = 800;
/** Idle connections stay open for so long behind a proxy, which may be sending a request it cannot repeat. */
const LINGER_MS = 3_000;

let isEnding = false;

export function isShuttingDown(): boolean {
  return isEnding;
}

/** remix-serve itself stops listening; `release` closes what the shop has open. */
export function endInOrder(server: Server, release: () => Promise<void>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node calls it as soon as the server stops listening.
  if (isRequestedForAllProcesses()) {
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
  // Not "once": a second Ctrl-C, or one that npm passes on, must not cut the ending short.
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
  server.once("close", () => {
    if (isEnding) void finish(release);
  });
}

/** True behind a proxy or a supervisor. A browser just asks again. */
function isRequestedForAllProcesses(): boolean {
  return config.trustedProxyHops > 0 || hasSupervisor();
}

/** Accepts what waits in the port's queue before the port closes, because the kernel would reset it. */
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
