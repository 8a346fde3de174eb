import { expect, test } from "vitest";

import { limit } from "#app/http/rate-limit.server.ts";

test("what is over the limit is refused, with a time in steps of five seconds", async () => {
  const answers = [];
  for (let count = 0; count < 12; count += 1) answers.push(await limit("checkout", "one"));

  expect(answers.map(({ ok }) => ok)).toEqual([...Array.from({ length: 10 }, () => true), false, false]);
  const last = answers.at(-1);
  expect(last && !last.ok && Number(last.detail["retryAfterSeconds"]) % 5).toBe(0);
});

test("nobody pays for another, nor one bucket for the other", async () => {
  for (let count = 0; count < 12; count += 1) await limit("checkout", "two");

  expect((await limit("checkout", "three")).ok).toBe(true);
  expect((await limit("search", "two")).ok).toBe(true);
});

test("a parallel burst is let in exactly as far as the limit", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => limit("order-lookup", "four")));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
});
