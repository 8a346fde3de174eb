/** What a process of `npm run start:cluster` and its supervisor say to each other. Alone, a process talks to nobody. */
import cluster from "node:cluster";

import { z } from "zod";

/** Requests since the last report, by bucket and key. */
export type FloodCounts = ReadonlyArray<readonly [bucket: string, key: string, count: number]>;

/** To the supervisor. */
export type ProcessMessage = Readonly<{ kind: "ready" }> | Readonly<{ kind: "counted"; counts: FloodCounts }>;

/** From the supervisor: all processes together have let through too much. */
export type SupervisorMessage = Readonly<{ kind: "block"; bucket: string; key: string; seconds: number }>;

const blockSchema = z.object({
  kind: z.literal("block"),
  bucket: z.string(),
  key: z.string(),
  seconds: z.number().positive(),
});

/** True in a process that shares its port with others. */
export function hasSupervisor(): boolean {
  return cluster.isWorker;
}

/** Says it if there is anybody to say it to. A supervisor that is gone takes its processes with it. */
export function tellSupervisor(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Calls `onBlock` when the supervisor says so. */
export function heedSupervisor(onBlock: (message: SupervisorMessage) => void): void {
  process.on("message", (message) => {
    const parsed = blockSchema.safeParse(message);
    if (parsed.success) onBlock(parsed.data);
  });
}
