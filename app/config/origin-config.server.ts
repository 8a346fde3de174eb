import { z } from "zod";

import { ConfigError } from "./generated-secrets.server.ts";

export const DESK_ENVIRONMENT = {
  DESK_ORIGIN: z.string().optional(),
};

type OriginEnvironment = Readonly<{ ALLOWED_ORIGINS: ReadonlyArray<string>; PORT: number }>;

/** The first is the shop's own. */
export function readOrigins({
  ALLOWED_ORIGINS: given,
  PORT: port,
}: OriginEnvironment): ReadonlyArray<string> {
  if (given.length === 0) return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return given.map((text) => originOf("ALLOWED_ORIGINS", text));
}

/** Throws ConfigError for the shop's own origin, or for another protocol: the cookies of both share a prefix. */
export function readDeskOrigin(text: string | undefined, origins: ReadonlyArray<string>): string | null {
  if (text === undefined) return null;
  const origin = originOf("DESK_ORIGIN", text);
  if (origins.includes(origin)) throw new ConfigError("DESK_ORIGIN must not be one of ALLOWED_ORIGINS");
  if (origins.some((each) => new URL(each).protocol !== new URL(origin).protocol))
    throw new ConfigError("DESK_ORIGIN must have the protocol of ALLOWED_ORIGINS");
  return origin;
}

function originOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.origin !== text)
    throw new ConfigError(`${name}: "${text}" is not an origin such as https://shop.example`);
  return url.origin;
}
