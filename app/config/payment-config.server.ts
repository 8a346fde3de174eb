import { z } from "zod";

import { commaList, isOwnMachine, serverAddress, shown } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

const STRIPE_API = "https://api.stripe.com";
const STRIPE_PAGES = "https://checkout.stripe.com";
/** Secret and restricted keys; the second word is the mode. */
const KEY = /^(?:sk|rk)_(test|live)_\w{10,}$/;
const WEBHOOK_SECRET = /^whsec_\S{10,}$/;

export const PAYMENT_ENVIRONMENT = {
  PAYMENT_PROVIDER: z.enum(["embedded", "stripe"]).optional(),
  STRIPE_SECRET_KEY: z.string().trim().optional(),
  STRIPE_WEBHOOK_SECRETS: commaList,
  STRIPE_API_BASE: serverAddress().optional(),
  STRIPE_PAGE_ORIGIN: z.string().trim().optional(),
};

type PaymentEnvironment = z.infer<z.ZodObject<typeof PAYMENT_ENVIRONMENT>> & Readonly<{ NODE_ENV: string }>;

export type StripeSettings = Readonly<{
  provider: "stripe";
  secretKey: string;
  isLive: boolean;
  /** Any of them may have signed an event: two while one is being replaced. */
  webhookSecrets: ReadonlyArray<string>;
  apiBase: string;
  /** Origin of the hosted payment pages; the embedded provider's are the shop's own, so its is null. */
  pageOrigin: string;
}>;

export type PaymentSettings = Readonly<{ provider: "embedded"; pageOrigin: null }> | StripeSettings;
type PaymentProviderName = PaymentSettings["provider"];

const READERS = {
  embedded: () => ({ provider: "embedded", pageOrigin: null }),
  stripe: readStripeSettings,
} as const satisfies Record<
  PaymentProviderName,
  (environment: PaymentEnvironment, isHttps: boolean) => PaymentSettings
>;

/** A Stripe key alone selects Stripe; null when nothing says which. */
export function namedProvider(environment: PaymentEnvironment): PaymentProviderName | null {
  return environment.PAYMENT_PROVIDER ?? (environment.STRIPE_SECRET_KEY ? "stripe" : null);
}

/** Errors never repeat the keys. */
export function readPaymentSettings(environment: PaymentEnvironment, isHttps: boolean): PaymentSettings {
  return READERS[namedProvider(environment) ?? "embedded"](environment, isHttps);
}

function readStripeSettings(environment: PaymentEnvironment, isHttps: boolean): StripeSettings {
  const secretKey = environment.STRIPE_SECRET_KEY ?? "";
  const isLive = modeOf(secretKey) === "live";
  if (isLive) checkLive(environment, isHttps);
  const own = ownBase(environment);
  return {
    provider: "stripe",
    secretKey,
    isLive,
    webhookSecrets: readWebhookSecrets(environment.STRIPE_WEBHOOK_SECRETS),
    apiBase: own ?? STRIPE_API,
    pageOrigin: ownPages(environment) ?? own ?? STRIPE_PAGES,
  };
}

function modeOf(key: string): string {
  if (key === "") throw new ConfigError("STRIPE_SECRET_KEY: PAYMENT_PROVIDER=stripe needs the secret key");
  if (key.startsWith("pk_"))
    throw new ConfigError(
      "STRIPE_SECRET_KEY: this is the publishable key; the secret one begins with sk_ or rk_",
    );
  if (key.startsWith("whsec_"))
    throw new ConfigError(
      "STRIPE_SECRET_KEY: this is a webhook secret; it belongs into STRIPE_WEBHOOK_SECRETS",
    );
  const mode = KEY.exec(key)?.[1];
  if (!mode)
    throw new ConfigError(
      "STRIPE_SECRET_KEY: a secret key begins with sk_test_, sk_live_, rk_test_ or rk_live_",
    );
  return mode;
}

function checkLive(environment: PaymentEnvironment, isHttps: boolean): void {
  if (environment.NODE_ENV !== "production")
    throw new ConfigError(
      "STRIPE_SECRET_KEY: a live key takes real money and is refused outside production; use a test key",
    );
  if (!isHttps)
    throw new ConfigError(
      "STRIPE_SECRET_KEY: a live key takes real money and needs an https address in ALLOWED_ORIGINS",
    );
  if (environment.STRIPE_API_BASE)
    throw new ConfigError("STRIPE_API_BASE: a live key is sent to Stripe only; leave this empty");
}

function ownBase({ STRIPE_API_BASE: base, NODE_ENV }: PaymentEnvironment): string | null {
  if (!base) return null;
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url?.origin !== base) throw new ConfigError(`STRIPE_API_BASE: ${shown(base)} is not an address`);
  if (NODE_ENV === "production" && !isOwnMachine(url.hostname))
    throw new ConfigError(
      "STRIPE_API_BASE: in production only this machine may stand in for Stripe; leave this empty",
    );
  return base;
}

function ownPages({ STRIPE_PAGE_ORIGIN: origin }: PaymentEnvironment): string | null {
  if (!origin) return null;
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || !origin.startsWith("https://"))
    throw new ConfigError(
      `STRIPE_PAGE_ORIGIN: must be the https:// address of the custom domain without a path, not ${shown(origin)}`,
    );
  return origin;
}

function readWebhookSecrets(secrets: ReadonlyArray<string>): ReadonlyArray<string> {
  if (secrets.length === 0)
    throw new ConfigError(
      "STRIPE_WEBHOOK_SECRETS: Stripe needs the signing secret of the webhook endpoint, or no payment is heard of",
    );
  if (secrets.some((secret) => !WEBHOOK_SECRET.test(secret)))
    throw new ConfigError("STRIPE_WEBHOOK_SECRETS: each begins with whsec_; commas stand between them");
  return secrets;
}
