import { z } from "zod";

import { checkedAddress, serverAddress } from "./environment-values.server.ts";

export const PASSWORD_ENVIRONMENT = {
  PASSWORD_BREACH_CHECK: z.enum(["off", "hibp"]).default("off"),
  PASSWORD_BREACH_URL: serverAddress().default("https://api.pwnedpasswords.com"),
};

type PasswordEnvironment = z.infer<z.ZodObject<typeof PASSWORD_ENVIRONMENT>> & Readonly<{ NODE_ENV: string }>;

export type BreachSettings = Readonly<{ breachOrigin: string | null }>;

export function readPasswordSettings(environment: PasswordEnvironment): BreachSettings {
  const { PASSWORD_BREACH_CHECK: check, PASSWORD_BREACH_URL: address } = environment;
  if (check === "off") return { breachOrigin: null };
  return { breachOrigin: checkedAddress("PASSWORD_BREACH_URL", address, environment.NODE_ENV) };
}
