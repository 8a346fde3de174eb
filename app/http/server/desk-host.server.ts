/** Where the desk is: at /desk of the shop's host, or on a host of its own that has nothing else (decision 0035). */
import { config } from "#app/config.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import type { Rejection } from "./error-response.server.ts";

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** As Host headers write it: proxies may name the scheme's own port, which browsers leave out. */
export function hostsOf(origin: string): ReadonlyArray<string> {
  const { host, port, protocol } = new URL(origin);
  return port === "" ? [host, `${host}:${DEFAULT_PORTS[protocol] ?? ""}`] : [host];
}

const deskHosts = config.deskOrigin === null ? null : hostsOf(config.deskOrigin);

export function isDeskPath(pathname: string): boolean {
  return addressAt(pathname).audience === "desk";
}

export function servesDesk(host: string | null | undefined): boolean {
  return deskHosts === null || isDeskHost(host);
}

export function isDeskHost(host: string | null | undefined): boolean {
  return deskHosts?.includes((host ?? "").toLowerCase()) ?? false;
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
