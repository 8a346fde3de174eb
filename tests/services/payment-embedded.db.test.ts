import { expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { money } from "#app/models/money.ts";
import type { TestPaymentStatus } from "#app/models/test-payment.ts";
import {
  embeddedPayments,
  findTestPayment,
  moveTestPayment,
} from "#app/services/payment/payment-embedded.server.ts";
import { writeEvent } from "#app/services/payment/payment-event.server.ts";
import { SIGNATURE_HEADER, signWebhook } from "#app/services/payment/payment-signature.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";

import { attempt, paymentContract } from "./payment-contract.ts";

useTestDatabase({ catalogue: "none" });

const OPEN: ReadonlyArray<TestPaymentStatus> = ["pending", "authentication"];

async function become(paymentId: string, to: TestPaymentStatus): Promise<void> {
  await moveTestPayment(paymentId, { from: OPEN, to, at: new Date() });
}

paymentContract(() => ({
  port: embeddedPayments,
  pay: (paymentId) => become(paymentId, "paid"),
  decline: (paymentId) => become(paymentId, "declined"),
  payLater: (paymentId) => become(paymentId, "processing"),
  cancel: (paymentId) => become(paymentId, "cancelled"),
  event: (fact, now) => {
    const body = writeEvent(fact);
    const [secret = ""] = config.paymentWebhookSecrets;
    return { body, headers: new Headers({ [SIGNATURE_HEADER]: signWebhook(body, secret, now) }) };
  },
}));

test("one attempt with another amount is refused: a key belongs to one payment", async () => {
  const first = attempt();
  await embeddedPayments.open(first);

  const other = await embeddedPayments.open({ ...first, amount: money(1) });

  expect(other).toMatchObject({ ok: false, code: "payment-unavailable" });
});

test("a page whose time is over is closed", async () => {
  const opened = await embeddedPayments.open(attempt({ expiresAt: "2026-01-01T00:00:00.000Z" }));
  const paymentId = opened.ok ? opened.value.paymentId : "";

  expect((await findTestPayment(paymentId, new Date("2025-12-31T23:59:59.000Z")))?.status).toBe("pending");
  expect((await findTestPayment(paymentId, new Date("2026-01-01T00:00:00.000Z")))?.status).toBe("expired");
});

test("parts may be given back until all is", async () => {
  const opened = await embeddedPayments.open(attempt());
  const paymentId = opened.ok ? opened.value.paymentId : "";
  await become(paymentId, "paid");

  const parts = await Promise.all([
    embeddedPayments.refund(paymentId, money(2000), "refund:1"),
    embeddedPayments.refund(paymentId, money(2995), "refund:2"),
  ]);
  const tooMuch = await embeddedPayments.refund(paymentId, money(1), "refund:3");

  expect([...parts, tooMuch].map((answer) => answer.ok)).toEqual([true, true, false]);
});
