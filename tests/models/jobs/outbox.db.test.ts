import { beforeEach, expect, test } from "vitest";

import { inTransaction, transact } from "#app/db/db.server.ts";
import { type Job, triesOf } from "#app/models/jobs/job.ts";
import { claimJob, enqueue, finishJob, LEASE_MS, retryJob } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs, startWorker } from "#app/models/jobs/worker.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "none" });

let done: Array<string> = [];
beforeEach(() => {
  done = [];
});

const note = async (job: { key: string }) => {
  done.push(job.key);
};
const HANDLERS = { "order-confirmation": note, "payment-webhook": note };

const later = (ms: number) => new Date(Date.now() + ms);
const jobRow = (key: string) => rowOf("jobs", { key });
const failing = (error: Error) => ({
  "order-confirmation": () => Promise.reject(error),
  "payment-webhook": () => Promise.reject(error),
});

function enqueueEmail(key: string, runAt?: string) {
  return enqueue({ key, kind: "order-confirmation", payload: { orderId: key }, runAt });
}

test("a queued job is done once and stays done, however often its key is queued", async () => {
  await enqueueEmail("one");
  await enqueueEmail("one");

  await runDueJobs(HANDLERS);
  await runDueJobs(HANDLERS);
  await enqueueEmail("one");
  await runDueJobs(HANDLERS);

  expect(done).toEqual(["one"]);
  const job = { status: "done", tries: 1, lease_owner: null, last_error: null };
  expect(await jobRow("one")).toMatchObject(job);
});

test("a job is committed or rolled back with the transaction that queued it", async () => {
  await transact(async () => {
    await enqueueEmail("refused");
    return refused("cart-empty");
  });
  await expect(
    transact(async () => {
      await enqueueEmail("broken");
      throw new Error("a bug");
    }),
  ).rejects.toThrow("a bug");
  await transact(async () => {
    await enqueueEmail("kept");
    return ok(null);
  });

  await runDueJobs(HANDLERS);

  expect(done).toEqual(["kept"]);
});

test("a job that is due later waits until then", async () => {
  await enqueueEmail("later", later(60_000).toISOString());

  await runDueJobs(HANDLERS);
  expect(done).toEqual([]);
  await runDueJobs(HANDLERS, { now: () => later(61_000) });

  expect(done).toEqual(["later"]);
});

test("of many workers at once exactly one does each job", async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `job-${index}`);
  for (const key of keys) await enqueueEmail(key);

  await Promise.all(Array.from({ length: 8 }, () => runDueJobs(HANDLERS)));

  expect([...done].sort()).toEqual([...keys].sort());
});

test("a job that fails is retried later and stores its error", async () => {
  await enqueueEmail("flaky");
  await runDueJobs(failing(new Error("no connection to post@mail.example")));
  const failed = { status: "waiting", tries: 1, last_error: "no connection to [address]" };
  expect(await jobRow("flaky")).toMatchObject(failed);
  await runDueJobs(HANDLERS);
  expect(done).toEqual([]);
  await runDueJobs(HANDLERS, { now: () => later(61_000) });

  expect(done).toEqual(["flaky"]);
});

test("a job that always fails becomes a dead job after its last try, and is reported", async () => {
  await enqueue({ key: "hopeless", kind: "payment-webhook", payload: {} });
  const outcomes: Array<string> = [];

  for (let hour = 0; hour < 40; hour += 1)
    await runDueJobs(failing(new Error("never")), {
      now: () => later(hour * 3 * 3_600_000),
      onError: (_, __, outcome) => outcomes.push(outcome),
    });

  expect(outcomes).toHaveLength(triesOf("payment-webhook"));
  expect(outcomes.at(-1)).toBe("dead");
  expect(await jobRow("hopeless")).toMatchObject({ status: "dead", tries: 12, last_error: "never" });
});

test("a job of an unknown kind stays in the queue and is reported", async () => {
  await enqueueEmail("orphan");

  await runDueJobs({});

  expect(await jobRow("orphan")).toMatchObject({
    status: "waiting",
    last_error: "Nobody handles jobs of kind order-confirmation",
  });
});

test("the job of a killed worker is taken over when its lease is over, and not before", async () => {
  await enqueueEmail("orphaned");
  await claimJob("the-killed-one", new Date());

  await runDueJobs(HANDLERS, { now: () => later(LEASE_MS - 5_000) });
  expect(done).toEqual([]);
  await runDueJobs(HANDLERS, { now: () => later(LEASE_MS + 1_000) });

  expect(done).toEqual(["orphaned"]);
});

test("a worker that returns after its lease cannot finish a job that another has taken over", async () => {
  await enqueueEmail("slow");
  const first = await claimJob("slow-one", new Date());
  const second = await claimJob("quick-one", later(LEASE_MS + 1_000));
  if (!first || !second) throw new Error("nothing was claimed");

  const finished = await finishJob(first, "slow-one", later(LEASE_MS + 2_000));
  const failure = { error: new Error("late"), now: later(LEASE_MS + 2_000), random: 0 };
  const retried = await retryJob(first, "slow-one", failure);

  expect([finished, retried]).toEqual([false, "lost"]);
  expect(await jobRow("slow")).toMatchObject({ status: "running", lease_owner: "quick-one", tries: 2 });
});

test("a worker cannot finish an earlier try of a job that it has claimed again", async () => {
  await enqueueEmail("again");
  const first = await claimJob("one", new Date());
  const second = await claimJob("one", later(LEASE_MS + 1_000));
  if (!first || !second) throw new Error("nothing was claimed");

  expect(await finishJob(first, "one", new Date())).toBe(false);
  expect(await finishJob(second, "one", new Date())).toBe(true);
});

