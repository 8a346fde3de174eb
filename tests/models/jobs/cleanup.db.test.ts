import { expect, test } from "vitest";

import { cleanUpJobs } from "#app/models/jobs/cleanup.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "none" });

const NOW = new Date("2026-11-20T12:00:00.000Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

type Left = Readonly<{
  status: "waiting" | "running" | "done" | "dead";
  createdAt: string;
  finishedAt?: string;
}>;

async function leave(jobs: Readonly<Record<string, Left>>): Promise<void> {
  for (const [key, { status, createdAt, finishedAt = null }] of Object.entries(jobs)) {
    await enqueue({ key, kind: "order-confirmation", payload: {} });
    await changeRows("jobs", { key }, { status, created_at: createdAt, finished_at: finishedAt });
  }
}

const left = async () => (await rowsOf("jobs")).map(({ key }) => key).sort();

test("a job is deleted 90 days after it was done, and an unfinished one is not", async () => {
  await leave({
    old: { status: "done", createdAt: daysAgo(91), finishedAt: daysAgo(91) },
    "one day less": { status: "done", createdAt: daysAgo(89), finishedAt: daysAgo(89) },
    "given up": { status: "dead", createdAt: daysAgo(400), finishedAt: daysAgo(390) },
    waiting: { status: "waiting", createdAt: daysAgo(400) },
    "under way": { status: "running", createdAt: daysAgo(400) },
    "put off, and done yesterday": { status: "done", createdAt: daysAgo(200), finishedAt: daysAgo(1) },
  });

  await cleanUpJobs(NOW);

  expect(await left()).toEqual([
    "given up",
    "one day less",
    "put off, and done yesterday",
    "under way",
    "waiting",
  ]);
});

test("a clean-up deletes the oldest thousand, and the next one continues", async () => {
  const old = { status: "done", createdAt: daysAgo(120), finishedAt: daysAgo(120) } as const;
  const older = { status: "done", createdAt: daysAgo(121), finishedAt: daysAgo(121) } as const;
  await leave(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`older ${index}`, older])));
  await leave({ next: old });

  await cleanUpJobs(NOW);
  expect(await left()).toEqual(["next"]);
  await cleanUpJobs(NOW);
  expect(await left()).toEqual([]);
});
