/** The shop's own origin, from the configuration and never from the request. */
import { config } from "#app/config.server.ts";

export function shopOrigin(): string {
  return config.origin;
}

/** True for any host under which the shop is reached; a host of the desk's own is none. */
export function isShopHost(host: string): boolean {
  return config.origins.some((origin) => new URL(origin).host === host);
}

export function deskOrigin(): string {
  return config.deskOrigin ?? config.origin;
}
