/** The payment provider that the configuration names, and those that took earlier payments. */
import { config } from "#app/config.server.ts";

import { embeddedPayments } from "./payment-embedded.server.ts";
import type { PaymentPort } from "./payment-port.ts";
import { stripePayments } from "./payment-stripe.server.ts";

let configured: PaymentPort | null = null;
let chosen: PaymentPort | null = null;

/** Who takes new payments. */
export function payments(): PaymentPort {
  configured ??= config.payment.provider === "stripe" ? stripePayments(config.payment) : embeddedPayments;
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
