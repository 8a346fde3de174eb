/** The shop's own origin, from the configuration and never from the request. */
import { config } from "#app/config.server.ts";

export function shopOrigin(): string {
  return config.origin;
}

export function deskOrigin(): string {
  return config.deskOrigin ?? config.origin;
}
