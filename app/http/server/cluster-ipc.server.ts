import cluster from "node:cluster";

import { z } from "zod";

export type RequestCounts = ReadonlyArray<readonly [bucket: string, key: string, count: number]>;

export type ProcessMessage =
  Readonly<{ kind: "ready" | "alive" }> | Readonly<{ kind: "counted"; counts: RequestCounts }>;

/** Milliseconds between two messages of a process that it is alive. */
export const BEAT_MS = 10_000;

export type SupervisorMessage = Readonly<{ kind: "block"; bucket: string; key: string; seconds: number }>;

const blockSchema = z.object({
  kind: z.literal("block"),
  bucket: z.string(),
  key: z.string(),
  seconds: z.number().positive(),
});

export function hasSupervisor(): boolean {
  return cluster.isWorker;
}

/** Sends `message` if there is a supervisor. Without its supervisor a process ends. */
export function sendToSupervisor(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

export function onSupervisorMessage(onBlock: (message: SupervisorMessage) => void): void {
  process.on("message", (message) => {
    const parsed = blockSchema.safeParse(message);
    if (parsed.success) onBlock(parsed.data);
  });
}
