import { ConfigError } from "./generated-secrets.server.ts";
import { namedProvider } from "./payment-config.server.ts";

type HttpsEnvironment = Parameters<typeof namedProvider>[0] &
  Readonly<{ SESSION_SECRETS: ReadonlyArray<string> }>;

/** Throws ConfigError where secrets or the payment provider are not named. */
export function checkHttps(environment: HttpsEnvironment): void {
  if (environment.SESSION_SECRETS.length === 0) {
    throw new ConfigError(
      "SESSION_SECRETS: an https shop needs its own secret (openssl rand -base64 48), or the word generated",
    );
  }
  if (!namedProvider(environment)) {
    throw new ConfigError(
      "PAYMENT_PROVIDER: an https shop must name its payment provider; say embedded to use the test provider",
    );
  }
}
