import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  acceptReturnAtDesk,
  cancelAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import {
  listOrderNotes,
  stepAtDesk,
  workAtDesk,
  writeOrderNote,
} from "#app/models/desk/orders/order-steps.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { chooseForSpareGift } from "#app/models/gift-list/spare.server.ts";
import {
  planSending,
  sendPlanned,
  UNDO_MS,
  withdrawSending,
} from "#app/models/desk/orders/sending.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { orderOfSpareGift } from "#tests/support/people/gift-lists.ts";
import { deliveredOrder, paidArks, paidOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();
registerListeners();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

const PARCEL = { carrier: "royal-mail", tracking: "AB 12", units: null, shown: "paid", key: "k1" } as const;
const ONE = { units: [1, 0], delivery: false };

test("of two packers who pack an order at once one does it, and the log says so once", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const [tom, martha] = [await person("packer"), await person("owner")];
  const pack = { number, step: "pack", shown: "paid" } as const;

  const done = await Promise.all([stepAtDesk(pack, tom), stepAtDesk(pack, martha)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await statusOf(orderId)).toBe("packed");
  expect(await deskActions(number)).toEqual(["order-packed"]);
});

test("beginning the work and taking it back are logged once each", async () => {
  const { id, number } = await paidArks("Wilfred");
  const tom = await person("packer");
  for (const step of ["start-work", "start-work", "stop-work", "stop-work"] as const)
    expect((await workAtDesk({ number, step, shown: null }, tom)).ok).toBe(true);

  expect(await deskActions(number)).toEqual(["work-started", "work-taken-back"]);
  expect((await findOrder(id))?.status).toBe("paid");
});

test("a step is done only from the status that the page showed", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  await cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: NOW });

  expect(await stepAtDesk({ number, step: "pack", shown: "paid" }, owner)).toMatchObject({
    code: "order-state-conflict",
  });
  expect(await planSending({ ...PARCEL, number }, owner)).toMatchObject({ code: "order-state-conflict" });
  expect(await cancelAtDesk({ number, reason: "x", shown: "paid" }, owner)).toMatchObject({
    value: { isChanged: false },
  });
  expect(await deskActions(number)).toEqual([]);
});

test.each(["editor", "reader"] as const)("the model refuses every step to the role %s", async (role) => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const actor = await person(role);
  const refund = { number, refund: ONE, isRestocked: false, reason: "x", shownMinor: 1, key: "k" };
  const receipt = { returnNumber: "R1-1", isRestocked: true, hasDelivery: null };
  const done = await Promise.all([
    stepAtDesk({ number, step: "pack", shown: null }, actor),
    stepAtDesk({ number, step: "unpack", shown: null }, actor),
    stepAtDesk({ number, step: "deliver", shown: null }, actor),
    workAtDesk({ number, step: "start-work", shown: null }, actor),
    planSending({ ...PARCEL, number }, actor),
    withdrawSending(number, actor),
    writeOrderNote(number, { body: "words", key: "k" }, actor),
    refundAtDesk(refund, actor),
    cancelAtDesk({ number, reason: "x", shown: "delivered" }, actor),
    acceptReturnAtDesk(receipt, actor),
  ]);

  expect(done.map((each) => (each.ok ? "done" : each.code))).toEqual(done.map(() => "desk-not-allowed"));
  expect(await deskActions(number)).toEqual([]);
});

