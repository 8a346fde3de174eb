import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  cleanUpRateLimits,
  resetAttempts,
  returnAttempt,
  type LimitRule,
  consumeAttempt,
} from "#app/db/rate-limits.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const NOW = new Date("2026-11-20T10:00:00.000Z");
const THREE: LimitRule = { points: 3, seconds: 60 };

const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

/** How long attempts after so many seconds are told to wait. */
async function waitsOf(rule: LimitRule, seconds: ReadonlyArray<number>): Promise<ReadonlyArray<number>> {
  const waits = [];
  for (const second of seconds) waits.push(await consumeAttempt("a", rule, after(second)));
  return waits;
}

test("of a hundred attempts at once as many succeed as the rule allows", async () => {
  const waits = await Promise.all(Array.from({ length: 100 }, () => consumeAttempt("a", THREE, NOW)));

  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
  expect(new Set(waits)).toEqual(new Set([0, 60]));
});

test("a new window starts a new count, and keys are counted separately", async () => {
  await waitsOf(THREE, [0, 0, 0]);

  expect(await consumeAttempt("a", THREE, after(31))).toBe(30);
  expect(await consumeAttempt("b", THREE, after(31))).toBe(0);
  expect(await consumeAttempt("a", THREE, after(60))).toBe(0);
});

test("an attempt that is taken back or reset does not count", async () => {
  await waitsOf(THREE, [0, 0, 0]);
  await returnAttempt("a");
  expect(await consumeAttempt("a", THREE, NOW)).toBe(0);
  expect(await consumeAttempt("a", THREE, NOW)).toBe(60);

  await resetAttempts("a");
  expect(await consumeAttempt("a", THREE, NOW)).toBe(0);
});

test("a rule with delays spaces attempts, and its window slides", async () => {
  const rule: LimitRule = { points: 4, seconds: 100, slides: true, waits: [0, 10, 20] };

  expect(await waitsOf(rule, [0, 0, 9, 10, 29, 30, 129, 130])).toEqual([0, 0, 5, 0, 5, 0, 5, 0]);
});

test("without a delay, concurrent attempts all succeed", async () => {
  const rule: LimitRule = { points: 10, seconds: 60, slides: true, waits: [0, 0, 0, 10] };

  expect(await waitsOf(rule, [0.003, 0.001, 0, 0, 0])).toEqual([0, 0, 0, 0, 10]);
});

test("counters are deleted after their window", async () => {
  await consumeAttempt("a", THREE, NOW);
  await consumeAttempt("b", THREE, after(30));

  await cleanUpRateLimits(after(60));

  expect(await db().selectFrom("rate_limits").select("key").execute()).toEqual([{ key: "b" }]);
});
