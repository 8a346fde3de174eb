import { z } from "zod";

import { ConfigError } from "./generated-secrets.server.ts";

export const ADDRESS_ENVIRONMENT = {
  ADDRESS_LOOKUP: z.enum(["none", "ideal-postcodes"]).default("none"),
  ADDRESS_LOOKUP_KEY: z
    .string()
    .regex(/^[\w-]+$/, "must be a key of letters, digits, _ and -")
    .optional(),
  ADDRESS_LOOKUP_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+$/, "must be an http:// or https:// address without a path")
    .default("https://api.ideal-postcodes.co.uk"),
};

type AddressEnvironment = z.infer<z.ZodObject<typeof ADDRESS_ENVIRONMENT>> & Readonly<{ NODE_ENV: string }>;

export type AddressLookupSettings = Readonly<{ origin: string; key: string }> | null;

export function readAddressSettings(environment: AddressEnvironment): AddressLookupSettings {
  const { ADDRESS_LOOKUP: provider, ADDRESS_LOOKUP_KEY: key, ADDRESS_LOOKUP_URL: address } = environment;
  if (provider === "none") return null;
  if (key === undefined) throw new ConfigError(`ADDRESS_LOOKUP_KEY: ADDRESS_LOOKUP=${provider} needs a key`);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== address) throw new ConfigError("ADDRESS_LOOKUP_URL: is not an address");
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (environment.NODE_ENV === "production" && url.protocol !== "https:" && !isOwn)
    throw new ConfigError("ADDRESS_LOOKUP_URL: must be an https:// address, or on this machine");
  return { origin: address, key };
}
