/** The same story with either payment provider: who pays where, and how the shop hears of it. */
import { config } from "#app/config.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { action } from "#app/routes/api/payments-webhook.ts";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { writeEvent } from "#app/services/payment/payment-event.server.ts";
import type { PaymentPort } from "#app/services/payment/payment-port.ts";
import { SIGNATURE_HEADER, signWebhook } from "#app/services/payment/payment-signature.server.ts";
import { STRIPE_LIMITS } from "#app/services/payment/payment-stripe-client.server.ts";
import { stripePayments } from "#app/services/payment/payment-stripe.server.ts";

import { type FakeStripe, signedByStripe } from "./stripe.ts";

type Signed = Readonly<{ body: Uint8Array; headers: Headers }>;

export type PaymentBench = Readonly<{
  port: PaymentPort;
  pay: (paymentId: string) => Promise<void>;
  payLater: (paymentId: string) => Promise<void>;
  bankConfirms: (paymentId: string) => Promise<void>;
  bankRefuses: (paymentId: string) => Promise<void>;
  /** The webhooks that the provider has for this payment so far. */
  webhooks: (paymentId: string) => Promise<ReadonlyArray<Signed>>;
}>;

export const embeddedBench: PaymentBench = {
  port: embeddedPayments,
  pay: (id) => decided(id, "pay"),
  payLater: (id) => decided(id, "pay-later"),
  bankConfirms: (id) => decided(id, "bank-confirms"),
  bankRefuses: (id) => decided(id, "bank-refuses"),
  webhooks: async (id) =>
    (await embeddedPayments.find(id)).map((event) => {
      const body = writeEvent(event);
      const [secret = ""] = config.paymentWebhookSecrets;
      return { body, headers: new Headers({ [SIGNATURE_HEADER]: signWebhook(body, secret, new Date()) }) };
    }),
};

async function decided(id: string, decision: "pay" | "pay-later" | "bank-confirms" | "bank-refuses") {
  const done = await decideTestPayment(id, { decision }, new Date());
  if (!done.ok) throw new Error(done.code);
}

export function stripeBench(stripe: FakeStripe): PaymentBench {
  return {
    // A test that breaks Stripe is not to be left alone by it afterwards.
    port: stripePayments(stripe.settings, { ...STRIPE_LIMITS, failures: 1_000 }),
    pay: async (id) => stripe.pay(id),
    payLater: async (id) => stripe.payLater(id),
    bankConfirms: async (id) => stripe.bankConfirms(id),
    bankRefuses: async (id) => stripe.bankRefuses(id),
    webhooks: async (id) => stripeEvents(stripe, id).map((event) => signedByStripe(event)),
  };
}

/** The events about the payment of this session, in the order they happened. */
export function stripeEvents(stripe: FakeStripe, sessionId: string) {
  const { id: intentId } = stripe.intentOf(sessionId);
  return stripe.events.filter(({ data: { object } }) =>
    [object.id, object["payment_intent"]].some((id) => id === sessionId || id === intentId),
  );
}

/** At the shop's door. Answers with the status. */
export async function receiveWebhook({ body, headers }: Signed): Promise<number> {
  const request = new Request("http://localhost:3000/api/payments/webhook", {
    method: "POST",
    headers,
    body: Buffer.from(body),
  });
  return (await action({ request, params: {}, context: {} })).status;
}
