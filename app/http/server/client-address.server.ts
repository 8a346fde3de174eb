/** Who is asking: the visitor's network address, taken from where it can be believed. */
import type { IncomingMessage } from "node:http";

import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Set by the guard on every request, overwriting whatever was sent. */
export const CLIENT_ADDRESS_HEADER = "x-shop-client-ip";
/** Set to "true" by the guard on requests for /health and /ready that come from this machine; never anybody else's. */
export const FROM_THIS_MACHINE_HEADER = "x-shop-from-this-machine";
const LOOPBACK = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
/** An IPv6 household has a whole /64: limits must not be dodged by changing the last half. */
const IPV6_PREFIX_BITS = 64;
const UNKNOWN = "unknown";
/** Addresses that are remembered, and the longest text, in characters, that may be one. */
const READ_MAX = 1_000;
const ADDRESS_MAX = 45;
/** How much of X-Forwarded-For is read, in characters, from its end: the entries of twenty proxies. */
const FORWARDED_MAX = 1_024;

/** The visitor's address as the guard found it. "unknown" in development, where there is no guard. */
export function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? UNKNOWN;
}

/**
 * The address to hold limits to: the socket's own, or with `trustedHops` proxies in front the entry that the
 * outermost of them wrote, counted from the right of X-Forwarded-For. IPv6 is cut to its /64.
 */
export function addressOf(request: IncomingMessage, trustedHops: number): string {
  const peer = request.socket.remoteAddress ?? "";
  if (trustedHops === 0) return normalised(peer) ?? UNKNOWN;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .slice(-FORWARDED_MAX)
    .split(",");
  const claimed = forwarded.at(-trustedHops)?.trim() ?? "";
  return normalised(claimed) ?? normalised(peer) ?? UNKNOWN;
}

/**
 * True for a request that a program on this machine sent straight to the shop. What came through a proxy is somebody
 * else's, whatever it claims, and whether or not TRUSTED_PROXY_HOPS tells of the proxy.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.includes(socket.remoteAddress ?? "");
}

/** True for an address of a private network, such as a proxy's own. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() !== "unicast";
}

/** What texts turned out to be; "" for no address. Reading one costs more than looking a hundred up. */
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
