/** The payment provider that the configuration names, and those that took earlier payments. */
import { config } from "#app/config.server.ts";

import { embeddedPayments } from "./payment-embedded.server.ts";
import type { PaymentPort } from "./payment-port.ts";

/** As the configuration says. Stripe's kit takes a tenth of a second to load: only a shop that uses it waits for that. */
const configured: PaymentPort =
  config.payment.provider === "stripe"
    ? (await import("./payment-stripe.server.ts")).stripePayments(config.payment)
    : embeddedPayments;
let chosen: PaymentPort | null = null;

export function payments(): PaymentPort {
  return chosen ?? configured;
}

/** Who took the payments of provider `name`; null when that one is not set up any more. */
export function paymentsOf(name: string): PaymentPort | null {
  const current = payments();
  if (current.name === name) return current;
  return name === embeddedPayments.name ? embeddedPayments : null;
}

/** Puts `port` in place of the configured provider, or the configured one back; for tests. */
export function connectPayments(port: PaymentPort | null): void {
  chosen = port;
}
