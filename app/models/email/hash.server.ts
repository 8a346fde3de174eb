import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";

import { emailKey } from "./address.ts";

/**
 * For rows that do not hold the address: today's hash, and that of the domain in letters, by which it was stored before
 * `normalEmail`. Without a secret, so that a rotation does not forget who opted out; other for each use.
 */
export function emailHashes(
  use: "newsletter" | "marketing" | "message",
  email: string,
): readonly [today: string, former: string] {
  const key = emailKey(email);
  const at = key.lastIndexOf("@") + 1;
  const hashOf = (one: string) => createHash("sha256").update(`${use} ${one}`).digest("base64url");
  return [hashOf(key), hashOf(key.slice(0, at) + domainToUnicode(key.slice(at)))];
}
