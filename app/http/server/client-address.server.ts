import type { IncomingMessage } from "node:http";

import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Set by the front server on every request; what was sent is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-shop-client-ip";
/** "true" on requests for /health and /ready from this machine. Set by the front server only. */
export const FROM_THIS_MACHINE_HEADER = "x-shop-from-this-machine";
const LOOPBACK = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
/** An IPv6 household has a whole /64. */
const IPV6_PREFIX_BITS = 64;
const UNKNOWN = "unknown";
const READ_MAX = 1_000;
const ADDRESS_MAX = 45;
/** Characters that are read from the end of X-Forwarded-For: the entries of twenty proxies. */
const FORWARDED_MAX = 1_024;

/** The address that the front server found. "unknown" in development, which has no front server. */
export function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? UNKNOWN;
}

/** With `trustedHops` proxies, that entry from the right of X-Forwarded-For. IPv6 is cut to its /64. */
export function addressOf(request: IncomingMessage, trustedHops: number): string {
  const peer = request.socket.remoteAddress ?? "";
  if (trustedHops === 0) return networkOf(peer);
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .slice(-FORWARDED_MAX)
    .split(",");
  const claimed = forwarded.at(-trustedHops)?.trim() ?? "";
  return normalised(claimed) ?? networkOf(peer);
}

/** Not for a request with a proxy's headers, even if TRUSTED_PROXY_HOPS does not mention the proxy. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && isLoopback(socket.remoteAddress);
}

export function isLoopback(address: string | undefined): boolean {
  return LOOPBACK.includes(address ?? "");
}

/** What limits count as one: an IPv4 address, or the /64 of an IPv6 address. "unknown" for a text that is neither. */
export function networkOf(address: string): string {
  return normalised(address) ?? UNKNOWN;
}

export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() !== "unicast";
}

/** Parsed addresses by their text; "" for a text that is none. Parsing costs more than a hundred lookups. */
const read = new LRUCache<string, string>({ max: READ_MAX });

function normalised(text: string): string | null {
  let address = read.get(text);
  if (address === undefined) {
    address = readAddress(text);
    read.set(text, address);
  }
  return address === "" ? null : address;
}

function readAddress(text: string): string {
  if (text.length > ADDRESS_MAX || !ipaddr.isValid(text)) return "";
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()}/64`;
}
