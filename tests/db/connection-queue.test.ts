/** The queue in front of a pool's connections: whose turn it is, and when waiting is given up. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ConnectionQueue, QueueTooLong } from "#app/db/connection-queue.server.ts";

const PATIENCE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue for one connection, which somebody has, and what those who wait in it are answered. */
async function takenQueue() {
  const queue = new ConnectionQueue(() => 1);
  await queue.take(0, 0);
  return { queue, answers: [] as Array<string> };
}

/** Takes a place, and notes what came of it in `answers` under `name`. */
function wait(queue: ConnectionQueue, answers: Array<string>, [name, rank]: readonly [string, number]): void {
  queue.take(rank, queue.stillMs + PATIENCE_MS).then(
    () => answers.push(name),
    (error: unknown) => answers.push(error instanceof QueueTooLong ? `${name} gave up` : String(error)),
  );
}

test("connections are given to requests in the order in which the requests began, not in the order of their queries", async () => {
  const { queue, answers } = await takenQueue();
  for (const waiter of [
    ["third", 9],
    ["first", 2],
    ["second", 5],
    ["fourth", 9],
  ] as const)
    wait(queue, answers, waiter);

  for (let place = 0; place < 4; place += 1) {
    queue.leave();
    await vi.advanceTimersByTimeAsync(0);
  }

  expect(answers).toEqual(["first", "second", "third", "fourth"]);
});

test("a queue that moves has no time limit", async () => {
  const { queue, answers } = await takenQueue();
  for (let rank = 1; rank <= 100; rank += 1) wait(queue, answers, [String(rank), rank]);

  for (let rank = 1; rank <= 100; rank += 1) {
    await vi.advanceTimersByTimeAsync(PATIENCE_MS / 5);
    queue.leave();
  }
  await vi.advanceTimersByTimeAsync(0);

  expect(answers).toHaveLength(100);
  expect(answers.at(-1)).toBe("100");
});

test("a queue that does not move times out for all who wait, and later requests are served", async () => {
  const { queue, answers } = await takenQueue();
  wait(queue, answers, ["one", 1]);
  wait(queue, answers, ["other", 2]);

  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(answers).toEqual(["one gave up", "other gave up"]);

  wait(queue, answers, ["later", 3]);
  queue.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.at(-1)).toBe("later");
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(vi.getTimerCount()).toBe(0);
});

test("a process that was too busy to look does not report the database as unavailable", async () => {
  vi.useRealTimers();
  const { queue, answers } = await takenQueue();
  wait(queue, answers, ["one", 1]);

  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * PATIENCE_MS);
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(queue.stillMs).toBe(0);
  queue.leave();
  await new Promise((resolve) => setImmediate(resolve));

  expect(answers).toEqual(["one"]);
});
