/** The addresses that people reach the shop at. */
import { ConfigError } from "./generated-secrets.server.ts";

/** The origins in `given`; without any, this machine's own at `port`. Throws ConfigError. */
export function readOrigins(given: ReadonlyArray<string>, port: number): ReadonlyArray<string> {
  if (given.length === 0) return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  return given.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || !["http:", "https:"].includes(url.protocol) || url.origin !== text) {
      throw new ConfigError(`SHOP_ORIGINS: "${text}" is not an origin such as https://shop.example`);
    }
    return url.origin;
  });
}