test("a parcel goes out two minutes after it was planned, once, by the person who planned it", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const packer = await person("packer");

  const planned = await Promise.all([
    planSending({ ...PARCEL, number }, packer),
    planSending({ ...PARCEL, number }, packer),
  ]);
  expect(planned.every(({ ok }) => ok)).toBe(true);
  expect(await planSending({ ...PARCEL, number, key: "k2" }, packer)).toMatchObject({
    code: "order-state-conflict",
  });
  const [job] = await db().selectFrom("jobs").select("run_at").where("kind", "=", "desk-send").execute();
  expect(job?.run_at).toBe(new Date(NOW.getTime() + UNDO_MS).toISOString());
  expect(await statusOf(orderId)).toBe("paid");

  await db().updateTable("jobs").set({ run_at: NOW.toISOString() }).where("kind", "=", "desk-send").execute();
  await runDueJobs({ "desk-send": sendPlanned, "order-email": async () => undefined });

  expect(await statusOf(orderId)).toBe("shipped");
  const { shipments } = await findFulfilmentHistory(orderId);
  expect(shipments.map(({ carrier, number: tracking }) => [carrier, tracking])).toEqual([
    ["Royal Mail", "AB 12"],
  ]);
  expect(await deskActions(number)).toEqual(["order-send-planned", "order-sent"]);
  const rows = await db()
    .selectFrom("desk_log")
    .select("staff_name")
    .where("action", "=", "order-sent")
    .execute();
  expect(rows).toEqual([{ staff_name: "The packer" }]);
});

test("a planned parcel can be taken back until it starts, and not after", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const packer = await person("packer");
  await planSending({ ...PARCEL, number }, packer);

  const done = await Promise.all([withdrawSending(number, packer), withdrawSending(number, packer)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db().selectFrom("jobs").select("id").where("kind", "=", "desk-send").execute()).toEqual([]);
  await planSending({ ...PARCEL, number }, packer);
  await db()
    .updateTable("jobs")
    .set({ status: "running", tries: 1 })
    .where("kind", "=", "desk-send")
    .execute();
  expect(await withdrawSending(number, packer)).toMatchObject({ code: "order-state-conflict" });
});

test("a parcel whose order was cancelled meanwhile is not sent, and the log says so", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  await planSending({ ...PARCEL, number }, await person("packer"));
  await cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: NOW });
  await db().updateTable("jobs").set({ run_at: NOW.toISOString() }).where("kind", "=", "desk-send").execute();

  await runDueJobs({
    "desk-send": sendPlanned,
    "order-email": async () => undefined,
    "order-refund": async () => undefined,
  });

  expect(await statusOf(orderId)).toBe("cancelled");
  expect((await findFulfilmentHistory(orderId)).shipments).toEqual([]);
  expect(await deskActions(number)).toEqual(["order-send-planned", "order-send-refused"]);
});

test("no more is planned than is left to send", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const packer = await person("packer");

  expect(await planSending({ ...PARCEL, number, units: [4, 0] }, packer)).toMatchObject({
    code: "shipment-quantity",
    detail: { left: 3 },
  });
  expect(await planSending({ ...PARCEL, number, units: [0, 0] }, packer)).toMatchObject({
    code: "shipment-empty",
  });
  expect(await planSending({ ...PARCEL, number, units: [1, 0] }, packer)).toMatchObject({ ok: true });
});

function refundOf(number: number, shownMinor: number, key = "k1") {
  return { number, refund: ONE, isRestocked: false, reason: "Arrived damaged", shownMinor, key };
}

/** What one unit of the first line costs, in minor units. */
async function unitSum(number: number): Promise<number> {
  const shares = await previewRefund(number, ONE);
  if (!shares.ok) throw new Error(shares.code);
  return shares.value.total.amount.minor;
}

