/** The payment provider that the configuration names. */
import { config } from "#app/config.server.ts";

import { embeddedPayments } from "./payment-embedded.server.ts";
import type { PaymentPort } from "./payment-port.ts";

const PROVIDERS = {
  embedded: embeddedPayments,
} as const satisfies Record<typeof config.paymentProvider, PaymentPort>;

let chosen: PaymentPort | null = null;

export function payments(): PaymentPort {
  return chosen ?? PROVIDERS[config.paymentProvider];
}

/** Puts `port` in place of the configured provider, or the configured one back; for tests of a failing provider. */
export function connectPayments(port: PaymentPort | null): void {
  chosen = port;
}
