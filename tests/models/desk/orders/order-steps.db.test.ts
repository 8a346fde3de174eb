import type { Updateable } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { registerListeners } from "#app/listeners.server.ts";
import {
  acceptReturnAtDesk,
  cancelAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import {
  type DeskPerson,
  listOrderNotes,
  stepAtDesk,
  workAtDesk,
  writeOrderNote,
} from "#app/models/desk/orders/order-steps.server.ts";
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
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions, logRows, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidArks, paidOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();
registerListeners();

const PARCEL = { carrier: "royal-mail", tracking: "AB 12", units: null, shown: "paid", key: "k1" } as const;
const ONE = { units: [1, 0], delivery: false };

/** The steps of somebody on an order. */
const stepsOf = (number: number, by: DeskPerson) => ({
  pack: (shown: string | null) => stepAtDesk({ number, step: "pack", shown }, by),
  unpack: (shown: string | null) => stepAtDesk({ number, step: "unpack", shown }, by),
  send: (changes: Partial<Parameters<typeof planSending>[0]> = {}) =>
    planSending({ ...PARCEL, number, ...changes }, by),
  cancel: (shown: string) => cancelAtDesk({ number, reason: "out of stock", shown }, by),
});

const cancelledByCustomer = { by: "customer", reason: "changed my mind", now: NOW } as const;
const sendJobs = () => db().selectFrom("jobs").selectAll().where("kind", "=", "desk-send").execute();
const changeSendJobs = (changes: Updateable<Database["jobs"]>) =>
  db().updateTable("jobs").set(changes).where("kind", "=", "desk-send").execute();

test("of two packers who pack an order at once one does it, and the log says so once", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const [tom, martha] = [await person("packer"), await person("owner")];

  const done = await atOnce(stepsOf(number, tom).pack("paid"), stepsOf(number, martha).pack("paid"));

  expect(done).toEqual(["done", "unchanged"]);
  expect(await statusOf(orderId)).toBe("packed");
  expect(await deskActions(number)).toEqual(["order-packed"]);
});

test("beginning the work and taking it back are logged once each", async () => {
  const { id, number } = await paidArks("Wilfred");
  const tom = await person("packer");
  for (const step of ["start-work", "start-work", "stop-work", "stop-work"] as const)
    expect((await workAtDesk({ number, step, shown: null }, tom)).ok).toBe(true);

  expect(await deskActions(number)).toEqual(["work-started", "work-taken-back"]);
  expect(await statusOf(id)).toBe("paid");
});

test("a step is done only from the status that the page showed", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const { pack, send, cancel } = stepsOf(number, await person("owner"));
  await cancelOrder(orderId, cancelledByCustomer);

  expect(await outcomeOf(pack("paid"))).toBe("order-state-conflict");
  expect(await outcomeOf(send())).toBe("order-state-conflict");
  expect(await outcomeOf(cancel("paid"))).toBe("unchanged");
  expect(await deskActions(number)).toEqual([]);
});

test("a parcel goes out two minutes after it was planned, once, by the person who planned it", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const { send } = stepsOf(number, await person("packer"));

  expect(await atOnce(send(), send())).toEqual(["done", "done"]);
  expect(await outcomeOf(send({ key: "k2" }))).toBe("order-state-conflict");
  expect(await sendJobs()).toMatchObject([{ run_at: new Date(NOW.getTime() + UNDO_MS).toISOString() }]);
  expect(await statusOf(orderId)).toBe("paid");

  await changeSendJobs({ run_at: NOW.toISOString() });
  await runDueJobs({ "desk-send": sendPlanned, "order-email": async () => undefined });

  expect(await statusOf(orderId)).toBe("shipped");
  const { shipments } = await findFulfilmentHistory(orderId);
  expect(shipments).toMatchObject([{ carrier: "Royal Mail", number: "AB 12" }]);
  expect(await deskActions(number)).toEqual(["order-send-planned", "order-sent"]);
  expect(await logRows("order-sent")).toMatchObject([{ staff_name: "The packer" }]);
});

