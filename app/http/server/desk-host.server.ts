/** Where the desk is: at /desk of the shop's host, or on a host of its own that has nothing else (decision 0035). */
import { config } from "#app/config.server.ts";
import { plain } from "#app/http/cache/policy.server.ts";

import type { Rejection } from "./error-response.server.ts";

const DESK = /^\/desk(?:\/|$)/;

const deskHost = config.deskOrigin === null ? null : new URL(config.deskOrigin).host;

export function isDeskPath(pathname: string): boolean {
  return DESK.test(plain(pathname));
}

export function servesDesk(host: string | null | undefined): boolean {
  return deskHost === null || isDeskHost(host);
}

export function isDeskHost(host: string | null | undefined): boolean {
  return deskHost !== null && (host ?? "").toLowerCase() === deskHost;
}

export function ownOrigins(host: string | undefined): ReadonlyArray<string> {
  return config.deskOrigin !== null && isDeskHost(host) ? [config.deskOrigin] : config.origins;
}

export const DESK_HEADERS = [
  ["X-Robots-Tag", "noindex"],
  // Not "no-referrer": browsers without fetch metadata would then send "Origin: null" with forms.
  ["Referrer-Policy", "same-origin"],
] as const;

export const NOT_AT_DESK: Rejection = {
  status: 404,
  reason: "not_at_desk",
  title: "There is nothing at this address",
  message: "This host has only the desk.",
};
