import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

import { config } from "#app/config.server.ts";

const KEY_BYTES = 32;
const keys = new Map<string, Buffer>();

/** HMAC-SHA256 of `text`, base64url. Each purpose has a key of its own, so that rows cannot be matched across. */
export function hmac(purpose: string, text: string): string {
  return hashBy(config.sessionSecrets[0] ?? "", purpose, text);
}

/** The one of `hmac` first: what was signed before a change of secrets is recognised after it. */
export function hmacs(purpose: string, text: string): ReadonlyArray<string> {
  return config.sessionSecrets.map((master) => hashBy(master, purpose, text));
}

/** In constant time. */
export function isSameHash(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function hashBy(master: string, purpose: string, text: string): string {
  return createHmac("sha256", keyOf(master, purpose)).update(text).digest("base64url");
}

function keyOf(master: string, purpose: string): Buffer {
  const name = `${purpose} ${master}`;
  const known = keys.get(name);
  if (known) return known;
  const made = Buffer.from(hkdfSync("sha256", master, "", `hash ${purpose}`, KEY_BYTES));
  keys.set(name, made);
  return made;
}
