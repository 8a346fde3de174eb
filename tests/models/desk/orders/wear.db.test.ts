import { expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  acceptReturnAtDesk,
  giveGoodwillAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";

import { findOrder } from "#app/models/order/order.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliveredOrder, refundsAt } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const owner = async () => actorAt((await deskPerson("owner")).token);

/** A delivered order of which one unit of its first line comes back. */
async function returned(reason = "changed-mind", key = "r") {
  const { orderId, paymentId } = await deliveredOrder();
  const number = await askBack(orderId, reason, key);
  const order = await findOrder(orderId);
  const { amount } = await unitShare(await numberOf(orderId));
  return { orderId, paymentId, number, order, orderNumber: await numberOf(orderId), price: amount.minor };
}

async function askBack(orderId: OrderId, reason: string, key: string, units = [1, 0]): Promise<string> {
  const lines = units.map((count) => ({ units: count, reason: count > 0 ? reason : "" }));
  const done = await requestReturn(orderId, { key, lines, note: "", by: "customer", now: NOW });
  if (!done.ok) throw new Error(done.code);
  return done.value.number;
}

async function unitShare(number: number) {
  const preview = await previewRefund(number, { units: [1, 0], delivery: false });
  if (!preview.ok) throw new Error(preview.code);
  return preview.value.total;
}

const receiptOf = (returnNumber: string, minor: number, shownMinor: number | null = null) => ({
  ...{ returnNumber, isRestocked: false, hasDelivery: false as boolean | null, shownMinor },
  wear: { minor, reason: "Scratched, used outdoors" },
});

const refundsOf = (orderId: OrderId) =>
  db()
    .selectFrom("refunds")
    .select(["amount_minor", "wear_minor", "set_off_minor", "goodwill_minor"])
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .execute();

/** Without those of the stock, which the tests set by hand. */
const brokenMoney = async () => (await brokenQueries(db())).filter((rule) => !rule.includes("stock"));

test("a return without a deduction is accepted only with the sum that was shown too", async () => {
  const { number, orderId, price } = await returned();
  const person = await owner();
  const accept = (shownMinor: number | null) =>
    acceptReturnAtDesk({ returnNumber: number, isRestocked: false, hasDelivery: false, shownMinor }, person);

  expect(await accept(null)).toMatchObject({ code: "desk-sum-changed", detail: { minor: price } });
  expect(await accept(price - 1)).toMatchObject({ code: "desk-sum-changed" });
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await accept(price)).toMatchObject({ ok: true });
  expect(await refundsOf(orderId)).toMatchObject([{ amount_minor: price, wear_minor: 0 }]);
});

test("what goes back is the price less wear, only as it was shown, once of two who accept", async () => {
  const { number, orderId, paymentId, price } = await returned();
  const person = await owner();

  expect(await acceptReturnAtDesk(receiptOf(number, 100), person)).toMatchObject({
    code: "desk-sum-changed",
    detail: { minor: price - 100 },
  });
  expect(await refundsOf(orderId)).toEqual([]);
  const done = await Promise.all([
    acceptReturnAtDesk(receiptOf(number, 100, price - 100), person),
    acceptReturnAtDesk(receiptOf(number, 100, price - 100), person),
  ]);
  expect(done.filter((each) => each.ok && each.value.isNew)).toHaveLength(1);
  expect(await refundsOf(orderId)).toMatchObject([{ amount_minor: price - 100, wear_minor: 100 }]);
  expect(await refundsAt(paymentId)).toEqual([price - 100]);
  expect(await brokenMoney()).toEqual([]);
});

test("nobody pays for more wear than the items cost, for faults, or all of it", async () => {
  const person = await owner();
  const { number, price } = await returned();
  const faulty = await returned("faulty", "r2");
  const codes = await Promise.all(
    [
      receiptOf(number, price + 1),
      receiptOf(number, price),
      receiptOf(number, 0),
      receiptOf(number, 1.5),
      receiptOf(faulty.number, 1),
    ].map(async (receipt) => {
      const done = await acceptReturnAtDesk(receipt, person);
      return done.ok ? "done" : done.code;
    }),
  );
  expect(codes).toEqual(["wear-too-much", "wear-all", "wear-sum", "wear-sum", "wear-too-much"]);
});

test("delivery goes back in full, and does not make more room for wear", async () => {
  const person = await owner();
  const { orderId, paymentId } = await deliveredOrder();
  const order = await findOrder(orderId);
  const number = await askBack(orderId, "changed-mind", "r", [3, 1]);
  const items = (order?.totals.total.minor ?? 0) - (order?.totals.delivery?.minor ?? 0);
  const whole = order?.totals.total.minor ?? 0;
  const receipt = (minor: number, shown: number | null = null) => ({
    ...receiptOf(number, minor, shown),
    hasDelivery: true,
  });
  expect(await acceptReturnAtDesk(receipt(items + 1), person)).toMatchObject({ ok: false });
  expect(await acceptReturnAtDesk(receipt(500, whole - 500), person)).toMatchObject({ ok: true });
  expect(await refundsAt(paymentId)).toEqual([whole - 500]);
  expect((await findOrder(orderId))?.status).toBe("delivered");
});

test("later refunds of items do not pay back wear, and goodwill is set off against them as before", async () => {
  const person = await owner();
  const { number, orderId, orderNumber, price, order } = await returned();
  await acceptReturnAtDesk(receiptOf(number, 300, price - 300), person);
  const total = order?.totals.total.minor ?? 0;
  expect(
    await giveGoodwillAtDesk({ number: orderNumber, minor: 200, reason: "x", key: "g" }, person),
  ).toMatchObject({ ok: true });
  const rest = { units: [2, 1], delivery: (order?.totals.delivery?.minor ?? 0) > 0 };
  const preview = await previewRefund(orderNumber, rest);
  const shown = preview.ok ? preview.value.given.amount.minor : 0;
  const refund = { number: orderNumber, refund: rest, isRestocked: false, reason: "x" };
  expect(await refundAtDesk({ ...refund, shownMinor: shown, key: "k" }, person)).toMatchObject({ ok: true });

  const rows = await refundsOf(orderId);
  expect(rows.reduce((sum, { amount_minor: minor }) => sum + minor, 0)).toBe(total - 300);
  expect(rows.reduce((sum, { set_off_minor: minor }) => sum + minor, 0)).toBe(200);
  expect(await refundAtDesk({ ...refund, shownMinor: shown, key: "k2" }, person)).toMatchObject({
    ok: false,
  });
  expect(await brokenMoney()).toEqual([]);
});

test("the buyer reads what was deducted and why, and the history has it", async () => {
  const { number, orderId, price } = await returned();
  await acceptReturnAtDesk(receiptOf(number, 100, price - 100), await owner());
  const texts: Array<string> = [];
  connectEmail({ send: async ({ text }) => void texts.push(text) });
  onTestFinished(() => connectEmail(null));
  await runDueJobs({ "order-email": sendOrderStatusEmail("https://shop.example") });
  expect(texts.join("\n").replace(/\s+/g, " ")).toContain(
    "We have kept £1.00 of the price, because the items were used more than was needed to try them: Scratched, used outdoors.",
  );
  const { refunds } = await findFulfilmentHistory(orderId);
  expect(refunds.map(({ wear, wearReason }) => [wear.minor, wearReason])).toEqual([
    [100, "Scratched, used outdoors"],
  ]);
});
