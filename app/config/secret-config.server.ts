import { createHash } from "node:crypto";

import { ConfigError, generatedSecrets, SECRET_MIN_CHARACTERS } from "./generated-secrets.server.ts";

export type AuthenticatorKey = Readonly<{
  /** Stands beside what the key has encrypted, and tells nothing of it. */
  id: string;
  bytes: Buffer;
}>;

const KEY_TEXT = /^(?:[0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/;
const KEY_ID_CHARACTERS = 8;

/** Throws ConfigError for one that is not 32 bytes, in hexadecimal digits or base64. */
export function readAuthenticatorKeys(texts: ReadonlyArray<string>): ReadonlyArray<AuthenticatorKey> {
  if (!texts.every((text) => KEY_TEXT.test(text)))
    throw new ConfigError("AUTHENTICATOR_KEYS: each key must be 32 bytes, as openssl rand -base64 32 prints");
  return texts.map((text) => {
    const bytes = Buffer.from(text, text.endsWith("=") ? "base64" : "hex");
    const name = createHash("sha256").update("authenticator key").update(bytes).digest("base64url");
    return { id: name.slice(0, KEY_ID_CHARACTERS), bytes };
  });
}

type SecretEnvironment = Readonly<{
  SESSION_SECRETS: ReadonlyArray<string>;
  PAYMENT_WEBHOOK_SECRETS: ReadonlyArray<string>;
  LOST_SECRETS: "refuse" | "replace";
}>;

export function readSecrets(environment: SecretEnvironment, dataDir: string) {
  const isGenerated = (list: ReadonlyArray<string>) => list.length === 0 || list[0] === "generated";
  // What lasts is signed with it: baskets, log-ins and links in emails.
  const hasOwnSession = !isGenerated(environment.SESSION_SECRETS);
  const generated =
    !hasOwnSession || isGenerated(environment.PAYMENT_WEBHOOK_SECRETS)
      ? generatedSecrets(dataDir, environment.LOST_SECRETS === "replace" || hasOwnSession)
      : null;
  return {
    session: pick("SESSION_SECRETS", environment.SESSION_SECRETS, () => generated?.().session),
    paymentWebhook: pick(
      "PAYMENT_WEBHOOK_SECRETS",
      environment.PAYMENT_WEBHOOK_SECRETS,
      () => generated?.().paymentWebhook,
    ),
  };
}

/** Given ones are checked at once. */
function pick(
  name: string,
  given: ReadonlyArray<string>,
  generated: () => string | undefined,
): () => ReadonlyArray<string> {
  let made: ReadonlyArray<string> | undefined;
  if (given.length === 0 || given[0] === "generated") return () => (made ??= [generated() ?? []].flat());
  if (given.some((secret) => secret.length < SECRET_MIN_CHARACTERS)) {
    throw new ConfigError(`${name}: each secret needs at least ${SECRET_MIN_CHARACTERS} characters`);
  }
  return () => given;
}
