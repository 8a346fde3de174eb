import { expect, test } from "vitest";

import { Scheduler } from "./scheduler.ts";

const noLocks = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A scheduler with two tasks that note their steps. */
async function twoTasks(log: Array<string>): Promise<Scheduler> {
  const scheduler = new Scheduler("seed", noLocks);
  for (const name of ["a", "b"])
    await scheduler.start(name, async () => {
      for (const step of [1, 2]) {
        await scheduler.point(`step ${step}`);
        log.push(`${name}${step}`);
      }
    });
  return scheduler;
}

test("a task goes on when the scheduler chooses it, and no other does", async () => {
  const log: Array<string> = [];
  const scheduler = await twoTasks(log);

  for (const name of ["b", "a", "b", "a"]) await scheduler.go(scheduler.tasks.get(name)!);

  expect(log).toEqual(["b1", "a1", "b2", "a2"]);
  expect(scheduler.tasks.size).toBe(0);
});

test("after a crash no task goes on", async () => {
  const log: Array<string> = [];
  const scheduler = await twoTasks(log);
  await scheduler.go(scheduler.tasks.get("a")!);

  scheduler.crash();
  await scheduler.settle();

  expect(scheduler.ready()).toEqual([]);
  expect(log).toEqual(["a1"]);
});

test("a task has numbers of its own, whatever others do", async () => {
  const numbers = async (names: ReadonlyArray<string>) => {
    const scheduler = new Scheduler("seed", noLocks);
    const drawn = new Map<string, number>();
    for (const name of names)
      await scheduler.start(name, async () => void drawn.set(name, scheduler.current()!.random.next()));
    return drawn.get("a");
  };

  expect(await numbers(["b", "a"])).toBe(await numbers(["a"]));
});
