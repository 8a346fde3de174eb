import { expect, test } from "vitest";

import { yieldLonger, yieldToEventLoop, eventLoopWaitMs } from "#app/event-loop-fairness.server.ts";
import { ticksOfEnds } from "#tests/support/checks/event-loop-ticks.ts";

test("the wait is as long as the yields before it", async () => {
  expect(eventLoopWaitMs()).toBe(0);
  const turns = Array.from({ length: 5 }, async () => {
    await yieldToEventLoop();
    const until = performance.now() + 4;
    while (performance.now() < until);
  });
  await turns[2];
  const ahead = eventLoopWaitMs();
  await Promise.all(turns);

  expect(ahead).toBeGreaterThan(0);
  expect(eventLoopWaitMs()).toBe(0);
});

test("between two waiting tasks, the event loop accepts new requests in one iteration and reads them in the next", async () => {
  const taken = await ticksOfEnds(Array.from({ length: 4 }, () => yieldToEventLoop));

  const between = taken.slice(1, -1).map((at, place) => at - (taken[place] ?? 0));
  expect(between).toEqual([2, 2]);
});

test("a task that has started resumes before any other starts, one in each iteration of the event loop", async () => {
  const order: Array<string> = [];
  const take = (name: string, turn: Promise<void>) => turn.then(() => order.push(name));
  await Promise.all([
    take("newcomer", yieldToEventLoop()),
    take("second newcomer", yieldToEventLoop()),
    take("under way", yieldLonger()),
    take("second under way", yieldLonger()),
  ]);

  expect(order).toEqual(["under way", "second under way", "newcomer", "second newcomer"]);
});

test("the wait of new requests does not count tasks that continue", async () => {
  const turn = yieldLonger();

  expect(eventLoopWaitMs()).toBe(0);
  await turn;
});