test("workers whose clocks differ by a quarter of a minute never do one job at the same time", async () => {
  await enqueueEmail("skewed", later(-60_000).toISOString());
  const slowClock = (ms: number) => later(ms - 7_500);
  const fastClock = (ms: number) => later(ms + 7_500);

  const claimed = await claimJob("slow", slowClock(0));
  const early = await claimJob("fast", fastClock(44_900));
  const afterwards = await claimJob("fast", fastClock(45_001 + 7_500));

  expect(claimed?.key).toBe("skewed");
  // A handler is given up after 45 seconds.
  expect(early).toBeNull();
  expect(afterwards?.tries).toBe(2);
});

test("a worker whose clock is hours ahead takes a job over, and the first worker learns of it", async () => {
  await enqueueEmail("robbed");
  const outcomes: Array<string> = [];
  const slow = async (job: Job) => {
    await runDueJobs(HANDLERS, { now: () => later(3 * 3_600_000) });
    done.push(`${job.key} by the robbed one`);
  };

  await runDueJobs({ "order-confirmation": slow }, { onError: (_, __, outcome) => outcomes.push(outcome) });

  expect(done).toEqual(["robbed", "robbed by the robbed one"]);
  expect(outcomes).toEqual(["lost"]);
  expect(await jobRow("robbed")).toMatchObject({ status: "done", tries: 2, lease_owner: null });
});

test("a clock that went back delays jobs, and makes no young job a dead one", async () => {
  await enqueueEmail("young");
  for (let tries = 0; tries < 2 * triesOf("order-confirmation"); tries += 1) {
    const now = later((tries % 2 === 0 ? 1 : -1) * 3_600_000);
    await changeRows("jobs", {}, { run_at: "2000-01-01T00:00:00.000Z" });
    await runDueJobs(failing(new Error("down")), { now: () => now });
  }

  const tries = 2 * triesOf("order-confirmation");
  expect(await jobRow("young")).toMatchObject({ status: "waiting", tries });
});

test("a job is not retried before the provider's Retry-After", async () => {
  await enqueueEmail("busy");
  const busy = Object.assign(new Error("429"), { retryAfterMs: 300_000 });
  const now = new Date("2030-01-01T00:00:00.000Z");

  await runDueJobs(failing(busy), { now: () => now, random: () => 0 });

  expect(await jobRow("busy")).toMatchObject({ status: "waiting", run_at: "2030-01-01T00:05:00.000Z" });
});

test("jobs that failed together are retried at different times", async () => {
  for (const key of ["a", "b", "c"]) await enqueueEmail(key);
  const dice = [0, 0.5, 1];
  const now = new Date("2030-01-01T00:00:00.000Z");

  await runDueJobs({}, { now: () => now, random: () => dice.shift() ?? 0 });

  const times = (await rowsOf("jobs")).map((row) => row.run_at.slice(11, 19));
  expect(times.sort()).toEqual(["00:00:30", "00:00:45", "00:01:00"]);
});

test("a job that kills every worker ends as a dead job", async () => {
  await enqueueEmail("poison");
  for (let tries = 1; tries <= triesOf("order-confirmation"); tries += 1)
    await claimJob(`victim-${tries}`, later(tries * (LEASE_MS + 1_000)));

  expect(await claimJob("next", later(100 * LEASE_MS))).toBeNull();
  const dead = { status: "dead", last_error: "Every worker that tried it was killed" };
  expect(await jobRow("poison")).toMatchObject(dead);
});

test("a job whose service is down is tried for more than a day, also if the worker of its last try was killed", async () => {
  const HOUR_MS = 3_600_000;
  const start = Date.now();
  const at = (hours: number) => new Date(start + hours * HOUR_MS);
  await enqueueEmail("down");
  for (let tries = 1; tries < triesOf("order-confirmation"); tries += 1) {
    const job = await claimJob("alive", at(tries));
    const failure = { error: new Error("503"), now: at(tries), random: 0 };
    expect(await retryJob(job!, "alive", failure)).toBe("waiting");
  }
  expect(await claimJob("killed", at(20))).not.toBeNull();

  expect(await claimJob("next", at(21))).toMatchObject({ key: "down" });
  expect(await claimJob("after a day", at(28))).toBeNull();
  expect(await jobRow("down")).toMatchObject({ status: "dead", last_error: "503" });
});

test("a running worker does a new job as soon as it is committed, survives failures, and stops on request", async () => {
  const worker = startWorker(
    { ...failing(new Error("broken")), "order-confirmation": note },
    { pollMs: 60_000 },
  );
  await inTransaction(async () => {
    await enqueue({ key: "bad", kind: "payment-webhook", payload: {} });
    await enqueueEmail("good");
  });

  await expect.poll(() => done, { interval: 10 }).toHaveLength(1);
  await worker.stop();
  await enqueueEmail("after the end");

  expect(done).toEqual(["good"]);
  expect(await jobRow("bad")).toMatchObject({ status: "waiting", tries: 1 });
  expect(await jobRow("after the end")).toMatchObject({ status: "waiting", tries: 0 });
});

test("stopping waits for the job that is running", async () => {
  await enqueueEmail("long");
  let isEnded = false;
  const started: { resolve?: () => void } = {};
  const begun = new Promise<void>((resolve) => (started.resolve = resolve));
  const worker = startWorker({
    "order-confirmation": async () => {
      started.resolve?.();
      await new Promise((resolve) => setTimeout(resolve, 150));
      isEnded = true;
    },
  });

  await begun;
  await worker.stop();

  expect(isEnded).toBe(true);
  expect(await jobRow("long")).toMatchObject({ status: "done" });
});
