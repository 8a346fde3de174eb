import { z } from "zod";

import { ConfigError } from "./generated-secrets.server.ts";

const ADDRESS = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/;
const PRINTABLE = /^[\x21-\x7e]{8,512}$/;

export const sharedCacheEnvironment = {
  SHARED_CACHE: z.enum(["none", "varnish", "fastly", "cloudflare"]).default("none"),
  SHARED_CACHE_URL: z
    .string()
    .refine(
      (text) => text.split(",").every((one) => ADDRESS.test(one.trim())),
      "must be http:// or https:// addresses",
    )
    .optional(),
  SHARED_CACHE_ID: z
    .string()
    .regex(/^\w{1,64}$/, "must be letters and digits")
    .optional(),
  SHARED_CACHE_TOKEN: z
    .string()
    .regex(PRINTABLE, "must be 8 to 512 printable characters without spaces")
    .optional(),
};

type SharedCacheEnvironment = z.infer<z.ZodObject<typeof sharedCacheEnvironment>>;

export type VarnishSettings = Readonly<{
  provider: "varnish";
  addresses: ReadonlyArray<string>;
}>;

export type HostedCacheSettings = Readonly<{
  provider: "fastly" | "cloudflare";
  /** Without a slash at its end. */
  apiBase: string;
  id: string;
  token: string;
}>;

export type SharedCacheSettings = Readonly<{ provider: "none" }> | VarnishSettings | HostedCacheSettings;

const BASES = { fastly: "https://api.fastly.com", cloudflare: "https://api.cloudflare.com/client/v4" };

export function readSharedCacheSettings(environment: SharedCacheEnvironment): SharedCacheSettings {
  const {
    SHARED_CACHE: provider,
    SHARED_CACHE_URL: urls,
    SHARED_CACHE_ID: id,
    SHARED_CACHE_TOKEN: token,
  } = environment;
  if (provider === "none") return { provider };
  const addresses = (urls ?? "").split(",").map((url) => url.trim().replace(/\/$/, ""));
  if (provider === "varnish") {
    if (urls === undefined)
      throw new ConfigError("SHARED_CACHE_URL is missing: SHARED_CACHE=varnish needs it");
    return { provider, addresses };
  }
  if (id === undefined || token === undefined)
    throw new ConfigError(`SHARED_CACHE=${provider} needs SHARED_CACHE_ID and SHARED_CACHE_TOKEN`);
  return { provider, apiBase: addresses[0] || BASES[provider], id, token };
}