test("a planned parcel can be taken back until it starts, and not after", async () => {
  const { number } = await numbered(paidOrder());
  const packer = await person("packer");
  const { send } = stepsOf(number, packer);
  await send();

  const done = await atOnce(withdrawSending(number, packer), withdrawSending(number, packer));

  expect(done).toEqual(["done", "order-state-conflict"]);
  expect(await sendJobs()).toEqual([]);
  await send();
  await changeSendJobs({ status: "running", tries: 1 });
  expect(await outcomeOf(withdrawSending(number, packer))).toBe("order-state-conflict");
});

test("a parcel whose order was cancelled meanwhile is not sent, and the log says so", async () => {
  const { orderId, number } = await numbered(paidOrder());
  await stepsOf(number, await person("packer")).send();
  await cancelOrder(orderId, cancelledByCustomer);
  await changeSendJobs({ run_at: NOW.toISOString() });

  const nothing = async () => undefined;
  await runDueJobs({ "desk-send": sendPlanned, "order-email": nothing, "order-refund": nothing });

  expect(await statusOf(orderId)).toBe("cancelled");
  expect((await findFulfilmentHistory(orderId)).shipments).toEqual([]);
  expect(await deskActions(number)).toEqual(["order-send-planned", "order-send-refused"]);
});

test("no more is planned than is left to send", async () => {
  const { number } = await numbered(paidOrder());
  const { send } = stepsOf(number, await person("packer"));

  expect(await send({ units: [4, 0] })).toMatchObject({ code: "shipment-quantity", detail: { left: 3 } });
  expect(await outcomeOf(send({ units: [0, 0] }))).toBe("shipment-empty");
  expect(await outcomeOf(send({ units: [1, 0] }))).toBe("done");
});

function refundOf(number: number, shownMinor: number) {
  return { number, refund: ONE, isRestocked: false, reason: "Arrived damaged", shownMinor, key: "k1" };
}

/** What one unit of the first line costs, in minor units. */
async function unitSum(number: number): Promise<number> {
  const shares = await previewRefund(number, ONE);
  if (!shares.ok) throw new Error(shares.code);
  return shares.value.total.amount.minor;
}

test("the same refund form sent twice at once refunds once, and another sum than was shown refunds nothing", async () => {
  const { number } = await numbered(deliveredOrder());
  const owner = await person("owner");
  const sum = await unitSum(number);
  const form = refundOf(number, sum);

  expect(await outcomeOf(refundAtDesk({ ...form, shownMinor: sum + 1 }, owner))).toBe("desk-sum-changed");
  expect(await atOnce(refundAtDesk(form, owner), refundAtDesk(form, owner))).toEqual(["done", "unchanged"]);

  const rows = await db().selectFrom("refunds").select(["amount_minor", "actor"]).execute();
  expect(rows).toEqual([{ amount_minor: sum, actor: "owner" }]);
  expect(await logRows("order-refunded")).toMatchObject([{ amount_minor: sum, reason: "Arrived damaged" }]);
});

async function limitPerson({ staff: { id } }: DeskPerson, refundLimitMinor: number, owner: DeskPerson) {
  const { version, role } = (await findStaff(id))!;
  await changeStaff(id, { role, refundLimitMinor, version }, owner);
}

test("a packer refunds up to the limit of a day, also with two refunds at once; 0 is never", async () => {
  const orders = [await numbered(deliveredOrder()), await numbered(deliveredOrder())];
  const [owner, packer] = [await person("owner"), await person("packer")];
  const sums = await Promise.all(orders.map(({ number }) => unitSum(number)));
  const refund = (at: number) => refundAtDesk(refundOf(orders[at]!.number, sums[at]!), packer);
  const setLimit = (minor: number) => limitPerson(packer, minor, owner);

  await setLimit(0);
  expect(await outcomeOf(refund(0))).toBe("desk-refund-limit");
  await setLimit(Math.max(...sums));
  expect(await atOnce(refund(0), refund(1))).toEqual(["desk-refund-limit", "done"]);
  expect(await db().selectFrom("refunds").select("id").execute()).toHaveLength(1);
});

