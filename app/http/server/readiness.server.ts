/** Whether visitors may be sent here: not before everything is up, not once the end has begun. */
import { tellSupervisor } from "./cluster-ipc.server.ts";
import { isShuttingDown } from "./shutdown.server.ts";

export type Readiness = "starting" | "ready" | "ending";

let isWarm = false;

/** Whoever can ask has reached a process that listens; the rest of what it needs is counted here. */
export function readiness(): Readiness {
  if (isShuttingDown()) return "ending";
  return isWarm ? "ready" : "starting";
}

/** Notes that what the first visitors need is there. */
export function noteWarm(): void {
  isWarm = true;
  tellSupervisor({ kind: "ready" });
}
