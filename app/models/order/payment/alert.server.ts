/** An alert is a line in the audit log and an email, in the caller's transaction. */
import { db } from "#app/db/db.server.ts";
import type { JobPayload } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { findDisputes } from "#app/models/order/money.server.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { momentText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";
import type { ProviderPaymentEvent } from "#app/services/payment/payment-port.ts";

import { disputeReason } from "./dispute.ts";
import { isPaymentAlert, paymentAlertEmail, type PaymentAlertKind } from "./alert.ts";

export async function queuePaymentEventAlert(event: ProviderPaymentEvent, now: Date): Promise<void> {
  const { paymentId, reference, amount, type, eventId, detail: reason, dueAt = null } = event;
  const detail = { kind: type, paymentId, reference: reference ?? paymentId, ...amount, reason, dueAt };
  // A dispute is told of once, however often its amount or its deadline changes.
  await queue(reference ? `${reference}:${type}` : eventId, detail, now);
}

/** Once for each order and kind. */
export async function queueOrderAlert(kind: PaymentAlertKind, orderId: string, now: Date): Promise<void> {
  const payment = await db()
    .selectFrom("payments")
    .select(["provider_payment_id", "amount_minor", "currency"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!payment?.provider_payment_id) return;
  const { provider_payment_id: paymentId, amount_minor: minor, currency } = payment;
  await queue(`${kind}:${orderId}`, { kind, paymentId, reference: paymentId, minor, currency }, now);
}

async function queue(key: string, detail: JobPayload, now: Date): Promise<void> {
  await record("payment-alert", { customerId: null, detail }, now);
  await enqueue({ key: `payment-alert:${key}`, kind: "payment-alert", payload: detail });
}

export function alertOwner(origin: string): JobHandler {
  return async (job) => {
    const { kind, paymentId, reference, minor, currency, reason, dueAt } = job.payload;
    const order = await findOrderOf(String(paymentId));
    // The merchant's account may take money for other shops too.
    if (!order || !isPaymentAlert(kind)) return;
    const store = await findStore();
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: store.contact.email,
      ...paymentAlertEmail({
        kind: kind === "dispute-won" ? await wonKind(order.id, String(reference)) : kind,
        ...{ store, origin, orderNumber: order.number, status: order.status as OrderStatus },
        amount: formatMoney(money(Number(minor), String(currency)), store.locale),
        reason: typeof reason === "string" ? disputeReason(reason) : null,
        answerBy: typeof dueAt === "string" ? momentText(dueAt, store) : null,
        provider: order.provider,
        reference: String(reference),
      }),
    });
  };
}

/** The provider says the same of an inquiry that ended. */
async function wonKind(orderId: string, reference: string): Promise<PaymentAlertKind> {
  const disputes = (await findDisputes([orderId])).get(orderId);
  const state = disputes?.find((one) => one.reference === reference)?.state;
  return state === "closed" ? "inquiry-closed" : "dispute-won";
}

function findOrderOf(paymentId: string) {
  return db()
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["orders.id", "orders.number", "orders.status", "payments.provider"])
    .where((either) =>
      either.or([
        either("payments.provider_payment_id", "=", paymentId),
        either("payments.intent_id", "=", paymentId),
      ]),
    )
    .executeTakeFirst();
}
