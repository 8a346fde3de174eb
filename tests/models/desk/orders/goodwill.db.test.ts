/** Refunds of a sum without items, and the refunds of items that come after them. */
import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  acceptReturnAtDesk,
  giveGoodwillAtDesk,
  previewGoodwill,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { refundsSoFar } from "#app/models/order/fulfilment.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { remainingRefund } from "#app/models/order/refund-shares.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions, numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, paidOrder, refundsAt, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const person = async (role: "owner" | "packer" | "editor") => actorAt((await deskPerson(role)).token);

async function known(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return { order, life: await findFulfilmentHistory(orderId) };
}

/** The invariants of refunds; the stock of these tests has no history. */
async function brokenTables() {
  const breaks = await findBreaks(db());
  return breaks.filter(({ invariant }) => /refund|(?:gave|gives|went) back|without items/.test(invariant));
}

function sum(number: number, minor: number, key = "k1") {
  return { number, minor, reason: "Goodwill", key };
}

const rows = () =>
  db()
    .selectFrom("refunds")
    .select(["amount_minor", "goodwill_minor", "set_off_minor"])
    .orderBy("created_at")
    .orderBy("goodwill_minor", "desc")
    .execute();

test("a sum goes back once without items, and the page says its VAT and what stays paid", async () => {
  const { orderId, paymentId } = await deliveredOrder();
  const { order } = await known(orderId);
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const { total, vat } = order.totals;

  expect(await previewGoodwill(number, 1_000)).toMatchObject({
    value: {
      amount: { minor: 1_000 },
      vat: { minor: Math.round((vat.minor * 1_000) / total.minor) },
      stays: { minor: total.minor - 1_000 },
    },
  });
  const done = await Promise.all([
    giveGoodwillAtDesk(sum(number, 1_000), owner),
    giveGoodwillAtDesk(sum(number, 1_000), owner),
  ]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(await rows()).toEqual([{ amount_minor: 1_000, goodwill_minor: 1_000, set_off_minor: 0 }]);
  expect(await refundsAt(paymentId)).toEqual([1_000]);
  expect(await statusOf(orderId)).toBe("delivered");
  expect(await deskActions(number)).toEqual(["order-refunded"]);
  const { life } = await known(orderId);
  expect(refundsSoFar(life)).toEqual({ units: [0, 0], delivery: false });
  expect(await brokenTables()).toEqual([]);
});

test("two different sums at once never give back more than was paid", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const { total } = (await known(orderId)).order.totals;
  const most = total.minor - 100;

  const done = await Promise.all([
    giveGoodwillAtDesk(sum(number, most, "k1"), owner),
    giveGoodwillAtDesk(sum(number, most, "k2"), owner),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "refund-too-much" });
  expect(await rows()).toHaveLength(1);
  expect(await giveGoodwillAtDesk(sum(number, 0, "k3"), owner)).toMatchObject({ code: "refund-nothing" });
  expect(await giveGoodwillAtDesk(sum(number, 100, "k4"), owner)).toMatchObject({ ok: true });
});

test("of an order that is still to be sent something stays paid", async () => {
  const { orderId } = await paidOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const { total } = (await known(orderId)).order.totals;

  expect(await giveGoodwillAtDesk(sum(number, total.minor), owner)).toMatchObject({
    code: "goodwill-all-unsent",
  });
  expect(await giveGoodwillAtDesk(sum(number, total.minor - 1), owner)).toMatchObject({ ok: true });
  expect(await statusOf(orderId)).toBe("paid");
});

test("cancelling after a sum gives back the rest and no more", async () => {
  const { orderId, paymentId } = await paidOrder();
  const number = await numberOf(orderId);
  const { total } = (await known(orderId)).order.totals;
  await giveGoodwillAtDesk(sum(number, 1_000), await person("owner"));
  await cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: NOW });

  expect(await rows()).toEqual([
    { amount_minor: 1_000, goodwill_minor: 1_000, set_off_minor: 0 },
    { amount_minor: total.minor - 1_000, goodwill_minor: 0, set_off_minor: 1_000 },
  ]);
  const back = await refundsAt(paymentId);
  expect(back.reduce((all, each) => all + each, 0)).toBe(total.minor);
  expect(await brokenTables()).toEqual([]);
});

