/** Secrets of browsers and emails: 256 random bits, of which the database keeps a hash. */
import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
