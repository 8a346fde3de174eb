import { expect, test } from "vitest";

import { laterTurn, ownTurn, turnWaitMs } from "#app/turns.server.ts";
import { turnsOfEnds } from "#tests/support/checks/loop-turns.ts";

test("the wait is as long as the turns before one's own", async () => {
  expect(turnWaitMs()).toBe(0);
  const turns = Array.from({ length: 5 }, async () => {
    await ownTurn();
    const until = performance.now() + 4;
    while (performance.now() < until);
  });
  await turns[2];
  const ahead = turnWaitMs();
  await Promise.all(turns);

  expect(ahead).toBeGreaterThan(0);
  expect(turnWaitMs()).toBe(0);
});

test("between two who wait, the loop hears whoever comes: it turns once to let them in, and once to read", async () => {
  const taken = await turnsOfEnds(Array.from({ length: 4 }, () => ownTurn));

  const between = taken.slice(1, -1).map((at, place) => at - (taken[place] ?? 0));
  expect(between).toEqual([2, 2]);
});

test("who has set out goes on before anybody else sets out, one in each turn of the loop", async () => {
  const order: Array<string> = [];
  const take = (name: string, turn: Promise<void>) => turn.then(() => order.push(name));
  await Promise.all([
    take("newcomer", ownTurn()),
    take("second newcomer", ownTurn()),
    take("under way", laterTurn()),
    take("second under way", laterTurn()),
  ]);

  expect(order).toEqual(["under way", "second under way", "newcomer", "second newcomer"]);
});

test("who goes on waits for nobody's sake but its own: the wait of newcomers does not count it", async () => {
  const turn = laterTurn();

  expect(turnWaitMs()).toBe(0);
  await turn;
});
