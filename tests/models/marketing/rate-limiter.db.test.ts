import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { newPace } from "#app/models/marketing/rate-limiter.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { TestClock } from "#tests/support/vendors/marketing.ts";
import { busiestMinute } from "#tests/support/vendors/omnisend.ts";

useTestDatabase({ catalogue: "none" });

const JOBS = Number(process.env["MARKETING_CARTS"] ?? 430);
const SECOND_MS = 1_000;

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

test("two workers make at most 400 requests in any minute, for any number of jobs, and lose none", async () => {
  for (let job = 0; job < JOBS; job += 1)
    await enqueue({ key: `cart ${job}`, kind: "marketing-cart", payload: {} });
  const requests: Array<{ method: string; path: string; at: number }> = [];
  const done = new Set<string>();
  const handlers = {
    "marketing-cart": async ({ key }: Readonly<{ key: string }>) => {
      await newPace(clock).pace();
      requests.push({ method: "PUT", path: key, at: clock.now().getTime() });
      done.add(key);
    },
  };
  const failures: Array<unknown> = [];
  let claims = 0;
  const worker = { now: clock.now, onError: (error: unknown) => failures.push(error) };
  for (let seconds = 0; done.size < JOBS && seconds < 3_600; seconds += 1) {
    clock.pass(2 * SECOND_MS);
    const [one, other] = await Promise.all([runDueJobs(handlers, worker), runDueJobs(handlers, worker)]);
    claims += one + other;
  }

  expect(done.size).toBe(JOBS);
  expect(requests).toHaveLength(JOBS);
  expect(busiestMinute(requests)).toBeLessThanOrEqual(400);
  expect(failures).toEqual([]);
  // Looked at when it is due, and again at its place in the line.
  expect(claims).toBeLessThan(3 * JOBS);
  const tries = await db()
    .selectFrom("jobs")
    .select((jobs) => jobs.fn.max("tries").as("most"))
    .executeTakeFirstOrThrow();
  // To wait for a turn is no try.
  expect(tries.most).toBe(1);
}, 600_000);

test("a job's second request waits for its own slot, and the job is not restarted", async () => {
  const { pace } = newPace(clock);
  const start = clock.now().getTime();
  for (let request = 0; request < 60; request += 1) await pace();

  expect(clock.now().getTime() - start).toBeGreaterThan(6 * SECOND_MS);
});

test("after a 429 no request is made for a minute", async () => {
  await newPace(clock).rest();
  clock.pass(50 * SECOND_MS);

  await expect(newPace(clock).pace()).rejects.toMatchObject({ name: "Postponed" });
  clock.pass(30 * SECOND_MS);
  await newPace(clock).pace();
});
