import { config, type PaymentSettings } from "#app/config.server.ts";

import { embeddedPayments } from "./payment-embedded.server.ts";
import type { PaymentPort } from "./payment-port.ts";

type SettingsOf<Name> = Extract<PaymentSettings, Readonly<{ provider: Name }>>;

/** Stripe's library takes a tenth of a second to load: only a shop that uses it waits for that. */
const PROVIDERS: {
  readonly [Name in PaymentSettings["provider"]]: (settings: SettingsOf<Name>) => Promise<PaymentPort>;
} = {
  embedded: async () => embeddedPayments,
  stripe: async (settings) => (await import("./payment-stripe.server.ts")).stripePayments(settings),
};

const configured = await open(config.payment);
let chosen: PaymentPort | null = null;

export function payments(): PaymentPort {
  return chosen ?? configured;
}

/** Null when the provider is not set up any more. */
export function paymentsOf(name: string): PaymentPort | null {
  const current = payments();
  if (current.name === name) return current;
  return name === embeddedPayments.name ? embeddedPayments : null;
}

/** Null brings the configured one back. For tests. */
export function connectPayments(port: PaymentPort | null): void {
  chosen = port;
}

async function open<Name extends PaymentSettings["provider"]>(
  settings: SettingsOf<Name>,
): Promise<PaymentPort> {
  return PROVIDERS[settings.provider](settings);
}
