import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";

import { hibpBreaches } from "./breach-hibp.server.ts";
import type { BreachPort } from "./breach-port.ts";

const noBreaches: BreachPort = { name: "none", isLeaked: async () => false };

const connection = newConnection(configured);

export const breaches = connection.current;
export const connectBreaches = connection.connect;

function configured(): BreachPort {
  const { breachOrigin } = config.passwords;
  return breachOrigin === null ? noBreaches : hibpBreaches(breachOrigin);
}
