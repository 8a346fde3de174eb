import { expect, test } from "vitest";

import type { TestPaymentStatus } from "#app/models/order/payment/test-payment.ts";
import {
  embeddedPayments,
  findTestPayment,
  moveTestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { embeddedBench } from "#tests/support/vendors/payment-bench.ts";

import { attempt, paymentContract } from "./payment-contract.ts";

useTestDatabase({ catalogue: "none" });

const OPEN: ReadonlyArray<TestPaymentStatus> = ["pending", "authentication"];

async function become(paymentId: string, to: TestPaymentStatus): Promise<void> {
  await moveTestPayment(paymentId, { from: OPEN, to, at: new Date() });
}

paymentContract(() => ({
  port: embeddedPayments,
  deeds: {
    paid: (paymentId) => become(paymentId, "paid"),
    declined: (paymentId) => become(paymentId, "declined"),
    processing: (paymentId) => become(paymentId, "processing"),
    cancelled: (paymentId) => become(paymentId, "cancelled"),
  },
  events: embeddedBench.webhooks,
}));

test("an expired page is closed", async () => {
  const opened = await embeddedPayments.open(attempt({ expiresAt: "2026-01-01T00:00:00.000Z" }));
  const paymentId = opened.ok ? opened.value.paymentId : "";

  expect((await findTestPayment(paymentId, new Date("2025-12-31T23:59:59.000Z")))?.status).toBe("pending");
  expect((await findTestPayment(paymentId, new Date("2026-01-01T00:00:00.000Z")))?.status).toBe("expired");
});
