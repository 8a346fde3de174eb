import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";

import { emailKey } from "./address.ts";

/** For rows without the address. Without a secret, so that a rotation does not forget who opted out. */
export function emailHashes(
  use: "newsletter" | "marketing" | "message",
  email: string,
): readonly [today: string, former: string] {
  const key = emailKey(email);
  const at = key.lastIndexOf("@") + 1;
  // "Former": of the domain in letters, as it was stored before `normalEmail`.
  const hashOf = (one: string) => createHash("sha256").update(`${use} ${one}`).digest("base64url");
  return [hashOf(key), hashOf(key.slice(0, at) + domainToUnicode(key.slice(at)))];
}
