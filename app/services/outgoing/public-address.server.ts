/** Where a connection may go when a stranger has a say in the address: to the public internet, and nowhere else. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

export type AddressRules = Readonly<{
  /** Resolves a name to its addresses; by default the system's resolver. */
  resolve?: (host: string) => Promise<ReadonlyArray<string>>;
  /** Whether a connection may go to an address; by default to public ones only. */
  isAllowed?: (address: string) => boolean;
}>;

export function isPublicAddress(address: string): boolean {
  // "process" unwraps IPv4 inside IPv6, such as ::ffff:7f00:1.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/**
 * The one address that the connection to `url` will go to, null when the name has none, "off-limits" when any of its
 * addresses is. It is resolved once and used as it was checked, so that a name that resolves differently a moment
 * later (DNS rebinding) has no effect.
 */
export async function pinnedAddress(
  url: URL,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<Readonly<{ address: string | null }> | "off-limits"> {
  const { resolve = systemAddresses, isAllowed = isPublicAddress } = rules;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await Promise.race([resolve(host).catch(() => []), ended(signal)]);
  return found.every(isAllowed) ? { address: found[0] ?? null } : "off-limits";
}

async function systemAddresses(host: string): Promise<ReadonlyArray<string>> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Nothing, once `signal` has fired. */
function ended(signal: AbortSignal): Promise<ReadonlyArray<string>> {
  return new Promise((settle) => signal.addEventListener("abort", () => settle([]), { once: true }));
}
