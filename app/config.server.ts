/** The environment, read once: every setting of the shop, checked, with one clear line for each mistake. */
import { resolve } from "node:path";

import { z } from "zod";

import { CONTENT_ENVIRONMENT, type ContentSettings, readContentSettings } from "./content-config.server.ts";
import {
  ANALYTICS_ENVIRONMENT,
  type AnalyticsSettings,
  readAnalyticsSettings,
} from "./analytics-config.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";
import { IMAGE_ENVIRONMENT, type ImageSettings, readImageSettings } from "./image-settings.server.ts";
import {
  marketingEnvironment,
  type MarketingSettings,
  readMarketingSettings,
} from "./marketing-config.server.ts";
import {
  namedProvider,
  PAYMENT_ENVIRONMENT,
  type PaymentSettings,
  readPaymentSettings,
} from "./payment-config.server.ts";
import { readOrigins } from "./origin-config.server.ts";
import { readSearchSettings, searchEnvironment, type SearchSettings } from "./search-config.server.ts";
import { readSecrets } from "./secret-config.server.ts";
import { readTagSettings, TAG_ENVIRONMENT, type TagSettings } from "./tag-settings.server.ts";

export type { StrapiSettings } from "./content-config.server.ts";
export type { HostedAnalyticsSettings } from "./analytics-config.server.ts";
export type { PaymentSettings, StripeSettings } from "./payment-config.server.ts";
export type { OmnisendSettings } from "./marketing-config.server.ts";
export type { HostedSearchSettings } from "./search-config.server.ts";

const number = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

const environmentSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: number(3000, 1, 65535),
  HOST: z.string().default(""),
  DATA_DIR: z.string().min(1).default("data"),
  PICTURE_DIR: z.string().min(1).default("content/imagery"),
  ...IMAGE_ENVIRONMENT,
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be a postgres:// address, or empty for SQLite")
    .optional(),
  SHOP_ORIGINS: list,
  SESSION_SECRETS: list,
  TRUSTED_PROXY_HOPS: number(0, 0, 10),
  ...PAYMENT_ENVIRONMENT,
  PAYMENT_WEBHOOK_SECRETS: list,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, "must be an smtp:// or smtps:// address, or empty for files")
    .optional(),
  ...searchEnvironment,
  ...CONTENT_ENVIRONMENT,
  RECOVERY_LETTER_HOURS: number(4, 0, 336),
  ...TAG_ENVIRONMENT,
  ...ANALYTICS_ENVIRONMENT,
  ...marketingEnvironment,
  RATE_LIMIT_SCALE: z.coerce.number().positive().max(10_000).default(1),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

type Environment = z.infer<typeof environmentSchema>;

export type Config = Readonly<{
  environment: Environment["NODE_ENV"];
  port: number;
  /** Address to listen on; empty means every interface. */
  host: string;
  /** Absolute path of the folder that holds database, secrets, mail and picture cache. */
  dataDir: string;
  /** Absolute path of the folder that holds the original pictures. */
  pictureDir: string;
  images: ImageSettings;
  /** PostgreSQL address, or null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  /** Allowed origins, the first of which is the one that links in e-mails use. */
  origins: ReadonlyArray<string>;
  origin: string;
  isHttps: boolean;
  /** Master secrets for cookies: the first signs, all verify. */
  sessionSecrets: ReadonlyArray<string>;
  trustedProxyHops: number;
  payment: PaymentSettings;
  /** Origin of the payment page, to which browsers may follow a form; null when it is this shop. */
  paymentOrigin: string | null;
  /** Secrets for the embedded provider's webhooks: the first signs, all verify. */
  paymentWebhookSecrets: ReadonlyArray<string>;
  /** SMTP address, or null for files in `dataDir`/mail. */
  smtpUrl: string | null;
  search: SearchSettings;
  content: ContentSettings;
  /** Hours after which a basket that was left gets its letter; 0 for none. */
  recoveryLetterHours: number;
  tags: TagSettings;
  analytics: AnalyticsSettings;
  marketing: MarketingSettings;
  /** Every rate limit is multiplied by this. */
  rateLimitScale: number;
  logLevel: Environment["LOG_LEVEL"];
}>;

/** The settings in `source`. Throws ConfigError with one line that names the variable and what is wrong. */
export function readConfig(source: Record<string, string | undefined>): Config {
  const environment = parseEnvironment(source);
  const dataDir = resolve(environment.DATA_DIR);
  const origins = readOrigins(environment);
  const origin = origins[0] ?? "";
  const isHttps = origin.startsWith("https:");
  checkHttps(environment, isHttps);
  const secrets = readSecrets(environment, dataDir);
  const payment = readPaymentSettings(environment, isHttps);
  return {
    environment: environment.NODE_ENV,
    port: environment.PORT,
    host: environment.HOST,
    dataDir,
    pictureDir: resolve(environment.PICTURE_DIR),
    images: readImageSettings(environment, origin),
    databaseUrl: environment.DATABASE_URL ?? null,
    origins,
    origin,
    isHttps,
    sessionSecrets: secrets.session,
    trustedProxyHops: environment.TRUSTED_PROXY_HOPS,
    payment,
    paymentOrigin: payment.provider === "stripe" ? payment.pageOrigin : null,
    paymentWebhookSecrets: secrets.paymentWebhook,
    smtpUrl: environment.SMTP_URL ?? null,
    search: readSearchSettings(environment),
    content: readContentSettings(environment),
    recoveryLetterHours: environment.RECOVERY_LETTER_HOURS,
    tags: readTagSettings(environment),
    analytics: readAnalyticsSettings(environment),
    marketing: readMarketingSettings(environment),
    rateLimitScale: environment.RATE_LIMIT_SCALE,
    logLevel: environment.LOG_LEVEL,
  };
}

function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${issue?.path.join(".") ?? "environment"}: ${issue?.message ?? "is wrong"}`);
}

/** A shop that the world can reach over https must not run on what this machine made up by itself. */
function checkHttps(environment: Environment, isHttps: boolean) {
  if (!isHttps) return;
  const secrets = environment.SESSION_SECRETS;
  if (secrets.length === 0) {
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

/** The settings of this process. A mistake ends it with one line and exit code 1. */
export const config: Config = readOrExit();

function readOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Configuration: ${error.message}\n`);
    process.exit(1);
  }
}
