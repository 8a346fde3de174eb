/** Steps on more orders than one form takes, done by a job. */
import type { Updateable } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
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
import { type DeskPerson, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { endStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const TO_PACK: OrderSelection = { view: "to-pack", filters: NO_ORDER_FILTERS, today: "2026-06-01" };
const HANDLERS = { "order-batch": workOnBatch, "order-email": async () => undefined };

type Made = Readonly<{ orderId: OrderId; number: number }>;

function setUpdated(orderId: OrderId, at: Date) {
  const changes = { updated_at: at.toISOString() };
  return db().updateTable("orders").set(changes).where("id", "=", orderId).execute();
}

/** Four orders at most. */
async function orders(count: number): Promise<readonly [Made, Made, Made, Made]> {
  const made: Array<Made> = [];
  for (let each = 0; each < count; each += 1) {
    const order = await numbered(paidOrder());
    await setUpdated(order.orderId, NOW);
    made.push(order);
  }
  return made as unknown as readonly [Made, Made, Made, Made];
}

async function begun(actor: DeskPerson, key = "k1"): Promise<number> {
  const seen = later(1).toISOString();
  const done = await startBatch({ selection: TO_PACK, seen, title: "To pack", key }, actor);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

/** A batch of `count` new orders that a packer has begun. */
async function begunWith(count: number) {
  const made = await orders(count);
  const packer = await person("packer");
  return { made, packer, id: await begun(packer) };
}

const pack = ({ number }: Made, by: DeskPerson) => stepAtDesk({ number, step: "pack", shown: null }, by);
const work = () => runDueJobs(HANDLERS, { now: () => new Date(Date.now() + 60_000) });
const jobOf = (batchId: number) => ({ payload: { batchId } }) as unknown as Job;
const leftOf = (id: number) => listLeft(id, { after: -1, limit: 10 });
const changeJobs = (changes: Updateable<Database["jobs"]>) =>
  db().updateTable("jobs").set(changes).where("kind", "=", "order-batch").execute();

async function countsOf(id: number) {
  return (await findBatch(id))?.counts;
}

test("each order of the list is packed on its own, with its row in the log, and what was left out is named", async () => {
  const { made, packer, id } = await begunWith(4);
  const [one, cancelled, changed, packed] = made;
  await cancelOrder(cancelled.orderId, { by: "customer", reason: "changed my mind", now: NOW });
  await setUpdated(changed.orderId, later(5));
  await pack(packed, packer);
  await work();

  expect(await findBatch(id)).toMatchObject({
    ...{ step: "pack", title: "To pack", by: "The packer", endReason: "done" },
    counts: { all: 4, done: 1, before: 1, left: 2, open: 0 },
  });
  expect((await leftOf(id)).map(({ number, reason, status }) => [number, reason, status])).toEqual(
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
  const [, fresh] = await orders(2);
  await setUpdated(fresh.orderId, later(5));

  expect(await countPackable(TO_PACK, later(1).toISOString())).toEqual({ toPack: 1, all: 2 });
  expect(await countsOf(await begun(await person("packer")))).toMatchObject({ all: 1 });
});

test("the same form twice at once begins one batch, and an empty list none", async () => {
  const packer = await person("packer");
  const list = { selection: TO_PACK, seen: null, title: "To pack", key: "k0" };
  expect(await outcomeOf(startBatch(list, packer))).toBe("batch-empty");
  await orders(2);
  const [one, other] = await Promise.all([begun(packer), begun(packer)]);

  expect(one).toBe(other);
  expect(await listBatches(NOW, 5)).toHaveLength(1);
  expect(await deskActions(one)).toEqual(["order-batch-started"]);
});

test("two people begin the same list and somebody packs one meanwhile: each order is packed once", async () => {
  const made = await orders(4);
  const [tom, martha] = [await person("packer"), await person("owner")];
  const [one, other] = [await begun(tom, "k1"), await begun(martha, "k2")];

  await Promise.all([
    workOnBatch(jobOf(one)),
    workOnBatch(jobOf(other)),
    // A second worker with the same job, as after a lease that was lost.
    workOnBatch(jobOf(one)),
    pack(made[2], tom),
  ]);

  for (const { number, orderId } of made) {
    expect(await statusOf(orderId)).toBe("packed");
    expect(await deskActions(number)).toEqual(["order-packed"]);
  }
  const [first, second] = [await countsOf(one), await countsOf(other)];
  expect((first?.done ?? 0) + (second?.done ?? 0)).toBeLessThanOrEqual(4);
  expect((first?.done ?? 0) + (first?.before ?? 0)).toBe(4);
  expect((second?.done ?? 0) + (second?.before ?? 0)).toBe(4);
});

test("a batch whose process died goes on with the next order, and packs nothing twice", async () => {
  const { made, id } = await begunWith(3);
  // As it was left: the first order is done and noted, the job is claimed, and its lease is over.
  const rows = await db().selectFrom("order_batch_rows").selectAll().where("place", "=", 0).execute();
  const first = made.find(({ number }) => number === rows[0]?.order_number);
  await pack(first ?? made[0], await person("owner"));
  await db().updateTable("order_batch_rows").set({ outcome: "done" }).where("place", "=", 0).execute();
  await changeJobs({ status: "running", lease_owner: "gone", leased_until: NOW.toISOString(), tries: 1 });
  await work();

  expect(await countsOf(id)).toEqual({ all: 3, done: 3, before: 0, left: 0, open: 0 });
  for (const { number } of made) expect(await deskActions(number)).toEqual(["order-packed"]);
});

test("a stopped batch leaves the orders that it has not looked at", async () => {
  const { made, packer, id } = await begunWith(2);
  expect(await outcomeOf(stopBatch(id, packer))).toBe("done");
  expect(await outcomeOf(stopBatch(id, commandLineActor(NOW)))).toBe("unchanged");
  await work();

  expect(await findBatch(id)).toMatchObject({
    ...{ endReason: "stopped", stoppedBy: "The packer" },
    counts: { all: 2, open: 2 },
  });
  expect(await statusOf(made[0].orderId)).toBe("paid");
  expect(await deskActions(id)).toEqual(["order-batch-started", "order-batch-stopped"]);
});

test.each([
  { change: { role: "reader" }, title: "has another role" },
  { change: { ended_at: NOW.toISOString() }, title: "has gone" },
] as const)("nothing is packed for somebody who $title by then", async ({ change }) => {
  const { made, packer, id } = await begunWith(1);
  await db().updateTable("staff").set(change).where("id", "=", packer.staff.id).execute();
  await work();

  expect(await findBatch(id)).toMatchObject({ endReason: "role", counts: { done: 0, open: 1 } });
  expect(await statusOf(made[0].orderId)).toBe("paid");
});

test("a batch of somebody whose account ends does not go on when they are invited again", async () => {
  const { made, packer, id } = await begunWith(2);
  await endStaff(packer.staff.id, await person("owner"));
  const again = await deskPerson("packer");
  await work();

  expect(again.id).toBe(packer.staff.id);
  expect(await findBatch(id)).toMatchObject({ endReason: "role", counts: { done: 0, open: 2 } });
  expect(await statusOf(made[0].orderId)).toBe("paid");
  const anew = await begun(await actorAt(again.token), "k2");
  await work();
  expect(await findBatch(anew)).toMatchObject({ endReason: "done", counts: { done: 2 } });
});

test("what a batch has packed is unpacked in the same way, but not what was packed before or is about to go out", async () => {
  const { made, packer, id } = await begunWith(3);
  const [one, before, { orderId: going, number }] = made;
  await pack(before, packer);
  await work();
  const parcel = { carrier: "royal-mail", tracking: "AB 12", units: null, shown: "packed", key: "p" };
  expect(await outcomeOf(planSending({ ...parcel, number }, packer))).toBe("done");
  const back = await startUnpacking(id, "k2", packer);
  if (!back.ok) throw new Error(back.code);
  await work();

  expect(await countsOf(back.value.id)).toMatchObject({ all: 2, done: 1, left: 1 });
  expect([await statusOf(one.orderId), await statusOf(before.orderId)]).toEqual(["paid", "packed"]);
  expect(await statusOf(going)).toBe("packed");
  expect(await leftOf(back.value.id)).toMatchObject([{ number, reason: "parcel-planned" }]);
  expect(await outcomeOf(startUnpacking(back.value.id, "k3", packer))).toBe("not-found");
});

test("an order that fails keeps no other back", async () => {
  const { made, id } = await begunWith(3);
  const [, { orderId, number }] = made;
  await db().updateTable("orders").set({ totals: "no totals" }).where("id", "=", orderId).execute();
  await work();

  expect(await countsOf(id)).toEqual({ all: 3, done: 2, before: 0, left: 1, open: 0 });
  expect(await leftOf(id)).toMatchObject([{ number, reason: "batch-failed" }]);
});

test("a batch whose job was given up says so, and is deleted after a while", async () => {
  const { id } = await begunWith(1);
  const batch = { id, endedAt: null };
  expect(await standsStill(batch)).toBe(false);
  await changeJobs({ status: "dead" });
  expect(await standsStill(batch)).toBe(true);

  await cleanUpBatches(later(BATCH_DAYS * 24 * 60 - 1));
  expect(await findBatch(id)).not.toBeNull();
  await cleanUpBatches(later(BATCH_DAYS * 24 * 60 + 1));
  expect(await findBatch(id)).toBeNull();
  expect(await db().selectFrom("order_batch_rows").selectAll().execute()).toEqual([]);
});
