import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { cleanUpJobs } from "#app/models/jobs/cleanup.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const NOW = new Date("2026-11-20T12:00:00.000Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

type Left = Readonly<{
  status: "waiting" | "running" | "done" | "dead";
  createdAt: string;
  finishedAt?: string;
}>;

const rowOf = (id: string, { status, createdAt, finishedAt }: Left) => ({
  id,
  key: id,
  kind: "order-confirmation",
  payload: "{}",
  status,
  run_at: createdAt,
  created_at: createdAt,
  lease_owner: null,
  leased_until: null,
  last_error: null,
  first_tried_at: createdAt,
  finished_at: finishedAt ?? null,
});

async function leave(jobs: Readonly<Record<string, Left>>): Promise<void> {
  const rows = Object.entries(jobs).map(([id, job]) => rowOf(id, job));
  await db().insertInto("jobs").values(rows).execute();
}

const left = async () =>
  (await db().selectFrom("jobs").select("id").orderBy("id").execute()).map(({ id }) => id);

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
