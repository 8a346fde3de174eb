/** Where the shop lives: the only source of absolute addresses, never the request. */
import { config } from "#app/config.server.ts";

/** The shop's own origin, such as "https://shop.example". */
export function shopOrigin(): string {
  return config.origin;
}
