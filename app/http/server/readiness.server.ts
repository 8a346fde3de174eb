import { BEAT_MS, hasSupervisor, sendToSupervisor } from "./cluster-ipc.server.ts";
import { isShuttingDown } from "./shutdown.server.ts";

export type Readiness = "starting" | "ready" | "ending";

let isWarm = false;

export function readiness(): Readiness {
  if (isShuttingDown()) return "ending";
  return isWarm ? "ready" : "starting";
}

export function markReady(): void {
  isWarm = true;
  sendToSupervisor({ kind: "ready" });
  if (hasSupervisor()) setInterval(() => sendToSupervisor({ kind: "alive" }), BEAT_MS).unref();
}
