/** Long work in a process of its own, which holds up neither the event loop nor, in SQLite, the one writer. */
import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";

/** `nice` is the priority: with 5 shoppers come first where there are few cores. */
export const OWN_PROCESS_LIMITS = { timeMs: 3 * 60_000, heapMb: 1_024, nice: 5 };

let turn: Promise<unknown> = Promise.resolve();

/**
 * One at a time. `script` gets `request` and a folder of its own, and sends one answer; null where it has ended without
 * one, because it took too long or needed too much memory.
 */
export function inOwnProcess<Answer>(
  script: string,
  request: object,
  limits = OWN_PROCESS_LIMITS,
): Promise<Answer | null> {
  const done = turn.then(async () => {
    const folder = await mkdtemp(join(tmpdir(), `shop-own-process-${process.pid}-`));
    try {
      return await answerOf<Answer>(script, { ...request, folder }, limits);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  turn = done.catch(() => undefined);
  return done;
}

function answerOf<Answer>(
  script: string,
  request: object,
  { timeMs, heapMb, nice }: typeof OWN_PROCESS_LIMITS,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    let answer: Answer | null = null;
    const child = fork(script, {
      execArgv: ["--import", "tsx", `--max-old-space-size=${heapMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      timeout: timeMs,
      killSignal: "SIGKILL",
    });
    child.once("message", (value) => (answer = value as Answer));
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(answer));
    if (child.pid) setPriority(child.pid, nice);
    child.send(request, () => undefined);
  });
}
