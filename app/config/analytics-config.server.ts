import { z } from "zod";

import { isSafeService, serverAddress, shown } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

/** Used where ANALYTICS_HOST is empty: in the European Union. */
const HOSTS = { posthog: "https://eu.i.posthog.com", mixpanel: "https://api-eu.mixpanel.com" } as const;
/** What the two services' project keys look like; personal and secret keys do not. */
const KEYS = { posthog: /^phc_\w{10,}$/, mixpanel: /^[0-9a-f]{32}$/ } as const;
const KEY_WORDS = {
  posthog: "the project key of PostHog, which begins with phc_",
  mixpanel: "the project token of Mixpanel, 32 digits and letters from a to f",
} as const;

export const ANALYTICS_ENVIRONMENT = {
  ANALYTICS_PROVIDER: z.enum(["embedded", "posthog", "mixpanel", "off"]).default("embedded"),
  ANALYTICS_KEY: z.string().trim().optional(),
  ANALYTICS_HOST: serverAddress().optional(),
};

type AnalyticsEnvironment = z.infer<z.ZodObject<typeof ANALYTICS_ENVIRONMENT>> &
  Readonly<{ NODE_ENV: string }>;

export type HostedAnalyticsSettings = Readonly<{
  provider: "posthog" | "mixpanel";
  key: string;
  host: string;
}>;

export type AnalyticsSettings = Readonly<{ provider: "embedded" | "off" }> | HostedAnalyticsSettings;

export function readAnalyticsSettings(environment: AnalyticsEnvironment): AnalyticsSettings {
  const { ANALYTICS_PROVIDER: provider, ANALYTICS_KEY: key, ANALYTICS_HOST: host } = environment;
  if (provider === "embedded" || provider === "off") {
    if (key || host)
      throw new ConfigError(
        `ANALYTICS_PROVIDER: ${key ? "ANALYTICS_KEY" : "ANALYTICS_HOST"} is set, but no service is named; say posthog or mixpanel`,
      );
    return { provider };
  }
  if (!key || !KEYS[provider].test(key))
    throw new ConfigError(`ANALYTICS_KEY: ANALYTICS_PROVIDER=${provider} needs ${KEY_WORDS[provider]}`);
  return { provider, key, host: checkedHost(host, environment.NODE_ENV) ?? HOSTS[provider] };
}

function checkedHost(host: string | undefined, environment: string): string | null {
  if (!host) return null;
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url?.origin !== host) throw new ConfigError(`ANALYTICS_HOST: ${shown(host)} is not an address`);
  if (!isSafeService(url, environment))
    throw new ConfigError("ANALYTICS_HOST: must be an https:// address, or on this machine");
  return host;
}
