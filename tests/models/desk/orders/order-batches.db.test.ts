/** Steps on more orders than one form takes, done by a job. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { workOnBatch } from "#app/models/desk/batches/batch-work.server.ts";
import {
  BATCH_DAYS,
  cleanUpBatches,
  countPackable,
  findBatch,
  listBatches,
  listLeft,
  standsStill,
  startBatch,
  startUnpacking,
  stopBatch,
} from "#app/models/desk/batches/batches.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/orders/order-filters.server.ts";
import type { OrderSelection } from "#app/models/desk/orders/order-list.server.ts";
import { stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { endStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { paidOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const TO_PACK: OrderSelection = { view: "to-pack", filters: NO_ORDER_FILTERS, today: "2026-06-01" };
const HANDLERS = { "order-batch": workOnBatch, "order-email": async () => undefined };

const person = async (role: "owner" | "packer" | "editor" = "packer", email?: string) =>
  actorAt((await deskPerson(role, email)).token);

async function orders(count: number) {
  const made = [];
  for (let each = 0; each < count; each += 1) {
    const { orderId } = await paidOrder();
    await db()
      .updateTable("orders")
      .set({ updated_at: NOW.toISOString() })
      .where("id", "=", orderId)
      .execute();
    made.push({ orderId, number: await numberOf(orderId) });
  }
  return made;
}

type Packer = Awaited<ReturnType<typeof person>>;

async function begun(actor: Packer, key = "k1"): Promise<number> {
  const seen = later(1).toISOString();
  const done = await startBatch({ selection: TO_PACK, seen, title: "To pack", key }, actor);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

const work = () => runDueJobs(HANDLERS, { now: () => new Date(Date.now() + 60_000) });
const jobOf = (batchId: number) => ({ payload: { batchId } }) as unknown as Job;

async function countsOf(id: number) {
  return (await findBatch(id))?.counts;
}

test("each order of the list is packed on its own, with its row in the log, and what was left out is named", async () => {
  const [one, cancelled, changed, packed] = await orders(4);
  if (!one || !cancelled || !changed || !packed) throw new Error("too few");
  const packer = await person();
  const id = await begun(packer);
  await cancelOrder(cancelled.orderId, { by: "customer", reason: "changed my mind", now: NOW });
  await db()
    .updateTable("orders")
    .set({ updated_at: later(5).toISOString() })
    .where("id", "=", changed.orderId)
    .execute();
  await stepAtDesk({ number: packed.number, step: "pack", shown: null }, packer);
  await work();

  expect(await findBatch(id)).toMatchObject({
    ...{ step: "pack", title: "To pack", by: "The packer", endReason: "done" },
    counts: { all: 4, done: 1, before: 1, left: 2, open: 0 },
  });
  const left = await listLeft(id, { after: -1, limit: 10 });
  expect(left.map(({ number, reason, status }) => [number, reason, status])).toEqual(
    expect.arrayContaining([
      [cancelled.number, "order-state-conflict", "cancelled"],
      [changed.number, "order-state-conflict", "paid"],
    ]),
  );
  expect(await statusOf(one.orderId)).toBe("packed");
  expect(await deskActions(one.number)).toEqual(["order-packed"]);
  expect(await deskActions(cancelled.number)).toEqual([]);
  expect(await deskActions(id)).toEqual(["order-batch-started"]);
});

test("orders that have changed since the page showed them, or are not to be packed, are counted and not taken", async () => {
  const [one, fresh] = await orders(2);
  if (!one || !fresh) throw new Error("too few");
  await db()
    .updateTable("orders")
    .set({ updated_at: later(5).toISOString() })
    .where("id", "=", fresh.orderId)
    .execute();

  expect(await countPackable(TO_PACK, later(1).toISOString())).toEqual({ toPack: 1, all: 2 });
  expect(await countsOf(await begun(await person()))).toMatchObject({ all: 1 });
});

test("the same form twice at once begins one batch", async () => {
  await orders(2);
  const packer = await person();
  const [one, other] = await Promise.all([begun(packer), begun(packer)]);

  expect(one).toBe(other);
  expect(await listBatches(NOW, 5)).toHaveLength(1);
  expect(await deskActions(one)).toEqual(["order-batch-started"]);
});

test("two people begin the same list and somebody packs one meanwhile: each order is packed once", async () => {
  const made = await orders(5);
  const [tom, martha] = [await person("packer"), await person("owner")];
  const [one, other] = [await begun(tom, "k1"), await begun(martha, "k2")];
  const third = made[2]?.number ?? 0;

  await Promise.all([
    workOnBatch(jobOf(one)),
    workOnBatch(jobOf(other)),
    // A second worker with the same job, as after a lease that was lost.
    workOnBatch(jobOf(one)),
    stepAtDesk({ number: third, step: "pack", shown: null }, tom),
  ]);

  for (const { number, orderId } of made) {
    expect(await statusOf(orderId)).toBe("packed");
    expect(await deskActions(number)).toEqual(["order-packed"]);
  }
  const [first, second] = [await countsOf(one), await countsOf(other)];
  expect((first?.done ?? 0) + (second?.done ?? 0)).toBeLessThanOrEqual(5);
  expect((first?.done ?? 0) + (first?.before ?? 0)).toBe(5);
  expect((second?.done ?? 0) + (second?.before ?? 0)).toBe(5);
});

test("a batch whose process died goes on with the next order, and packs nothing twice", async () => {
  const made = await orders(3);
  const id = await begun(await person());
  // As it was left: the first order is done and noted, the job is claimed, and its lease is over.
  const [first] = await db().selectFrom("order_batch_rows").selectAll().where("place", "=", 0).execute();
  await stepAtDesk({ number: first?.order_number ?? 0, step: "pack", shown: null }, await person("owner"));
  await db().updateTable("order_batch_rows").set({ outcome: "done" }).where("place", "=", 0).execute();
  await db()
    .updateTable("jobs")
    .set({ status: "running", lease_owner: "gone", leased_until: NOW.toISOString(), tries: 1 })
    .where("kind", "=", "order-batch")
    .execute();
  await work();

  expect(await countsOf(id)).toEqual({ all: 3, done: 3, before: 0, left: 0, open: 0 });
  for (const { number } of made) expect(await deskActions(number)).toEqual(["order-packed"]);
});

test("a stopped batch leaves the orders that it has not looked at", async () => {
  const [one] = await orders(2);
  const packer = await person();
  const id = await begun(packer);
  expect(await stopBatch(id, packer)).toMatchObject({ ok: true, value: { isChanged: true } });
  expect(await stopBatch(id, commandLineActor(NOW))).toMatchObject({ value: { isChanged: false } });
  await work();

  expect(await findBatch(id)).toMatchObject({
    ...{ endReason: "stopped", stoppedBy: "The packer" },
    counts: { all: 2, open: 2 },
  });
  expect(await statusOf(one!.orderId)).toBe("paid");
  expect(await deskActions(id)).toEqual(["order-batch-started", "order-batch-stopped"]);
});

test.each([
  { change: { role: "reader" }, title: "has another role" },
  { change: { ended_at: NOW.toISOString() }, title: "has gone" },
] as const)("nothing is packed for somebody who $title by then", async ({ change }) => {
  const [one] = await orders(1);
  const packer = await person();
  const id = await begun(packer);
  await db().updateTable("staff").set(change).where("id", "=", packer.staff.id).execute();
  await work();

  expect(await findBatch(id)).toMatchObject({ endReason: "role", counts: { done: 0, open: 1 } });
  expect(await statusOf(one!.orderId)).toBe("paid");
});

test("a batch of somebody whose account ends does not go on when they are invited again", async () => {
  const [one] = await orders(2);
  const packer = await person();
  const owner = await person("owner");
  const id = await begun(packer);
  await endStaff(packer.staff.id, owner);
  const again = await deskPerson("packer");
  await work();

  expect(again.id).toBe(packer.staff.id);
  expect(await findBatch(id)).toMatchObject({ endReason: "role", counts: { done: 0, open: 2 } });
  expect(await statusOf(one!.orderId)).toBe("paid");
  const anew = await begun(await actorAt(again.token), "k2");
  await work();
  expect(await findBatch(anew)).toMatchObject({ endReason: "done", counts: { done: 2 } });
});

test("an editor begins and stops nothing, and an empty list is no batch", async () => {
  const editor = await person("editor");
  const list = { selection: TO_PACK, seen: null, title: "To pack", key: "k1" };

  expect(await startBatch(list, editor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await stopBatch(1, editor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await startUnpacking(1, "k2", editor)).toMatchObject({ code: "desk-not-allowed" });
  expect(await startBatch(list, await person())).toMatchObject({ code: "batch-empty" });
  expect(await listBatches(NOW, 5)).toEqual([]);
});

test("what a batch has packed is unpacked in the same way, and not what was packed before", async () => {
  const [one, before] = await orders(2);
  const packer = await person();
  const id = await begun(packer);
  await stepAtDesk({ number: before!.number, step: "pack", shown: null }, packer);
  await work();
  const back = await startUnpacking(id, "k2", packer);
  await work();

  expect(back.ok && (await countsOf(back.value.id))).toMatchObject({ all: 1, done: 1 });
  expect(await statusOf(one!.orderId)).toBe("paid");
  expect(await statusOf(before!.orderId)).toBe("packed");
  expect(back.ok && (await startUnpacking(back.value.id, "k3", packer))).toMatchObject({ code: "not-found" });
});

test("an order whose parcel is about to go out is not unpacked by a batch, which says why", async () => {
  const [one, going] = await orders(2);
  const packer = await person();
  const id = await begun(packer);
  await work();
  const parcel = { carrier: "royal-mail", tracking: "AB 12", units: null, shown: "packed", key: "p" };
  const planned = await planSending({ ...parcel, number: going!.number }, packer);
  expect(planned).toMatchObject({ ok: true });
  const back = await startUnpacking(id, "k2", packer);
  if (!back.ok) throw new Error(back.code);
  await work();

  expect([await statusOf(one!.orderId), await statusOf(going!.orderId)]).toEqual(["paid", "packed"]);
  expect(await listLeft(back.value.id, { after: -1, limit: 5 })).toMatchObject([
    { number: going!.number, reason: "parcel-planned" },
  ]);
});

test("an order that fails keeps no other back", async () => {
  const made = await orders(3);
  const id = await begun(await person());
  await db().updateTable("orders").set({ totals: "no totals" }).where("id", "=", made[1]!.orderId).execute();
  await work();

  expect(await countsOf(id)).toEqual({ all: 3, done: 2, before: 0, left: 1, open: 0 });
  expect(await listLeft(id, { after: -1, limit: 5 })).toMatchObject([
    { number: made[1]!.number, reason: "batch-failed" },
  ]);
});

test("a batch whose job was given up says so, and is deleted after a while", async () => {
  await orders(1);
  const id = await begun(await person());
  const batch = { id, endedAt: null };
  expect(await standsStill(batch)).toBe(false);
  await db().updateTable("jobs").set({ status: "dead" }).where("kind", "=", "order-batch").execute();
  expect(await standsStill(batch)).toBe(true);

  await cleanUpBatches(later(BATCH_DAYS * 24 * 60 - 1));
  expect(await findBatch(id)).not.toBeNull();
  await cleanUpBatches(later(BATCH_DAYS * 24 * 60 + 1));
  expect(await findBatch(id)).toBeNull();
  expect(await db().selectFrom("order_batch_rows").selectAll().execute()).toEqual([]);
});
