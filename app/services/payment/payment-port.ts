/** All the shop asks of a payment provider. Amounts come from us, never back. */
import type { AttemptId, OrderId } from "#app/models/ids.ts";
import type { Money } from "#app/models/money.ts";
import type { FactAmount, PaymentFactType } from "#app/models/payment.ts";
import type { Result } from "#app/models/result.ts";

/** One try to have an order paid. The id is the idempotency key. */
export type PaymentAttempt = Readonly<{
  attemptId: AttemptId;
  orderId: OrderId;
  orderNumber: number;
  amount: Money;
  email: string;
  /** What the hosted page shows as bought. */
  description: string;
  /** Absolute addresses the provider sends the shopper back to. */
  returnUrl: string;
  cancelUrl: string;
  /** When the provider shall stop taking the payment. ISO 8601. */
  expiresAt: string;
}>;

export type HostedPayment = Readonly<{ paymentId: string; url: string }>;

/** Something that happened to a payment. The state is derived from the set of these, in any order. */
export type PaymentFact = Readonly<{
  /** The provider's id of the event: a repeat has the same one. */
  eventId: string;
  paymentId: string;
  type: PaymentFactType;
  amount: FactAmount;
  /** Why, in words a shopper may read, or null. */
  detail: string | null;
  /** ISO 8601. */
  occurredAt: string;
}>;

export interface PaymentPort {
  readonly name: string;
  /** Where the hosted page lives, for the Content-Security-Policy's form-action; null when it is this shop itself. */
  readonly origin: string | null;
  /** Opens the provider's hosted page. Safe to repeat with the same attempt id. */
  open(attempt: PaymentAttempt): Promise<Result<HostedPayment, "payment-unavailable">>;
  /** What the provider knows about it now. */
  find(paymentId: string): Promise<ReadonlyArray<PaymentFact>>;
  /** Stops taking this payment. What is paid or under way stays so. Safe to repeat. */
  close(paymentId: string): Promise<void>;
  /** A verified event, or null when the signature, age or form is wrong. */
  readEvent(rawBody: Uint8Array, headers: Headers, now: Date): PaymentFact | null;
  /** Gives back `amount`. Safe to repeat with the same key. */
  refund(paymentId: string, amount: Money, key: string): Promise<Result<string, "refund-failed">>;
}
