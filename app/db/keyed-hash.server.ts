/** One-way names: what must be recognised again in a row, and must not be read from it. */
import { createHmac, hkdfSync } from "node:crypto";

import { config } from "#app/config.server.ts";

const KEY_BYTES = 32;
const keys = new Map<string, Buffer>();

/** HMAC-SHA256 of `text`, base64url. Each purpose has a key of its own, so that rows cannot be matched across. */
export function keyedHash(purpose: string, text: string): string {
  return createHmac("sha256", keyOf(purpose)).update(text).digest("base64url");
}

function keyOf(purpose: string): Buffer {
  const known = keys.get(purpose);
  if (known) return known;
  const master = config.sessionSecrets[0] ?? "";
  const made = Buffer.from(hkdfSync("sha256", master, "", `hash ${purpose}`, KEY_BYTES));
  keys.set(purpose, made);
  return made;
}
