import { ConfigError, generatedSecrets, SECRET_MIN_CHARACTERS } from "./generated-secrets.server.ts";

type SecretEnvironment = Readonly<{
  SESSION_SECRETS: ReadonlyArray<string>;
  PAYMENT_WEBHOOK_SECRETS: ReadonlyArray<string>;
  LOST_SECRETS: "refuse" | "replace";
}>;

export function readSecrets(environment: SecretEnvironment, dataDir: string) {
  const isGenerated = (list: ReadonlyArray<string>) => list.length === 0 || list[0] === "generated";
  const generated =
    isGenerated(environment.SESSION_SECRETS) || isGenerated(environment.PAYMENT_WEBHOOK_SECRETS)
      ? generatedSecrets(dataDir, environment.LOST_SECRETS === "replace")
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
