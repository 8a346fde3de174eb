import { expect, test } from "vitest";

import { yieldLonger, yieldToEventLoop, eventLoopWaitMs } from "#app/event-loop-fairness.server.ts";
import { ticksOfEnds } from "#tests/support/checks/event-loop-ticks.ts";

test("the wait is as long as the turns before one's own", async () => {
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

test("between two who wait, the loop hears whoever comes: it turns once to let them in, and once to read", async () => {
  const taken = await ticksOfEnds(Array.from({ length: 4 }, () => yieldToEventLoop));

  const between = taken.slice(1, -1).map((at, place) => at - (taken[place] ?? 0));
  expect(between).toEqual([2, 2]);
});

test("who has set out goes on before anybody else sets out, one in each turn of the loop", async () => {
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

test("who goes on waits for nobody's sake but its own: the wait of newcomers does not count it", async () => {
  const turn = yieldLonger();

  expect(eventLoopWaitMs()).toBe(0);
  await turn;
});
