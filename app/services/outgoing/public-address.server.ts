import { lookup } from "node:dns/promises";
import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

export type AddressRules = Readonly<{
  resolve?: (host: string) => Promise<ReadonlyArray<string>>;
  isAllowed?: (address: string) => boolean;
}>;

export function isPublicAddress(address: string): boolean {
  // "process" unwraps IPv4 inside IPv6, such as ::ffff:7f00:1.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** Null: the name has none; "off-limits": any of its addresses is. Resolved once, against DNS rebinding. */
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

function ended(signal: AbortSignal): Promise<ReadonlyArray<string>> {
  return new Promise((settle) => signal.addEventListener("abort", () => settle([]), { once: true }));
}
