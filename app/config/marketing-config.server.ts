import { z } from "zod";

import { isOwnMachine } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

export const marketingEnvironment = {
  MARKETING_PROVIDER: z.enum(["embedded", "omnisend-v3", "omnisend"]).default("embedded"),
  OMNISEND_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,256}$/, "must be 8 to 256 printable characters without spaces")
    .optional(),
  OMNISEND_API_BASE: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/, "must be an http:// or https:// address")
    .optional(),
};

type MarketingEnvironment = z.infer<z.ZodObject<typeof marketingEnvironment>>;

export type OmnisendSettings = Readonly<{
  provider: "omnisend-v3" | "omnisend";
  apiKey: string;
  /** Without a slash at its end. */
  apiBase: string;
}>;

export type MarketingSettings = Readonly<{ provider: "embedded" }> | OmnisendSettings;

const BASES = {
  "omnisend-v3": "https://api.omnisend.com/v3",
  omnisend: "https://api.omnisend.com/api",
} as const;

export function readMarketingSettings(environment: MarketingEnvironment): MarketingSettings {
  const { MARKETING_PROVIDER: provider, OMNISEND_API_KEY: apiKey, OMNISEND_API_BASE: base } = environment;
  if (provider === "embedded") {
    if (apiKey)
      throw new ConfigError(
        "MARKETING_PROVIDER: OMNISEND_API_KEY is set; say omnisend, omnisend-v3, or leave the key out",
      );
    return { provider };
  }
  if (!apiKey)
    throw new ConfigError(`OMNISEND_API_KEY: MARKETING_PROVIDER=${provider} needs the key of your store`);
  const apiBase = (base ?? BASES[provider]).replace(/(?<!\/)\/+$/, "");
  if (apiBase.startsWith("http:") && !isOwnMachine(new URL(apiBase).hostname))
    throw new ConfigError(
      "OMNISEND_API_BASE: only https://, but for a test on this machine: the key travels along",
    );
  return { provider, apiKey, apiBase };
}
