import { z } from "zod";

import { checkedAddress, serverAddress } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

export const ADDRESS_ENVIRONMENT = {
  ADDRESS_LOOKUP: z.enum(["none", "ideal-postcodes"]).default("none"),
  ADDRESS_LOOKUP_KEY: z
    .string()
    .regex(/^[\w-]+$/, "must be a key of letters, digits, _ and -")
    .optional(),
  ADDRESS_LOOKUP_URL: serverAddress().default("https://api.ideal-postcodes.co.uk"),
};

type AddressEnvironment = z.infer<z.ZodObject<typeof ADDRESS_ENVIRONMENT>> & Readonly<{ NODE_ENV: string }>;

export type AddressLookupSettings = Readonly<{ origin: string; key: string }> | null;

export function readAddressSettings(environment: AddressEnvironment): AddressLookupSettings {
  const { ADDRESS_LOOKUP: provider, ADDRESS_LOOKUP_KEY: key, ADDRESS_LOOKUP_URL: address } = environment;
  if (provider === "none") return null;
  if (key === undefined) throw new ConfigError(`ADDRESS_LOOKUP_KEY: ADDRESS_LOOKUP=${provider} needs a key`);
  return { origin: checkedAddress("ADDRESS_LOOKUP_URL", address, environment.NODE_ENV), key };
}