test("a cancelled order and an accepted return count towards a packer's daily limit too", async () => {
  const [cancelled, delivered] = [await numbered(paidOrder()), await numbered(deliveredOrder())];
  const [owner, packer] = [await person("owner"), await person("packer")];
  const lines = [ONE.units[0], 0].map((units = 0) => ({ units, reason: units > 0 ? "does-not-fit" : "" }));
  const form = { by: "customer", now: NOW, key: "r", lines, note: "" } as const;
  const requested = await requestReturn(delivered.orderId, form);
  const returnNumber = requested.ok ? requested.value.number : "";
  const accept = () => acceptReturnAtDesk({ returnNumber, isRestocked: true, hasDelivery: null }, packer);
  const cancel = () => stepsOf(cancelled.number, packer).cancel("paid");
  const setLimit = (minor: number) => limitPerson(packer, minor, owner);

  await setLimit(0);
  expect([await outcomeOf(accept()), await outcomeOf(cancel())]).toEqual(Array(2).fill("desk-refund-limit"));
  expect(await statusOf(cancelled.orderId)).toBe("paid");
  const total = (await findOrder(cancelled.orderId))!.totals.total.minor;
  await setLimit(total);
  // The way round the rule that a packed order is an owner's to cancel.
  await stepsOf(cancelled.number, packer).pack("paid");
  await stepsOf(cancelled.number, packer).unpack("packed");
  expect(await outcomeOf(cancel())).toBe("done");
  expect(await outcomeOf(accept())).toBe("desk-refund-limit");
  expect(await db().selectFrom("refunds").select("amount_minor").execute()).toEqual([
    { amount_minor: total },
  ]);
});

test("a packer cancels before packing, an owner also after it", async () => {
  const [first, second] = [await numbered(paidOrder()), await numbered(paidOrder())];
  const [owner, packer] = [await person("owner"), await person("packer")];
  const [byOwner, byPacker] = [stepsOf(second.number, owner), stepsOf(second.number, packer)];
  await limitPerson(packer, 100_000, owner);
  await byPacker.pack("paid");

  expect(await outcomeOf(stepsOf(first.number, packer).cancel("paid"))).toBe("done");
  expect(await outcomeOf(byPacker.cancel("packed"))).toBe("desk-not-allowed");
  expect(await outcomeOf(byOwner.cancel("paid"))).toBe("order-state-conflict");
  expect(await statusOf(second.orderId)).toBe("packed");
  expect(await outcomeOf(byOwner.cancel("packed"))).toBe("done");
  expect(await deskActions(second.number)).toEqual(["order-packed", "order-cancelled"]);
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
  expect(await logRows("return-accepted")).toMatchObject([{ subject_id: returnNumber }]);
});

test("a note names its author, and its form sent twice at once writes and logs one", async () => {
  const [first, second] = [await numbered(paidOrder()), await numbered(paidOrder())];
  const packer = await person("packer");
  const form = { body: "Rang: leave it with number 16.", key: "k" };
  const write = (number: number, key = "k") => writeOrderNote(number, { ...form, key }, packer);

  expect(await atOnce(write(first.number), write(first.number))).toEqual(["done", "unchanged"]);
  expect(await listOrderNotes(first.orderId)).toMatchObject([{ by: "The packer", body: form.body }]);
  await write(first.number, "k2");
  await write(second.number);
  expect(await listOrderNotes(first.orderId)).toHaveLength(2);
  expect(await listOrderNotes(second.orderId)).toHaveLength(1);
  expect(await deskActions(first.number)).toEqual(["note-written", "note-written"]);
});

test("an order is not unpacked while its parcel is about to go out", async () => {
  const { orderId, number } = await numbered(paidOrder());
  const martha = await person("owner");
  const [byTom, byMartha] = [stepsOf(number, await person("packer")), stepsOf(number, martha)];
  await byTom.pack("paid");
  await byMartha.send({ shown: "packed" });

  for (const shown of ["packed", null]) expect(await outcomeOf(byTom.unpack(shown))).toBe("parcel-planned");
  expect(await statusOf(orderId)).toBe("packed");
  await withdrawSending(number, martha);
  expect(await byTom.unpack("packed")).toMatchObject({ value: { isChanged: true } });
  // Packed later, it is sent as planned.
  await byMartha.send({ key: "k2" });
  expect(await outcomeOf(byTom.pack("paid"))).toBe("done");
});

test("of an order that is unpacked and sent at once the parcel never goes out unpacked", async () => {
  const { number } = await numbered(paidOrder());
  const [byTom, byMartha] = [stepsOf(number, await person("packer")), stepsOf(number, await person("owner"))];
  await byTom.pack("paid");

  const done = await Promise.all([byMartha.send({ shown: "packed" }), byTom.unpack("packed")]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
});
