import { config } from "#app/config.server.ts";
import type { Money } from "#app/models/shared/money.ts";

import { embeddedPayments } from "./payment-embedded.server.ts";
import { noPayment } from "./payment-none.server.ts";
import type { PaymentPort } from "./payment-port.ts";
import { stripePayments } from "./payment-stripe.server.ts";
import { loadStripe } from "./stripe-library.server.ts";

// Only a package is waited for: a module of ours may be built into a file that waits for this one, and the shop never opens.
if (config.payment.provider === "stripe") await loadStripe();
const configured = config.payment.provider === "stripe" ? stripePayments(config.payment) : embeddedPayments;
let chosen: PaymentPort | null = null;

export function payments(): PaymentPort {
  return chosen ?? configured;
}

/** What an order of this total is paid by. */
export function paymentsFor({ minor }: Money): PaymentPort {
  return minor === 0 ? noPayment : payments();
}

/** Null when the provider is not set up any more. */
export function paymentsOf(name: string): PaymentPort | null {
  const current = payments();
  if (current.name === name) return current;
  return [embeddedPayments, noPayment].find((port) => port.name === name) ?? null;
}

/** Null brings the configured one back. For tests. */
export function connectPayments(port: PaymentPort | null): void {
  chosen = port;
}
