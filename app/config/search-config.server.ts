import { z } from "zod";

import { word } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

export const searchEnvironment = {
  SEARCH_PROVIDER: z.enum(["embedded", "algolia", "meilisearch"]).default("embedded"),
  SEARCH_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/?$/, "must be an http:// or https:// address without a path")
    .optional(),
  SEARCH_APP_ID: z.string().regex(/^\w+$/, "must be letters and digits").optional(),
  SEARCH_KEY: word().optional(),
  SEARCH_WRITE_KEY: word().optional(),
  SEARCH_INDEX: z
    .string()
    .regex(/^[\w-]{1,80}$/, "must be letters, digits, - and _, at most 80")
    .default("products"),
};

type SearchEnvironment = z.infer<z.ZodObject<typeof searchEnvironment>>;

type Keys = Readonly<{ searchKey: string; writeKey: string; indexName: string }>;

export type HostedSearchSettings =
  /** `url` in place of Algolia's own hosts, or null. */
  | (Keys & Readonly<{ provider: "algolia"; appId: string; url: string | null }>)
  | (Keys & Readonly<{ provider: "meilisearch"; url: string }>);

export type SearchSettings = Readonly<{ provider: "embedded" }> | HostedSearchSettings;

export function readSearchSettings(environment: SearchEnvironment): SearchSettings {
  const provider = environment.SEARCH_PROVIDER;
  if (provider === "embedded") return { provider };
  const needed = (name: "SEARCH_URL" | "SEARCH_APP_ID" | "SEARCH_KEY" | "SEARCH_WRITE_KEY", what: string) => {
    const value = environment[name];
    if (!value) throw new ConfigError(`${name}: SEARCH_PROVIDER=${provider} needs ${what}`);
    return value;
  };
  const keys = () => ({
    searchKey: needed("SEARCH_KEY", "a key that may search"),
    writeKey: needed("SEARCH_WRITE_KEY", "a key that may change the index"),
    indexName: environment.SEARCH_INDEX,
  });
  return provider === "algolia"
    ? {
        provider,
        appId: needed("SEARCH_APP_ID", "the application's id"),
        url: environment.SEARCH_URL ?? null,
        ...keys(),
      }
    : { provider, url: needed("SEARCH_URL", "the address of the server"), ...keys() };
}
