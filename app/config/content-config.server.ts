import { z } from "zod";

import { word } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

const TOKEN_MIN_CHARACTERS = 16;

export const CONTENT_ENVIRONMENT = {
  CONTENT_PROVIDER: z.enum(["embedded", "strapi"]).default("embedded"),
  STRAPI_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/?$/, "must be an http:// or https:// address without a path")
    .optional(),
  STRAPI_TOKEN: word()
    .min(TOKEN_MIN_CHARACTERS, `must have at least ${TOKEN_MIN_CHARACTERS} characters`)
    .optional(),
  STRAPI_VERSION: z.enum(["4", "5"]).optional(),
};

type ContentEnvironment = z.infer<z.ZodObject<typeof CONTENT_ENVIRONMENT>>;

export type StrapiSettings = Readonly<{
  provider: "strapi";
  /** Address of the server, without a slash at its end. */
  url: string;
  /** The API token, which should be able to read only. */
  token: string;
  /** Null: found out by the shape of the first answer. */
  version: 4 | 5 | null;
}>;

export type ContentSettings = Readonly<{ provider: "embedded" }> | StrapiSettings;

/** Errors never repeat the token. */
export function readContentSettings(environment: ContentEnvironment): ContentSettings {
  const { CONTENT_PROVIDER: provider, STRAPI_URL: url, STRAPI_TOKEN: token } = environment;
  if (provider === "embedded") return { provider };
  if (!url) throw new ConfigError("STRAPI_URL: CONTENT_PROVIDER=strapi needs the address of the server");
  if (!token) throw new ConfigError("STRAPI_TOKEN: CONTENT_PROVIDER=strapi needs a read-only API token");
  const version = environment.STRAPI_VERSION;
  return {
    provider,
    url: url.replace(/\/$/, ""),
    token,
    version: version ? (Number(version) as 4 | 5) : null,
  };
}
