import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { healthSettings } from "#app/http/request/desk-settings.server.ts";
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
import { NOW } from "#tests/support/now.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder } from "#tests/support/people/order-life.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const owner = async () => actorAt((await deskPerson("owner")).token);

type Failing = Readonly<{
  kind?: JobKind;
  payload?: JobPayload;
  status?: "dead" | "waiting";
  tries?: number;
  minute?: number;
}>;

/** A job that was tried in vain. Answers with its id. */
async function failed(key: string, { kind = "order-email", payload = {}, ...state }: Failing = {}) {
  const { status = "dead", tries = 12, minute = 0 } = state;
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

const logged = async (action: string) =>
  (await db().selectFrom("desk_log").select("subject_id").where("action", "=", action).execute()).map(
    ({ subject_id: id }) => id,
  );

test("given up work and refused refunds are listed, the newest first, and counted by the same query", async () => {
  const { orderId } = await paidOrder();
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
  expect(all.at(-1)).toMatchObject({
    key: "dead-email",
    orderNumber: await numberOf(orderId),
    lastError: "Error: no",
  });
  expect(await countFailuresAtDesk("owner")).toBe(before + all.length);
  const pages = [];
  for (let at: (typeof all)[number] | undefined; pages.length < 5;) {
    const [next] = await listFailuresAtDesk("owner", 1, at ?? null);
    if (!next) break;
    pages.push(next.id);
    at = next;
  }
  expect(pages).toEqual(all.map(({ id }) => id));
});

test("roles that do not see the shop's health see no failure and try nothing again", async () => {
  const id = await failed("dead-email");
  for (const role of ["packer", "editor", "reader"] as const) {
    const actor = await actorAt((await deskPerson(role)).token);
    expect(await countFailuresAtDesk(role)).toBeNull();
    expect(await listFailuresAtDesk(role, 10, null)).toEqual([]);
    expect(await findHealthAtDesk(role, healthSettings(), NOW)).toMatchObject({ code: "desk-not-allowed" });
    expect(await retryAtDesk(id, actor)).toMatchObject({ code: "desk-not-allowed" });
    expect(await retryAllAtDesk(NOW.toISOString(), actor)).toMatchObject({ code: "desk-not-allowed" });
  }
  expect(await stateOf(id)).toEqual({ status: "dead", tries: 12 });
});

test("of two owners who try a job again at once one does, and the log has one row", async () => {
  const actor = await owner();
  const other = await actorAt((await deskPerson("owner", "other@example.com")).token);
  const id = await failed("dead-email");

  const done = await Promise.all([retryAtDesk(id, actor), retryAtDesk(id, other)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.outcome === "queued")).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ status: "waiting", tries: 0 });
  expect(await logged("job-retried")).toEqual([id]);
  expect(await countFailedJobs()).toBe(0);
  expect(await retryAtDesk("job_none", actor)).toMatchObject({ code: "not-found" });
});

test("a refund that the provider refused is tried at once, and leaves the list until it fails again", async () => {
  const actor = await owner();
  const id = await failed("refused-refund", { kind: "order-refund", status: "waiting", tries: 2 });

  expect(await retryAtDesk(id, actor)).toMatchObject({ value: { outcome: "queued" } });

  const job = await db().selectFrom("jobs").select("run_at").where("id", "=", id).executeTakeFirst();
  expect(job?.run_at).toBe(actor.now.toISOString());
  expect(await countFailedJobs()).toBe(0);
});

test("all are tried again, but not what failed after the page was made", async () => {
  const actor = await owner();
  const [first, second, late] = [
    await failed("first", { minute: 1 }),
    await failed("second", { minute: 2 }),
    await failed("late", { minute: 9 }),
  ];

  const done = await retryAllAtDesk(later(5).toISOString(), actor);
  const again = await retryAllAtDesk(later(5).toISOString(), actor);

  expect([done, again]).toMatchObject([{ value: 2 }, { value: 0 }]);
  expect(await Promise.all([first, second, late].map(stateOf))).toMatchObject([
    { status: "waiting" },
    { status: "waiting" },
    { status: "dead" },
  ]);
  expect(await logged("jobs-retried")).toHaveLength(1);
});
