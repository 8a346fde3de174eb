import { IncomingMessage } from "node:http";
import { Socket } from "node:net";

import { expect, test } from "vitest";

import { newsOf } from "#app/http/server/rate-limit-sync.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { findRejection } from "#app/http/server/request-rejection.server.ts";
import { newRequestSum } from "#scripts/cluster/request-sum.ts";

test("requests over a coarse limit are refused, with a Retry-After in steps of five seconds", async () => {
  const answers = [];
  for (let count = 0; count < 62; count += 1) answers.push(await limit("post", "one"));

  expect(answers.map(({ ok }) => ok)).toEqual([...Array.from({ length: 60 }, () => true), false, false]);
  const last = answers.at(-1);
  expect(last && !last.ok && Number(last.detail["retryAfterSeconds"]) % 5).toBe(0);
});

test("addresses and buckets are counted separately", async () => {
  for (let count = 0; count < 62; count += 1) await limit("post", "two");

  expect((await limit("post", "three")).ok).toBe(true);
  expect((await limit("counting", "two")).ok).toBe(true);
});

test("a parallel burst succeeds exactly up to the limit", async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => limit("any-burst", "four")));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(120);
});

test.each([
  ["/cart", 120],
  ["/assets/root.js", 900],
])("of requests for %s an address gets %i in ten seconds", async (url, most) => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url, headers: { host: "localhost:3000" } });
  const ask = () => findRejection(request, url, `of ${url}`);
  for (let count = 0; count < most; count += 1) expect(await ask()).toBeNull();

  expect(await ask()).toMatchObject({ status: 429, reason: "rate_limited" });
});

test("a process reports nothing of small counts, and then the whole count once", () => {
  const reported = Array.from({ length: 20 }, (_, index) => newsOf(index + 1, 7));

  expect(reported.slice(0, 7)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(reported.reduce((sum, count) => sum + count, 0)).toBe(20);
});

test("the supervisor blocks a visitor whose requests to two processes together exceed the limit", async () => {
  const sum = newRequestSum(1);

  expect(await sum.take([["post", "five", 30]])).toEqual([]);
  expect(await sum.take([["post", "six", 59]])).toEqual([]);
  const blocks = await sum.take([
    ["post", "five", 30],
    ["nothing of ours", "five", 1_000],
  ]);

  expect(blocks).toMatchObject([{ kind: "block", bucket: "post", key: "five" }]);
  expect(blocks[0]?.seconds).toBeGreaterThan(50);
  expect(blocks[0]?.seconds).toBeLessThanOrEqual(60);
});
