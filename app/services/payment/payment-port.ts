/** All the shop asks of a payment provider. Amounts come from us, never back. */
import type { PaymentAmount, PaymentEventType } from "#app/models/order/payment/payment.ts";
import type { AttemptId, OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { Result } from "#app/models/shared/result.ts";

/** One try to have an order paid. The id is the idempotency key. */
export type PaymentAttempt = Readonly<{
  attemptId: AttemptId;
  orderId: OrderId;
  orderNumber: number;
  amount: Money;
  email: string;
  locale: string;
  description: string;
  /** Absolute addresses the provider sends the shopper back to. */
  returnUrl: string;
  cancelUrl: string;
  /** When the shop stops waiting for the payment, and closes it. ISO 8601. */
  expiresAt: string;
}>;

export type HostedPayment = Readonly<{ paymentId: string; url: string }>;

/** The money's own record at the provider: one for each attempt, so one for each version of a basket that is paid for. */
export type PaymentIntent = Readonly<{
  /** The provider's id; that of the hosted page as long as nobody has tried to pay there. */
  id: string;
  /** What a script of the provider would need in the browser that pays; null where the page is the provider's own. */
  clientSecret: string | null;
  amount: PaymentAmount;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
}>;

/** Something that happened to a payment. The state is derived from the set of these, in any order. */
export type ProviderPaymentEvent = Readonly<{
  /** Names the event: a repeat has the same one, however it was heard of. */
  eventId: string;
  /** The id that `open` gave, or the id of the payment's intent. */
  paymentId: string;
  type: PaymentEventType;
  amount: PaymentAmount;
  detail: string | null;
  /** ISO 8601. */
  occurredAt: string;
  /** The provider's id of the refund or dispute that it is about, or null. */
  reference?: string | null;
  /** Of a refund: the `key` with which the shop asked for it; null for one made on the provider's own pages. */
  refundKey?: string | null;
  /** Of a dispute: until when it can be answered, ISO 8601; null where the provider names no day. */
  dueAt?: string | null;
  attemptId?: string | null;
  /** The id of the payment's intent where it is known: later events may name nothing else. */
  intentId?: string | null;
}>;

/**
 * "payment-stopped": the provider refuses the shop's key, its account or its currency, and will until the owner mends
 * that. Too small and too large are about this sum alone.
 */
export type OpenRefusal =
  "payment-unavailable" | "payment-too-small" | "payment-too-large" | "payment-stopped";

export interface PaymentPort {
  readonly name: string;
  /** Where the hosted page lives, for the Content-Security-Policy's form-action; null when it is this shop itself. */
  readonly origin: string | null;
  readonly isTest: boolean;
  /** Safe to repeat with the same attempt id. */
  open(attempt: PaymentAttempt): Promise<Result<HostedPayment, OpenRefusal>>;
  /** Reads what the shop's key must be able to read. Rejects when it may not. Absent where nothing is outside. */
  probe?(): Promise<void>;
  /** The payment's intent, or null when the provider does not know the payment. Rejects when it cannot be reached. */
  intent(paymentId: string): Promise<PaymentIntent | null>;
  /** What the provider knows about it now. Rejects when it cannot be reached. */
  find(paymentId: string): Promise<ReadonlyArray<ProviderPaymentEvent>>;
  /** Stops taking this payment. What is paid or under way stays so. Safe to repeat. Rejects when it cannot be reached. */
  close(paymentId: string): Promise<void>;
  /**
   * The names of the events that the provider does not tell the shop at `webhookUrl`, for a provider whose messages are
   * chosen there; null: it has no such address. Rejects when it cannot be reached or does not let the key read it.
   */
  missingEvents?(webhookUrl: string): Promise<ReadonlyArray<string> | null>;
  /**
   * What the provider has sent the shop within these moments and could not deliver, the oldest first; it may be as much
   * as the shop has heard otherwise. Rejects when it cannot be reached. Absent where nothing is sent from outside.
   */
  undelivered?(sent: Readonly<{ from: Date; to: Date }>): Promise<ReadonlyArray<ProviderPaymentEvent>>;
  /** The events in a verified message, possibly none; null when the signature, age or form is wrong. */
  readEvent(rawBody: Uint8Array, headers: Headers, now: Date): ReadonlyArray<ProviderPaymentEvent> | null;
  /**
   * Safe to repeat with the same `key` (at most 150 characters): when it rejects, the refund may still have happened.
   * Refused with a `reason` in the provider's words where another try would not help.
   */
  refund(paymentId: string, amount: Money, key: string): Promise<Result<string, "refund-failed">>;
}
