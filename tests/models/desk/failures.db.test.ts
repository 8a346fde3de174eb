import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import {
  countFailuresAtDesk,
  listFailuresAtDesk,
  retryAllAtDesk,
  retryAtDesk,
} from "#app/models/desk/failure-steps.server.ts";
import { findHealthAtDesk } from "#app/models/desk/health.server.ts";
import type { JobKind, JobPayload } from "#app/models/jobs/job.ts";
import { countFailedJobs } from "#app/models/jobs/list.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { NOW } from "#tests/support/now.ts";
import { logRows, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const GIVEN_UP = { kind: "order-email" as JobKind, payload: {} as JobPayload, tries: 12, minute: 0 };
type Failing = Partial<typeof GIVEN_UP> & Readonly<{ status?: "dead" | "waiting" }>;

/** A job that was tried in vain. Answers with its id. */
async function failed(key: string, state: Failing = {}): Promise<string> {
  const { kind, payload, tries, minute, status = "dead" } = { ...GIVEN_UP, ...state };
  await enqueue({ key, kind, payload, runAt: "2099-01-01T00:00:00.000Z" });
  const at = later(minute).toISOString();
  const { id } = await db()
    .updateTable("jobs")
    .set({ status, tries, created_at: at, last_error: "Error: no" })
    .set({ finished_at: status === "dead" ? at : null })
    .where("key", "=", key)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const stateOf = (id: string) =>
  db().selectFrom("jobs").select(["status", "tries"]).where("id", "=", id).executeTakeFirst();

test("given up work and refused refunds are listed, the newest first, and counted by the same query", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const before = await countFailedJobs();
  const ids = [
    await failed("dead-email", { minute: 1, payload: { orderId } }),
    await failed("refused-refund", { minute: 2, kind: "order-refund", status: "waiting", tries: 1 }),
    await failed("same-minute", { minute: 2 }),
  ];
  await failed("email-that-is-tried-again", { status: "waiting", tries: 3 });
  await failed("refund-not-tried", { kind: "order-refund", status: "waiting", tries: 0 });

  const all = await listFailuresAtDesk("owner", 10, null);

  expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const oldest = { key: "dead-email", orderNumber: number, lastError: "Error: no" };
  expect(all.at(-1)).toMatchObject(oldest);
  expect(await countFailuresAtDesk("owner")).toBe(before + all.length);
  const pages = await allPages<string, (typeof all)[number]>(async (after) => {
    const rows = await listFailuresAtDesk("owner", 1, after);
    return { rows: rows.map(({ id }) => id), next: rows[0] ?? null };
  });
  expect(pages.flat()).toEqual(all.map(({ id }) => id));
});

test("roles that do not see the shop's health see no failure", async () => {
  await failed("dead-email");
  for (const role of ["packer", "editor", "reader"] as const) {
    expect(await countFailuresAtDesk(role)).toBeNull();
    expect(await listFailuresAtDesk(role, 10, null)).toEqual([]);
    expect(await outcomeOf(findHealthAtDesk(role, healthSettings(), NOW))).toBe("desk-not-allowed");
  }
});

test("of two owners who try a job again at once one does, and a refused refund is tried at once", async () => {
  const actor = await person("owner");
  const other = await person("owner", "other@example.com");
  const id = await failed("dead-email");

  const done = await Promise.all([retryAtDesk(id, actor), retryAtDesk(id, other)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.outcome === "queued")).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ status: "waiting", tries: 0 });
  expect(await logRows("job-retried")).toMatchObject([{ subject_id: id }]);
  expect(await countFailedJobs()).toBe(0);
  expect(await outcomeOf(retryAtDesk("job_none", actor))).toBe("not-found");

  const refused = await failed("refused-refund", { kind: "order-refund", status: "waiting", tries: 2 });
  expect(await retryAtDesk(refused, actor)).toMatchObject({ value: { outcome: "queued" } });
  const jobs = db().selectFrom("jobs").select("run_at").where("id", "=", refused);
  expect(await jobs.execute()).toEqual([{ run_at: actor.now.toISOString() }]);
  // It leaves the list until it fails again.
  expect(await countFailedJobs()).toBe(0);
});

test("all are tried again, but not what failed after the page was made", async () => {
  const actor = await person("owner");
  const [first, second] = [await failed("first", { minute: 1 }), await failed("second", { minute: 2 })];
  const late = await failed("late", { minute: 9 });

  const done = await retryAllAtDesk(later(5).toISOString(), actor);
  const again = await retryAllAtDesk(later(5).toISOString(), actor);

  expect([done, again]).toMatchObject([{ value: 2 }, { value: 0 }]);
  const states = await Promise.all([first, second, late].map(stateOf));
  expect(states.map((state) => state?.status)).toEqual(["waiting", "waiting", "dead"]);
  expect(await logRows("jobs-retried")).toHaveLength(1);
});