test("a refund of items after a sum gives back what they cost, as long as enough is left", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const { total } = (await known(orderId)).order.totals;
  await giveGoodwillAtDesk(sum(number, 1_000), owner);
  const one = { units: [1, 0], delivery: false };
  const first = await previewRefund(number, one);
  if (!first.ok) throw new Error(first.code);
  expect(first.value.given).toEqual({ amount: first.value.total.amount, setOff: { ...total, minor: 0 } });
  const form = { number, isRestocked: false, reason: "Damaged" };
  const shownMinor = first.value.given.amount.minor;
  expect(await refundAtDesk({ ...form, refund: one, shownMinor, key: "a" }, owner)).toMatchObject({
    ok: true,
  });

  const { order, life } = await known(orderId);
  const rest = remainingRefund(order, refundsSoFar(life));
  const last = await previewRefund(number, rest);
  if (!last.ok) throw new Error(last.code);
  expect(last.value.given.setOff.minor).toBe(1_000);
  expect(last.value.stays.minor).toBe(0);
  const { minor } = last.value.given.amount;
  expect(await refundAtDesk({ ...form, refund: rest, shownMinor: minor, key: "b" }, owner)).toMatchObject({
    ok: true,
  });
  expect((await rows()).reduce((all, { amount_minor }) => all + amount_minor, 0)).toBe(total.minor);
  expect(await brokenTables()).toEqual([]);
});

test("a return after a sum is accepted with what is left", async () => {
  const { orderId } = await deliveredOrder();
  const number = await numberOf(orderId);
  const owner = await person("owner");
  const { total } = (await known(orderId)).order.totals;
  await giveGoodwillAtDesk(sum(number, total.minor - 1), owner);
  const requested = await requestReturn(orderId, {
    ...{ key: "r", note: "", by: "customer", now: NOW },
    lines: [
      { units: 1, reason: "changed-mind" },
      { units: 0, reason: "" },
    ],
  });
  if (!requested.ok) throw new Error(requested.code);

  const receipt = { returnNumber: requested.value.number, isRestocked: true, hasDelivery: false };
  expect(await acceptReturnAtDesk(receipt, owner)).toMatchObject({ value: { refund: { minor: 1 } } });
  expect(await brokenTables()).toEqual([]);
});

test("a packer gives up to the limit of a day, over sums and items together, and an editor nothing", async () => {
  const numbers = [await deliveredOrder(), await deliveredOrder()].map(({ orderId }) => orderId);
  const [first = 0, second = 0] = await Promise.all(numbers.map(numberOf));
  const [owner, packer, editor] = [await person("owner"), await person("packer"), await person("editor")];
  const staff = await findStaff(packer.staff.id);
  if (!staff) throw new Error("no packer");
  const { version, role } = staff;
  await changeStaff(packer.staff.id, { role, refundLimitMinor: 1_500, version }, owner);

  expect(await giveGoodwillAtDesk(sum(first, 100), editor)).toMatchObject({ code: "desk-not-allowed" });
  const done = await Promise.all([
    giveGoodwillAtDesk(sum(first, 1_000), packer),
    giveGoodwillAtDesk(sum(second, 1_000), packer),
  ]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "desk-refund-limit" });
});

test("only owners refund an order in another currency, and its sums leave the limit of a packer alone", async () => {
  const [euro, own] = [await deliveredOrder(), await deliveredOrder()];
  await db()
    .updateTable("orders")
    .set({ currency: "EUR", totals: sql<string>`replace(totals, 'GBP', 'EUR')` })
    .where("id", "=", euro.orderId)
    .execute();
  await db().updateTable("payments").set({ currency: "EUR" }).where("order_id", "=", euro.orderId).execute();
  const [inEuros, inPounds] = [await numberOf(euro.orderId), await numberOf(own.orderId)];
  const [owner, packer] = [await person("owner"), await person("packer")];

  expect(await giveGoodwillAtDesk(sum(inEuros, 100), packer)).toMatchObject({ code: "desk-refund-limit" });
  expect(await giveGoodwillAtDesk(sum(inEuros, 100), owner)).toMatchObject({ ok: true });

  const amount = { minor: 5_000, currency: "EUR" };
  const earlier = {
    action: "order-refunded",
    subject: { kind: "order", id: String(inEuros) },
    amount,
  } as const;
  await writeDeskLog(packer, earlier);
  expect(await giveGoodwillAtDesk(sum(inPounds, 100), packer)).toMatchObject({ ok: true });
});

test("a sum that the payment provider cannot pay is refused, and one on its step is given", async () => {
  const { orderId } = await deliveredOrder();
  await db()
    .updateTable("orders")
    .set({ currency: "KWD", totals: sql<string>`replace(totals, 'GBP', 'KWD')` })
    .where("id", "=", orderId)
    .execute();
  await db().updateTable("payments").set({ currency: "KWD" }).where("order_id", "=", orderId).execute();
  const [number, owner] = [await numberOf(orderId), await person("owner")];

  expect(await giveGoodwillAtDesk(sum(number, 1_234), owner)).toMatchObject({
    code: "sum-step",
    detail: { step: "0.010" },
  });
  expect(await giveGoodwillAtDesk(sum(number, 1_230), owner)).toMatchObject({ ok: true });
});
