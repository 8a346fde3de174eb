/** Sets the headers that the shop trusts, and so overwrites what the client sent under these names. */
import type { IncomingMessage } from "node:http";

import { config } from "#app/config.server.ts";
import { addressAt, routeAt } from "#app/models/platform/address-at.ts";

import {
  CLIENT_ADDRESS_HEADER,
  FROM_THIS_MACHINE_HEADER,
  isFromThisMachine,
  isPrivateAddress,
} from "./client-address.server.ts";
import { LINK_SECRET_HEADER } from "./link-token-cookie.server.ts";
import { logger } from "./log.server.ts";

/** Those in which proxies describe the visitor, and the front server's own. */
const NOT_BELIEVED = [
  FROM_THIS_MACHINE_HEADER,
  LINK_SECRET_HEADER,
  "forwarded",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-forwarded-for",
];

export function stamp(
  request: IncomingMessage,
  { requestId, pathname, address }: Readonly<{ requestId: string; pathname: string; address: string }>,
): void {
  // As it is written: a proxy on this machine may keep others from "/health" and let "/HEALTH" through.
  const isProbe = addressAt(pathname).isProbe && pathname === `/${routeAt(pathname)?.pattern ?? ""}`;
  const isOwn = isProbe && isFromThisMachine(request);
  for (const name of NOT_BELIEVED) Reflect.deleteProperty(request.headers, name);
  if (isOwn) request.headers[FROM_THIS_MACHINE_HEADER] = "true";
  request.headers["x-request-id"] = requestId;
  request.headers[CLIENT_ADDRESS_HEADER] = address;
}

let isWarned = false;

/** Behind an unknown proxy all visitors would share one limit. */
export function warnAboutProxy(request: IncomingMessage, address: string): void {
  if (isWarned || config.trustedProxyHops > 0 || request.headers["x-forwarded-for"] === undefined) return;
  if (!isPrivateAddress(address)) return;
  isWarned = true;
  logger.warn(
    "A proxy stands in front of the shop: set TRUSTED_PROXY_HOPS, or all visitors share one rate limit",
  );
}
