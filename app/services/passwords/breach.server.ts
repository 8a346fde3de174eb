import { config } from "#app/config.server.ts";

import { hibpBreaches } from "./breach-hibp.server.ts";
import type { BreachPort } from "./breach-port.ts";

const noBreaches: BreachPort = { name: "none", isLeaked: async () => false };

let connected: BreachPort | null = null;

export function breaches(): BreachPort {
  connected ??= configured();
  return connected;
}

/** Null brings the configured one back. For tests. */
export function connectBreaches(port: BreachPort | null): void {
  connected = port;
}

function configured(): BreachPort {
  const { breachOrigin } = config.passwords;
  return breachOrigin === null ? noBreaches : hibpBreaches(breachOrigin);
}
