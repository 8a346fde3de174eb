/** The payment provider as a storm plays it: money is paid there, and the shop hears of it when the storm says so. */
import { request } from "node:http";

import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { paths } from "#app/paths.ts";
import { writeEvent } from "#app/services/payment/payment-event.server.ts";
import { SIGNATURE_HEADER, signWebhook } from "#app/services/payment/payment-signature.server.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import { type FakeStripe, STRIPE_KEY, STRIPE_SECRET } from "#tests/support/vendors/stripe.ts";

import { type Ground, WEBHOOK_SECRET } from "./engine.ts";

/** A payment as the provider knows it. */
export type Payment = Readonly<{ id: string; minor: number }>;

export async function paymentOf({ db }: Ground, paymentId: string): Promise<Payment> {
  const { amount_minor: minor } = await db
    .selectFrom("embedded_payments")
    .select("amount_minor")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return { id: paymentId, minor };
}

/** The money is there, and nobody has told the shop. */
export async function payInSilence({ db }: Ground, paymentId: string): Promise<void> {
  await db.updateTable("embedded_payments").set({ status: "paid" }).where("id", "=", paymentId).execute();
}

/** Ids of the payments whose money the provider has. */
export async function paidAtProvider({ db }: Ground): Promise<ReadonlyArray<string>> {
  const rows = await db.selectFrom("embedded_payments").select("id").where("status", "=", "paid").execute();
  return rows.map(({ id }) => id);
}

/** Of payment pages that the shop has said are paid, those that are not. */
export async function notPaid(ground: Ground, pages: ReadonlySet<string>): Promise<ReadonlyArray<string>> {
  const paid = new Set((await paidAtProvider(ground)).map((id) => `/test-payment/${id}`));
  return [...pages].filter((page) => !paid.has(page));
}

/** Opens the shop at a fake Stripe, which sends it its webhooks. */
export async function openAtStripe(ground: Ground, stripe: FakeStripe): Promise<RunningShop> {
  const shop = await ground.open({
    env: {
      PAYMENT_PROVIDER: "stripe",
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: STRIPE_SECRET,
      STRIPE_API_BASE: stripe.url,
    },
  });
  stripe.deliverTo(`${shop.origin}${paths.paymentWebhook()}`);
  return shop;
}

/** Sends a signed event of this type and answers with the shop's status. */
export function notify(shop: RunningShop, { id, minor }: Payment, type: PaymentEventType): Promise<number> {
  const now = new Date();
  const body = writeEvent({
    // As the provider itself names it, so that asking it tells nothing twice.
    eventId: `evt_${id}_${type}`,
    paymentId: id,
    type,
    amount: { minor, currency: "GBP" },
    detail: null,
    occurredAt: now.toISOString(),
  });
  return postWebhook(shop, body, signWebhook(body, WEBHOOK_SECRET, now));
}

/** Posts these bytes to the shop's webhook address. Rejects when the line goes dead. */
function postWebhook(shop: RunningShop, body: Uint8Array, signature: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${shop.origin}${paths.paymentWebhook()}`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": body.byteLength,
          [SIGNATURE_HEADER]: signature,
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode ?? 0));
        answer.once("error", reject);
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}