test("the same refund form sent twice at once refunds once, and another sum than was shown refunds nothing", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const sum = await unitSum(number);

  expect(await refundAtDesk(refundOf(number, sum + 1), owner)).toMatchObject({
    code: "desk-sum-changed",
  });
  const form = refundOf(number, sum);
  const done = await Promise.all([refundAtDesk(form, owner), refundAtDesk(form, owner)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(done.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  const rows = await db().selectFrom("refunds").select(["amount_minor", "actor"]).execute();
  expect(rows).toEqual([{ amount_minor: sum, actor: "owner" }]);
  const log = await db()
    .selectFrom("desk_log")
    .select(["amount_minor", "reason"])
    .where("action", "=", "order-refunded")
    .execute();
  expect(log).toEqual([{ amount_minor: sum, reason: "Arrived damaged" }]);
});

test("a packer refunds up to the limit of a day, also with two refunds at once; 0 is never", async () => {
  const orders = [await deliveredOrder(), await deliveredOrder()];
  const numbers = await Promise.all(orders.map(({ orderId }) => numberOf(orderId)));
  const [owner, packer] = [await person("owner"), await person("packer")];
  const sums = await Promise.all(numbers.map(unitSum));
  const setLimit = async (refundLimitMinor: number) => {
    const { version, role } = (await findStaff(packer.staff.id))!;
    await changeStaff(packer.staff.id, { role, refundLimitMinor, version }, owner);
  };

  await setLimit(0);
  expect(await refundAtDesk(refundOf(numbers[0]!, sums[0]!), packer)).toMatchObject({
    code: "desk-refund-limit",
  });
  await setLimit(Math.max(...sums));
  const done = await Promise.all(
    numbers.map(async (number, index) => refundAtDesk(refundOf(number, sums[index]!), packer)),
  );

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.filter((each) => !each.ok && each.code === "desk-refund-limit")).toHaveLength(1);
  expect(await db().selectFrom("refunds").select("id").execute()).toHaveLength(1);
});

test("a packer cancels before packing, an owner also after it", async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  const [one, other] = [await numberOf(first.orderId), await numberOf(second.orderId)];
  const [owner, packer] = [await person("owner"), await person("packer")];
  await stepAtDesk({ number: other, step: "pack", shown: "paid" }, packer);
  const cancel = { reason: "out of stock" };

  expect(await cancelAtDesk({ number: one, ...cancel, shown: "paid" }, packer)).toMatchObject({ ok: true });
  expect(await cancelAtDesk({ number: other, ...cancel, shown: "packed" }, packer)).toMatchObject({
    code: "desk-not-allowed",
  });
  expect(await cancelAtDesk({ number: other, ...cancel, shown: "paid" }, owner)).toMatchObject({
    code: "order-state-conflict",
  });
  expect(await statusOf(second.orderId)).toBe("packed");
  expect(await cancelAtDesk({ number: other, ...cancel, shown: "packed" }, owner)).toMatchObject({
    ok: true,
  });
  expect(await deskActions(other)).toEqual(["order-packed", "order-cancelled"]);
});

test("a return is accepted and refunded once by two people at once", async () => {
  const { orderId } = await deliveredOrder();
  const [owner, packer] = [await person("owner"), await person("packer")];
  const lines = [
    { units: 1, reason: "does-not-fit" },
    { units: 0, reason: "" },
  ];
  const requested = await requestReturn(orderId, { by: "customer", now: NOW, key: "r", lines, note: "" });
  const returnNumber = requested.ok ? requested.value.number : "";
  const receipt = { returnNumber, isRestocked: true, hasDelivery: null };

  const done = await Promise.all([acceptReturnAtDesk(receipt, owner), acceptReturnAtDesk(receipt, packer)]);

  expect(done.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  expect(await db().selectFrom("refunds").select("id").execute()).toHaveLength(1);
  const log = await db()
    .selectFrom("desk_log")
    .select("subject_id")
    .where("action", "=", "return-accepted")
    .execute();
  expect(log).toEqual([{ subject_id: returnNumber }]);
});

test("notes are for the team, and name their author", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const words = { body: "Rang: leave it with number 16.", key: "k" };
  await writeOrderNote(number, words, await person("packer"));

  expect(await listOrderNotes(orderId)).toMatchObject([
    { by: "The packer", body: "Rang: leave it with number 16." },
  ]);
});

test("the form of a note sent twice at once writes one note, and the log says so once", async () => {
  const [first, second] = [await paidOrder(), await paidOrder()];
  const [number, other] = [await numberOf(first.orderId), await numberOf(second.orderId)];
  const packer = await person("packer");
  const form = { body: "Rang: leave it with number 16.", key: "k" };

  const done = await Promise.all([
    writeOrderNote(number, form, packer),
    writeOrderNote(number, form, packer),
  ]);
  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(done.every(({ ok }) => ok)).toBe(true);
  await writeOrderNote(number, { ...form, key: "k2" }, packer);
  await writeOrderNote(other, form, packer);
  expect(await listOrderNotes(first.orderId)).toHaveLength(2);
  expect(await listOrderNotes(second.orderId)).toHaveLength(1);
  expect(await deskActions(number)).toEqual(["note-written", "note-written"]);
});

