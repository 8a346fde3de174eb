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
import { type RefundUnits, remainingRefund } from "#app/models/order/refund-shares.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { writeDeskLog } from "#app/models/staff/log.server.ts";
import { findStaff } from "#app/models/staff/staff.server.ts";
import { changeStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, paidOrder, refundsAt, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** An order of which `minor` may go back, with an owner and what was paid. */
async function orderToRefund(making: ReturnType<typeof paidOrder> = deliveredOrder()) {
  const made = await numbered(making);
  const owner = await person("owner");
  const order = await findOrder(made.orderId);
  if (!order) throw new Error("no order");
  const give = (minor: number, key = "k1", by = owner) =>
    giveGoodwillAtDesk({ number: made.number, minor, reason: "Goodwill", key }, by);
  return { ...made, owner, order, totals: order.totals, paid: order.totals.total.minor, give };
}

/** The invariants of refunds; the stock of these tests has no history. */
async function brokenTables() {
  const breaks = await findBreaks(db());
  return breaks.filter(({ invariant }) => /refund|(?:gave|gives|went) back|without items/.test(invariant));
}

const rows = () =>
  db()
    .selectFrom("refunds")
    .select(["amount_minor", "goodwill_minor", "set_off_minor"])
    .orderBy("created_at")
    .orderBy("goodwill_minor", "desc")
    .execute();

const sumOf = (minors: ReadonlyArray<number>) => minors.reduce((all, each) => all + each, 0);

async function changeCurrency(orderId: OrderId, currency: string): Promise<void> {
  const totals = sql<string>`replace(totals, 'GBP', ${sql.lit(currency)})`;
  await db().updateTable("orders").set({ currency, totals }).where("id", "=", orderId).execute();
  await db().updateTable("payments").set({ currency }).where("order_id", "=", orderId).execute();
}

test("a sum goes back once without items, and the page says its VAT and what stays paid", async () => {
  const { orderId, paymentId, number, totals, paid, give } = await orderToRefund();

  expect(await previewGoodwill(number, 1_000)).toMatchObject({
    value: {
      amount: { minor: 1_000 },
      vat: { minor: Math.round((totals.vat.minor * 1_000) / paid) },
      stays: { minor: paid - 1_000 },
    },
  });
  const done = await Promise.all([give(1_000), give(1_000)]);

  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(await rows()).toEqual([{ amount_minor: 1_000, goodwill_minor: 1_000, set_off_minor: 0 }]);
  expect(await refundsAt(paymentId)).toEqual([1_000]);
  expect(await statusOf(orderId)).toBe("delivered");
  expect(await deskActions(number)).toEqual(["order-refunded"]);
  const life = await findFulfilmentHistory(orderId);
  expect(refundsSoFar(life)).toEqual({ units: [0, 0], deliveryMinor: 0, delivery: false });
  expect(await brokenTables()).toEqual([]);
});

test("two different sums at once never give back more than was paid", async () => {
  const { paid, give } = await orderToRefund();
  const most = paid - 100;

  expect(await atOnce(give(most, "k1"), give(most, "k2"))).toEqual(["done", "refund-too-much"]);
  expect(await rows()).toHaveLength(1);
  expect(await outcomeOf(give(0, "k3"))).toBe("refund-nothing");
  expect(await outcomeOf(give(100, "k4"))).toBe("done");
});

test("of an order that is still to be sent something stays paid", async () => {
  const { orderId, paid, give } = await orderToRefund(paidOrder());

  expect(await outcomeOf(give(paid))).toBe("goodwill-all-unsent");
  expect(await outcomeOf(give(paid - 1))).toBe("done");
  expect(await statusOf(orderId)).toBe("paid");
});

test("cancelling after a sum gives back the rest and no more", async () => {
  const { orderId, paymentId, paid, give } = await orderToRefund(paidOrder());
  await give(1_000);
  await cancelOrder(orderId, { by: "customer", reason: "changed my mind", now: NOW });

  expect(await rows()).toEqual([
    { amount_minor: 1_000, goodwill_minor: 1_000, set_off_minor: 0 },
    { amount_minor: paid - 1_000, goodwill_minor: 0, set_off_minor: 1_000 },
  ]);
  expect(sumOf(await refundsAt(paymentId))).toBe(paid);
  expect(await brokenTables()).toEqual([]);
});

test("a refund of items after a sum gives back what they cost, as long as enough is left", async () => {
  const { orderId, number, order, owner, totals, paid, give } = await orderToRefund();
  await give(1_000);
  const previewed = async (refund: RefundUnits) => {
    const preview = await previewRefund(number, refund);
    if (!preview.ok) throw new Error(preview.code);
    return preview.value;
  };
  const refunded = (refund: RefundUnits, shownMinor: number, key: string) =>
    refundAtDesk({ number, isRestocked: false, reason: "Damaged", refund, shownMinor, key }, owner);

  const one = { units: [1, 0], delivery: false };
  const first = await previewed(one);
  expect(first.given).toEqual({ amount: first.total.amount, setOff: { ...totals.total, minor: 0 } });
  expect(await outcomeOf(refunded(one, first.given.amount.minor, "a"))).toBe("done");

  const rest = remainingRefund(order, refundsSoFar(await findFulfilmentHistory(orderId)));
  const last = await previewed(rest);
  expect([last.given.setOff.minor, last.stays.minor]).toEqual([1_000, 0]);
  expect(await outcomeOf(refunded(rest, last.given.amount.minor, "b"))).toBe("done");
  expect(sumOf((await rows()).map(({ amount_minor }) => amount_minor))).toBe(paid);
  expect(await brokenTables()).toEqual([]);
});

test("a return after a sum is accepted with what is left", async () => {
  const { orderId, owner, paid, give } = await orderToRefund();
  await give(paid - 1);
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

test("a packer gives up to the limit of a day, over two orders at once", async () => {
  const [first, second] = [await orderToRefund(), await orderToRefund()];
  const packer = await person("packer");
  const staff = await findStaff(packer.staff.id);
  if (!staff) throw new Error("no packer");
  const { version, role } = staff;
  await changeStaff(staff.id, { role, refundLimitMinor: 1_500, version }, await person("owner"));

  const done = await atOnce(first.give(1_000, "k1", packer), second.give(1_000, "k1", packer));
  expect(done).toEqual(["desk-refund-limit", "done"]);
});

test("only owners refund an order in another currency, and its sums leave the limit of a packer alone", async () => {
  const [inEuros, inPounds] = [await orderToRefund(), await orderToRefund()];
  await changeCurrency(inEuros.orderId, "EUR");
  const [owner, packer] = [await person("owner"), await person("packer")];

  expect(await outcomeOf(inEuros.give(100, "k1", packer))).toBe("desk-refund-limit");
  expect(await outcomeOf(inEuros.give(100, "k1", owner))).toBe("done");

  await writeDeskLog(packer, {
    action: "order-refunded",
    subject: { kind: "order", id: String(inEuros.number) },
    amount: { minor: 5_000, currency: "EUR" },
  });
  expect(await outcomeOf(inPounds.give(100, "k1", packer))).toBe("done");
});

test("a sum that the payment provider cannot pay is refused, and one on its step is given", async () => {
  const { orderId, give } = await orderToRefund();
  await changeCurrency(orderId, "KWD");

  expect(await give(1_234)).toMatchObject({ code: "sum-step", detail: { step: "0.010" } });
  expect(await outcomeOf(give(1_230))).toBe("done");
});
