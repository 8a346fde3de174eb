import { ConfigError } from "./generated-secrets.server.ts";

type OriginEnvironment = Readonly<{ ALLOWED_ORIGINS: ReadonlyArray<string>; PORT: number }>;

/** Origins without a path, the first being the shop's own. Throws ConfigError with one line about what is wrong. */
export function readOrigins({
  ALLOWED_ORIGINS: given,
  PORT: port,
}: OriginEnvironment): ReadonlyArray<string> {
  if (given.length === 0) return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return given.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !["http:", "https:"].includes(url.protocol) || url.origin !== text) {
      throw new ConfigError(`ALLOWED_ORIGINS: "${text}" is not an origin such as https://shop.example`);
    }
    return url.origin;
  });
}
