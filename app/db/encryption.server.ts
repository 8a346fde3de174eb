/** What must be read again, encrypted where AUTHENTICATOR_KEYS is set, else as it is. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

import { config } from "#app/config.server.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEPARATOR = ":";

export function hasEncryptionKey(): boolean {
  return config.authenticatorKeys.length > 0;
}

/** "<id of the key>:<base64url>", which only `decrypt` for the same owner reads. `text` must have no colon. */
export function encrypt(text: string, owner: string): string {
  const [key] = config.authenticatorKeys;
  if (!key) return text;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return key.id + SEPARATOR + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Null where none of the keys has encrypted it for this owner. */
export function decrypt(stored: string, owner: string): string | null {
  const [id, text] = stored.split(SEPARATOR);
  if (text === undefined) return stored;
  const key = config.authenticatorKeys.find((each) => each.id === id);
  const bytes = Buffer.from(text, "base64url");
  if (!key || bytes.byteLength < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const start = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([start, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** True for what `encrypt` would make: by the first key, or in clear where there is none. */
export function isAsStoredNow(stored: string): boolean {
  const [key] = config.authenticatorKeys;
  return key === undefined ? !stored.includes(SEPARATOR) : stored.startsWith(key.id + SEPARATOR);
}