test("an order is not unpacked while its parcel is about to go out", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const [tom, martha] = [await person("packer"), await person("owner")];
  await stepAtDesk({ number, step: "pack", shown: "paid" }, tom);
  await planSending({ ...PARCEL, number, shown: "packed" }, martha);

  for (const shown of ["packed", null])
    expect(await stepAtDesk({ number, step: "unpack", shown }, tom)).toMatchObject({
      code: "parcel-planned",
    });
  expect(await statusOf(orderId)).toBe("packed");
  await withdrawSending(number, martha);
  expect(await stepAtDesk({ number, step: "unpack", shown: "packed" }, tom)).toMatchObject({
    value: { isChanged: true },
  });
  // Packed later, it is sent as planned.
  await planSending({ ...PARCEL, number, key: "k2" }, martha);
  expect(await stepAtDesk({ number, step: "pack", shown: "paid" }, tom)).toMatchObject({ ok: true });
});

test("of an order that is unpacked and sent at once it never happens that its parcel goes out unpacked", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const [tom, martha] = [await person("packer"), await person("owner")];
  await stepAtDesk({ number, step: "pack", shown: "paid" }, tom);

  const done = await Promise.all([
    planSending({ ...PARCEL, number, shown: "packed" }, martha),
    stepAtDesk({ number, step: "unpack", shown: "packed" }, tom),
  ]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
});

test("of an order with a spare gift the parcel holds what went into it, whatever its giver answers before it leaves", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  const { orderId, lineId } = spare;
  const number = await numberOf(orderId);
  const owner = await person("owner");
  expect(await stepAtDesk({ number, step: "pack", shown: "paid" }, owner)).toMatchObject({
    code: "order-state-conflict",
  });
  expect(await stepAtDesk({ number, step: "pack", shown: "paid waiting" }, owner)).toMatchObject({
    ok: true,
  });
  const planned = await planSending({ ...PARCEL, shown: "packed waiting", number }, owner);
  expect(planned).toMatchObject({ ok: true });

  await chooseForSpareGift({ orderId, lineId, answer: "send" }, new Date());
  await runDueJobs({ "desk-send": sendPlanned }, { now: () => new Date(Date.now() + UNDO_MS + 1_000) });

  expect(await statusOf(orderId)).toBe("partially-shipped");
  const { lines } = await findFulfilmentHistory(orderId);
  expect(lines.find(({ id }) => id === lineId)).toMatchObject({
    sent: 0,
    unsent: 0,
    awaitsAnswerUntil: null,
  });
});

test("packing and sending are refused if the giver has answered since the page was opened", async () => {
  const { orderId, lineId } = await orderOfSpareGift({ hasOther: true });
  const number = await numberOf(orderId);
  const owner = await person("owner");
  await chooseForSpareGift({ orderId, lineId, answer: "send" }, new Date());

  for (const step of [
    () => stepAtDesk({ number, step: "pack", shown: "paid waiting" }, owner),
    () => planSending({ ...PARCEL, shown: "paid waiting", number }, owner),
  ])
    expect(await step()).toMatchObject({ code: "order-state-conflict" });
  expect(await statusOf(orderId)).toBe("paid");
});

test("an order that waits as a whole is neither packed nor sent from the desk", async () => {
  const { orderId } = await orderOfSpareGift();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  expect(await stepAtDesk({ number, step: "pack", shown: null }, owner)).toMatchObject({
    code: "order-waits",
  });
  expect(await planSending({ ...PARCEL, shown: null, number }, owner)).toMatchObject({ code: "order-waits" });
  expect(await deskActions(number)).toEqual([]);
});
