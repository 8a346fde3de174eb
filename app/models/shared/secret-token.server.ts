/** Secrets are 256 random bits, of which the database keeps a hash. */
import { createHash } from "node:crypto";

import { randomness } from "./randomness.server.ts";

const TOKEN_BYTES = 32;

export function newSecretToken(): string {
  return randomness().bytes(TOKEN_BYTES).toString("base64url");
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
