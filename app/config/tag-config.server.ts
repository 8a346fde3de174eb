import { z } from "zod";

import { commaList } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

export const TAG_ENVIRONMENT = {
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, "must be a container's id, such as GTM-AB12CD3")
    .optional(),
  GTM_ORIGIN: z.string().default("https://www.googletagmanager.com"),
  OMNISEND_BRAND_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{8,64}$/, "must be the brand id of the launcher's snippet")
    .optional(),
  OMNISEND_LAUNCHER_ORIGIN: z.string().default("https://omnisnippet1.com"),
  TAG_HOSTS: commaList,
} as const;

type TagEnvironment = z.infer<z.ZodObject<typeof TAG_ENVIRONMENT>>;

/** Where Google Analytics sends to: what a container usually holds (Google's own guide to policies). */
const MEASURED_AT = ["https://*.google-analytics.com", "https://*.analytics.google.com"];

export type TagSettings = Readonly<{
  services: Readonly<{
    tagManager: string | null;
    launcher: Readonly<{ script: string; brandId: string }> | null;
  }>;
  origins: Readonly<{
    tagManager: ReadonlyArray<string>;
    launcher: ReadonlyArray<string>;
    measuredAt: ReadonlyArray<string>;
  }>;
}>;

export function readTagSettings(environment: TagEnvironment): TagSettings {
  const { GTM_ID: container, OMNISEND_BRAND_ID: brandId } = environment;
  const manager = origin("GTM_ORIGIN", environment.GTM_ORIGIN);
  const launcher = origin("OMNISEND_LAUNCHER_ORIGIN", environment.OMNISEND_LAUNCHER_ORIGIN);
  const more = environment.TAG_HOSTS.map((text) => origin("TAG_HOSTS", text));
  return {
    services: {
      tagManager: container ? `${manager}/gtm.js?id=${container}` : null,
      launcher: brandId ? { script: `${launcher}/inshop/launcher-v2.js`, brandId } : null,
    },
    origins: {
      tagManager: [manager, ...more],
      launcher: [launcher, ...more],
      measuredAt: MEASURED_AT,
    },
  };
}

function origin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  if (!url || url.origin !== text || !(url.protocol === "https:" || isLocal)) {
    throw new ConfigError(`${name}: "${text}" is not an origin such as https://tags.example.com`);
  }
  return text;
}
