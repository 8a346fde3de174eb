/** Opens Stripe's hosted page for an order: a Checkout Session of one line, which is the sum agreed to. */
import type Stripe from "stripe";
import { z } from "zod";

import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { HostedPayment, PaymentAttempt } from "./payment-port.ts";
import { complain, type StripeCalls, withKey } from "./payment-stripe-client.server.ts";

/**
 * How long the page outlives the order's reservation, in minutes. The shop closes it when the reservation ends; Stripe
 * wants at least 30 minutes from the moment it is opened, which may be the reservation's last, by a clock of its own.
 */
const PAGE_EXTRA_MINUTES = 35;

const openedSchema = z.object({ id: z.string().regex(/^cs_\w+$/), url: z.string().url() });

export async function openStripePage(
  calls: StripeCalls,
  attempt: PaymentAttempt,
  pageOrigin: string,
): Promise<Result<HostedPayment, "payment-unavailable">> {
  const answer = await calls((stripe) => createSession(stripe, attempt)).catch(() => null);
  if (!answer) return refused("payment-unavailable");
  const opened = answer.ok ? openedSchema.safeParse(answer.value) : null;
  if (opened?.success && new URL(opened.data.url).origin === pageOrigin)
    return ok({ paymentId: opened.data.id, url: opened.data.url });
  complain("Stripe opened no payment page", answer);
  return refused("payment-unavailable");
}

/** An address that Stripe does not take for one must not cost the sale: its page then asks for it. */
async function createSession(stripe: Stripe, attempt: PaymentAttempt) {
  const create = (key: string, params: Stripe.Checkout.SessionCreateParams) =>
    withKey(key, (options) => stripe.checkout.sessions.create(params, options));
  const { customer_email, ...rest } = sessionParams(attempt);
  try {
    return await create(attempt.attemptId, { ...rest, customer_email });
  } catch (error) {
    if ((error as { param?: unknown }).param !== "customer_email") throw error;
    return create(`${attempt.attemptId}:no-email`, rest);
  }
}

/** One line with the whole sum: what Stripe adds up cannot differ from what the shopper agreed to. */
function sessionParams(attempt: PaymentAttempt): Stripe.Checkout.SessionCreateParams {
  const { amount, description, email, expiresAt, orderNumber, returnUrl, cancelUrl } = attempt;
  const metadata = {
    order_id: attempt.orderId,
    order_number: String(orderNumber),
    attempt_id: attempt.attemptId,
  };
  const ends = Date.parse(expiresAt) + PAGE_EXTRA_MINUTES * 60_000;
  return {
    mode: "payment",
    locale: "en-GB",
    submit_type: "pay",
    client_reference_id: String(orderNumber),
    customer_email: email,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(ends / 1000),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: amount.currency.toLowerCase(),
          unit_amount: amount.minor,
          product_data: { name: description },
        },
      },
    ],
    // The sum is paid in the currency it was agreed in.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata, description },
  };
}
