/** An orderly end: on SIGTERM what is under way is finished, then everything is closed, within ten seconds. */
import type { Server } from "node:http";

/** When, in milliseconds after the signal, connections that are still open are cut. */
const PATIENCE_MS = 9_000;
/** How long, in milliseconds, workers and database get to close. */
const CLOSING_MS = 800;

let isEnding = false;

/** True from the signal on: the shop answers what it has, and tells load balancers to go elsewhere. */
export function isShuttingDown(): boolean {
  return isEnding;
}

/** Makes `server` end in order. remix-serve itself stops listening; `release` closes what the shop has open. */
export function endInOrder(server: Server, release: () => Promise<void>): void {
  const begin = () => {
    if (isEnding) return;
    isEnding = true;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
  };
  // Not "once": a second Ctrl-C, or the same one passed on by npm, must not cut the ending short.
  process.on("SIGTERM", begin);
  process.on("SIGINT", begin);
  server.once("close", () => {
    if (isEnding) void finish(release);
  });
}

async function finish(release: () => Promise<void>): Promise<void> {
  await Promise.race([
    release().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, CLOSING_MS)),
  ]);
  process.exit(0);
}
