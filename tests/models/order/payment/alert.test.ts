import { expect, test } from "vitest";

import { paymentAlertEmail } from "#app/models/order/payment/alert.ts";
import { canMoveOrder } from "#app/models/order/status.ts";
import { demoStore } from "#tests/support/shops/store.ts";

test("the email about a payment under review names only what its owner can do", () => {
  const { text } = paymentAlertEmail({
    ...{
      kind: "payment-review",
      store: demoStore,
      origin: "https://shop.example",
      orderNumber: 1000,
      status: "payment-review",
    },
    ...{ amount: "£45.00", reason: null, answerBy: null, provider: "stripe", reference: "pi_1" },
  });

  expect(canMoveOrder("payment-review", "paid", "owner")).toBe(false);
  expect(text).not.toMatch(/accept/i);
  expect(canMoveOrder("payment-review", "cancelled", "owner")).toBe(true);
  expect(text).toMatch(/ask the provider again, or cancel the order and refund the payment/);
});
