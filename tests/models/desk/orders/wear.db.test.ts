import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  acceptReturnAtDesk,
  giveGoodwillAtDesk,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { brokenQueries } from "#tests/support/checks/invariants.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { numbered } from "#tests/support/people/desk/desk-orders.ts";
import { sentOrderEmails } from "#tests/support/people/desk/order-emails.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { deliveredOrder, refundsAt, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** A delivered order of which `units` come back; `price` is that of one unit of its first line. */
async function returned({ reason = "changed-mind", key = "r", units = [1, 0] } = {}) {
  const { orderId, paymentId, number: orderNumber } = await numbered(deliveredOrder());
  const lines = units.map((count) => ({ units: count, reason: count > 0 ? reason : "" }));
  const done = await requestReturn(orderId, { key, lines, note: "", by: "customer", now: NOW });
  if (!done.ok) throw new Error(done.code);
  const preview = await previewRefund(orderNumber, { units: [1, 0], delivery: false });
  const order = await findOrder(orderId);
  if (!preview.ok || !order) throw new Error("no order");
  const paid = { total: order.totals.total.minor, delivery: order.totals.delivery?.minor ?? 0 };
  const price = preview.value.total.amount.minor;
  return { orderId, paymentId, number: done.value.number, orderNumber, paid, price };
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
  const owner = await person("owner");
  const accept = (shownMinor: number | null) =>
    acceptReturnAtDesk({ returnNumber: number, isRestocked: false, hasDelivery: false, shownMinor }, owner);

  expect(await accept(null)).toMatchObject({ code: "desk-sum-changed", detail: { minor: price } });
  expect(await outcomeOf(accept(price - 1))).toBe("desk-sum-changed");
  expect(await refundsOf(orderId)).toEqual([]);
  expect(await outcomeOf(accept(price))).toBe("done");
  expect(await refundsOf(orderId)).toMatchObject([{ amount_minor: price, wear_minor: 0 }]);
});

test("what goes back is the price less wear, only as it was shown, once of two who accept, and the buyer reads why", async () => {
  const { number, orderId, paymentId, price } = await returned();
  const owner = await person("owner");
  const accept = (shown: number | null = null) => acceptReturnAtDesk(receiptOf(number, 100, shown), owner);

  expect(await accept()).toMatchObject({ code: "desk-sum-changed", detail: { minor: price - 100 } });
  expect(await refundsOf(orderId)).toEqual([]);
  const done = await atOnce(accept(price - 100), accept(price - 100));
  expect(done.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(await refundsOf(orderId)).toMatchObject([{ amount_minor: price - 100, wear_minor: 100 }]);

  const emails = await sentOrderEmails();
  expect(await refundsAt(paymentId)).toEqual([price - 100]);
  expect(await brokenMoney()).toEqual([]);
  expect(emails.map(({ text }) => text.replace(/\s+/g, " ")).join("\n")).toContain(
    "We have kept £1.00 of the price, because the items were used more than was needed to try them: Scratched, used outdoors.",
  );
  const { refunds } = await findFulfilmentHistory(orderId);
  expect(refunds).toMatchObject([{ wear: { minor: 100 }, wearReason: "Scratched, used outdoors" }]);
});

test("nobody pays for more wear than the items cost, for faults, or all of it", async () => {
  const owner = await person("owner");
  const { number, price } = await returned();
  const faulty = await returned({ reason: "faulty", key: "r2" });
  const outcome = (minor: number, of = number) => outcomeOf(acceptReturnAtDesk(receiptOf(of, minor), owner));

  expect(await outcome(price + 1)).toBe("wear-too-much");
  expect(await outcome(price)).toBe("wear-all");
  expect(await outcome(0)).toBe("wear-sum");
  expect(await outcome(1.5)).toBe("wear-sum");
  expect(await outcome(1, faulty.number)).toBe("wear-too-much");
});

test("delivery goes back in full, and does not make more room for wear", async () => {
  const owner = await person("owner");
  const { orderId, paymentId, number, paid } = await returned({ units: [3, 1] });
  const accept = (minor: number, shown: number | null = null) =>
    acceptReturnAtDesk({ ...receiptOf(number, minor, shown), hasDelivery: true }, owner);

  expect(await accept(paid.total - paid.delivery + 1)).toMatchObject({ ok: false });
  expect(await outcomeOf(accept(500, paid.total - 500))).toBe("done");
  expect(await refundsAt(paymentId)).toEqual([paid.total - 500]);
  expect(await statusOf(orderId)).toBe("delivered");
});

test("later refunds of items do not pay back wear, and goodwill is set off against them as before", async () => {
  const owner = await person("owner");
  const { number, orderId, orderNumber, price, paid } = await returned();
  await acceptReturnAtDesk(receiptOf(number, 300, price - 300), owner);
  const goodwill = { number: orderNumber, minor: 200, reason: "x", key: "g" };
  expect(await outcomeOf(giveGoodwillAtDesk(goodwill, owner))).toBe("done");
  const rest = { units: [2, 1], delivery: paid.delivery > 0 };
  const preview = await previewRefund(orderNumber, rest);
  const shownMinor = preview.ok ? preview.value.given.amount.minor : 0;
  const refund = { number: orderNumber, refund: rest, isRestocked: false, reason: "x", shownMinor };
  expect(await outcomeOf(refundAtDesk({ ...refund, key: "k" }, owner))).toBe("done");

  const rows = await refundsOf(orderId);
  expect(rows.reduce((sum, { amount_minor: minor }) => sum + minor, 0)).toBe(paid.total - 300);
  expect(rows.reduce((sum, { set_off_minor: minor }) => sum + minor, 0)).toBe(200);
  expect(await refundAtDesk({ ...refund, key: "k2" }, owner)).toMatchObject({ ok: false });
  expect(await brokenMoney()).toEqual([]);
});
