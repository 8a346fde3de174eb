import { z } from "zod";

import { config } from "#app/config.server.ts";
import { PAYMENT_EVENT_TYPES } from "#app/models/order/payment/payment.ts";

import type { ProviderPaymentEvent } from "./payment-port.ts";
import { isSignedWebhook, SIGNATURE_HEADER } from "./payment-signature.server.ts";

const EVENT_MAX_BYTES = 65_536;

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.enum(PAYMENT_EVENT_TYPES),
  occurred_at: z.string().datetime(),
  mode: z.literal("test"),
  data: z.object({
    payment_id: z.string().min(1).max(200),
    attempt_id: z.string().min(1).max(200).nullable().optional(),
    amount: z.number().int().nonnegative().safe(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    detail: z.string().max(300).nullable(),
    reference: z.string().min(1).max(200).nullish(),
    refund_key: z.string().min(1).max(200).nullish(),
    due_at: z.string().datetime().nullish(),
  }),
});

export function writeEvent(event: ProviderPaymentEvent): Uint8Array {
  const written: z.infer<typeof eventSchema> = {
    id: event.eventId,
    type: event.type,
    occurred_at: event.occurredAt,
    mode: "test",
    data: {
      payment_id: event.paymentId,
      attempt_id: event.attemptId ?? null,
      amount: event.amount.minor,
      currency: event.amount.currency,
      detail: event.detail,
      reference: event.reference,
      refund_key: event.refundKey,
      due_at: event.dueAt,
    },
  };
  return new TextEncoder().encode(JSON.stringify(written));
}

/** The one event in `rawBody`, or null when signature, age or form is wrong. Nothing is read before it is verified. */
export function readEvent(
  rawBody: Uint8Array,
  headers: Headers,
  now: Date,
): ReadonlyArray<ProviderPaymentEvent> | null {
  if (rawBody.byteLength === 0 || rawBody.byteLength > EVENT_MAX_BYTES) return null;
  const check = { secrets: config.paymentWebhookSecrets, now };
  if (!isSignedWebhook(rawBody, headers.get(SIGNATURE_HEADER), check)) return null;
  const parsed = eventSchema.safeParse(readJson(rawBody));
  if (!parsed.success) return null;
  const { id, type, occurred_at, data } = parsed.data;
  const amount = { minor: data.amount, currency: data.currency };
  const { payment_id: paymentId, attempt_id: attemptId = null, detail, reference = null } = data;
  const about = { reference, refundKey: data.refund_key ?? null, dueAt: data.due_at ?? null };
  return [{ eventId: id, paymentId, attemptId, type, amount, detail, ...about, occurredAt: occurred_at }];
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
