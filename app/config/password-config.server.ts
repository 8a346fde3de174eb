import { z } from "zod";

import { ConfigError } from "./generated-secrets.server.ts";

export const PASSWORD_ENVIRONMENT = {
  PASSWORD_BREACH_CHECK: z.enum(["off", "hibp"]).default("off"),
  PASSWORD_BREACH_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+$/, "must be an http:// or https:// address without a path")
    .default("https://api.pwnedpasswords.com"),
};

type PasswordEnvironment = z.infer<z.ZodObject<typeof PASSWORD_ENVIRONMENT>> & Readonly<{ NODE_ENV: string }>;

export type BreachSettings = Readonly<{ breachOrigin: string | null }>;

export function readPasswordSettings(environment: PasswordEnvironment): BreachSettings {
  const { PASSWORD_BREACH_CHECK: check, PASSWORD_BREACH_URL: address } = environment;
  if (check === "off") return { breachOrigin: null };
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== address) throw new ConfigError("PASSWORD_BREACH_URL: is not an address");
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (environment.NODE_ENV === "production" && url.protocol !== "https:" && !isOwn)
    throw new ConfigError("PASSWORD_BREACH_URL: must be an https:// address, or on this machine");
  return { breachOrigin: address };
}
