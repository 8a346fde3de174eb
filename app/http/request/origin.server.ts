/** The shop's own origin, from the configuration and never from the request. */
import { config } from "#app/config.server.ts";

export function shopOrigin(): string {
  return config.origin;
}

/** Where the desk is: its own origin, or the shop's. */
export function deskOrigin(): string {
  return config.deskOrigin ?? config.origin;
}
