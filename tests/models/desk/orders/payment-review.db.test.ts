import { expect, onTestFinished, test } from "vitest";

import { cancelAtDesk } from "#app/models/desk/orders/money-steps.server.ts";
import { findPaymentReview, queryPaymentAtDesk } from "#app/models/desk/orders/payment-review.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { NOW } from "#tests/support/now.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions, numbered } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { paidOrder, pathOf, reviewedOrder, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function reviewOf(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return findPaymentReview(order);
}

test("the desk knows what was expected and what was paid, and asking again changes nothing while it stays so", async () => {
  const { orderId, number, total } = await reviewedOrder();

  expect(await reviewOf(orderId)).toMatchObject({
    expected: { minor: total },
    paid: [{ minor: total - 1, currency: "GBP" }],
    reasons: ["less"],
  });
  expect(await queryPaymentAtDesk(number, await person("packer"))).toMatchObject({
    value: { status: "payment-review", isChanged: false },
  });
  expect(await statusOf(orderId)).toBe("payment-review");
  expect(await deskActions(number)).toEqual(["payment-queried"]);
});

test("of two who ask the provider again at once both learn that it is paid, and it is paid once", async () => {
  const { orderId, number, paymentId, variantId } = await reviewedOrder();
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  const [tom, martha] = [await person("packer"), await person("owner")];

  const done = await Promise.all([queryPaymentAtDesk(number, tom), queryPaymentAtDesk(number, martha)]);

  expect(done.map((each) => each.ok && each.value.status)).toEqual(["paid", "paid"]);
  expect(await pathOf(orderId)).toBe(
    "awaiting-payment by customer, payment-review by payment, paid by payment",
  );
  expect((await stockOf(variantId)).on_hand).toBe(4);
  const again = await queryPaymentAtDesk(number, tom);
  expect(again).toMatchObject({ value: { status: "paid", isChanged: false } });
});

test("a provider that does not answer changes nothing, and the order can still be cancelled", async () => {
  const { orderId, number, total } = await reviewedOrder();
  const owner = await person("owner");
  connectPayments({ ...embeddedPayments, find: () => Promise.reject(new Error("It is down")) });
  onTestFinished(() => connectPayments(null));

  expect(await outcomeOf(queryPaymentAtDesk(number, owner))).toBe("payment-silent");
  expect(await statusOf(orderId)).toBe("payment-review");
  const cancelled = await cancelAtDesk({ number, reason: "wrong sum", shown: "payment-review" }, owner);
  expect(cancelled).toMatchObject({ value: { refund: { minor: total - 1 } } });
});

test("a paid order is not under review, and asking leaves no trace", async () => {
  const { orderId, number } = await numbered(paidOrder());

  expect(await reviewOf(orderId)).toBeNull();
  expect(await outcomeOf(queryPaymentAtDesk(number, await person("owner")))).toBe("unchanged");
  expect(await deskActions(number)).toEqual([]);
});
