import { z } from "zod";

import type { StripeSettings } from "#app/config.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";

import type { ProviderPaymentEvent } from "./payment-port.ts";
import {
  chargeRefunded,
  chargeSchema,
  disputeEvents,
  disputeSchema,
  intentPaid,
  intentSchema,
  intentTried,
  refundEvents,
  refundSchema,
  sessionEvent,
  sessionSchema,
} from "./payment-stripe-objects.server.ts";
import { stripeLibrary } from "./stripe-library.server.ts";

const SIGNATURE_HEADER = "stripe-signature";
/** How far a signature's time may be from ours, in seconds, so that a recorded event cannot be sent again later. */
const TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  object: z.literal("event"),
  type: z.string(),
  created: z.number().int().nonnegative(),
  livemode: z.boolean(),
  /** Another merchant's, who has connected to this one. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
});

type Event = Readonly<{ id: string; created: number; object: unknown }>;
type Reader = (event: Event) => ReadonlyArray<ProviderPaymentEvent>;

/** Null when not signed within 300 seconds of `now`, of another mode or merchant, or of another form. */
export function readStripeEvent(
  rawBody: Uint8Array,
  signature: Readonly<{ headers: Headers; now: Date }>,
  settings: Pick<StripeSettings, "isLive" | "webhookSecrets">,
): ReadonlyArray<ProviderPaymentEvent> | null {
  return eventsIn(verified(rawBody, signature, settings.webhookSecrets), settings);
}

/** Of an event as Stripe sends and lists it. Null when of another mode or merchant, or of another form. */
export function eventsIn(
  event: unknown,
  settings: Pick<StripeSettings, "isLive">,
): ReadonlyArray<ProviderPaymentEvent> | null {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) return null;
  const { id, type, created, livemode, account, data } = parsed.data;
  if (livemode !== settings.isLive || account) return null;
  try {
    return READERS[type]?.({ id, created, object: data.object }) ?? [];
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

function verified(
  rawBody: Uint8Array,
  { headers, now }: Readonly<{ headers: Headers; now: Date }>,
  secrets: ReadonlyArray<string>,
): unknown {
  const header = headers.get(SIGNATURE_HEADER) ?? "";
  // The library lets signatures from the future pass.
  if (signedAt(header) - now.getTime() / 1000 > TOLERANCE_SECONDS || !isText(rawBody)) return null;
  let event: unknown = null;
  // Every secret is tried, so that the time taken does not tell which one fits.
  for (const secret of secrets) event = constructed(rawBody, { header, secret, now }) ?? event;
  return event;
}

function constructed(
  rawBody: Uint8Array,
  { header, secret, now }: Readonly<{ header: string; secret: string; now: Date }>,
): unknown {
  try {
    const body = Buffer.from(rawBody);
    const { webhooks } = stripeLibrary();
    return webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch {
    return null;
  }
}

function signedAt(header: string): number {
  return Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.POSITIVE_INFINITY);
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const session =
  (typeOf: (paymentStatus: string) => PaymentEventType): Reader =>
  ({ created, object }) => {
    const { mode } = z.object({ mode: z.string() }).parse(object);
    // The same account may sell subscriptions elsewhere.
    if (mode !== "payment") return [];
    const read = sessionSchema.parse(object);
    return [sessionEvent(read, typeOf(read.payment_status), { at: created })];
  };

const refund: Reader = ({ object }) => {
  const read = refundSchema.parse(object);
  return refundEvents(read, read.payment_intent);
};

const dispute =
  (isReinstated = false): Reader =>
  ({ object }) => {
    const read = disputeSchema.parse(object);
    return disputeEvents(read, read.payment_intent, isReinstated);
  };

/** The events that say something about a payment. */
const READERS: Readonly<Record<string, Reader>> = {
  "checkout.session.completed": session((status) => (status === "unpaid" ? "processing" : "paid")),
  "checkout.session.async_payment_succeeded": session(() => "paid"),
  "checkout.session.async_payment_failed": session(() => "declined"),
  "checkout.session.expired": session(() => "expired"),
  "payment_intent.succeeded": ({ object }) => [intentPaid(intentSchema.parse(object))],
  "payment_intent.payment_failed": ({ id, object }) => [intentTried(intentSchema.parse(object), id)],
  "charge.refunded": ({ object }) => chargeRefunded(chargeSchema.parse(object)),
  "refund.created": refund,
  "refund.updated": refund,
  "refund.failed": refund,
  "charge.dispute.created": dispute(),
  "charge.dispute.updated": dispute(),
  "charge.dispute.funds_withdrawn": dispute(),
  "charge.dispute.funds_reinstated": dispute(true),
  "charge.dispute.closed": dispute(),
};

/** The endpoint at Stripe is to be subscribed to these. */
export const STRIPE_EVENTS: ReadonlyArray<string> = Object.keys(READERS);
