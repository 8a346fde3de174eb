/** Secrets that a browser or an e-mail holds: 256 random bits there, their hash here. */
import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What the database keeps of `token`. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
