import { z } from "zod";

import {
  CONTENT_ENVIRONMENT,
  type ContentSettings,
  readContentSettings,
} from "./config/content-config.server.ts";
import {
  ADDRESS_ENVIRONMENT,
  type AddressLookupSettings,
  readAddressSettings,
} from "./config/address-config.server.ts";
import {
  ANALYTICS_ENVIRONMENT,
  type AnalyticsSettings,
  readAnalyticsSettings,
} from "./config/analytics-config.server.ts";
import {
  LOAD_SHEDDING_ENVIRONMENT,
  type LoadSheddingSettings,
  readLoadSheddingSettings,
} from "./config/load-shedding-config.server.ts";
import {
  DATABASE_ENVIRONMENT,
  type PostgresSettings,
  readPostgresSettings,
} from "./config/database-config.server.ts";
import {
  commaList,
  oneOf,
  processCount,
  wholeNumber,
  wrongSetting,
} from "./config/environment-values.server.ts";
import { ConfigError } from "./config/generated-secrets.server.ts";
import { checkHttps } from "./config/https-config.server.ts";
import { readDataDir, readImageDir } from "./config/folder-config.server.ts";
import { IMAGE_ENVIRONMENT, type ImageSettings, readImageSettings } from "./config/image-config.server.ts";
import {
  marketingEnvironment,
  type MarketingSettings,
  readMarketingSettings,
} from "./config/marketing-config.server.ts";
import {
  PAYMENT_ENVIRONMENT,
  type PaymentSettings,
  readPaymentSettings,
} from "./config/payment-config.server.ts";
import {
  PASSWORD_ENVIRONMENT,
  type BreachSettings,
  readPasswordSettings,
} from "./config/password-config.server.ts";
import { DESK_ENVIRONMENT, readDeskOrigin, readOrigins } from "./config/origin-config.server.ts";
import {
  readSharedCacheSettings,
  sharedCacheEnvironment,
  type SharedCacheSettings,
} from "./config/shared-cache-config.server.ts";
import { readSearchSettings, searchEnvironment, type SearchSettings } from "./config/search-config.server.ts";
import { type AuthenticatorKey, readAuthenticatorKeys, readSecrets } from "./config/secret-config.server.ts";
import { readTagSettings, TAG_ENVIRONMENT, type TagSettings } from "./config/tag-config.server.ts";

export type { LoadSheddingSettings } from "./config/load-shedding-config.server.ts";
export type { PostgresSettings } from "./config/database-config.server.ts";
export type { StrapiSettings } from "./config/content-config.server.ts";
export type { HostedAnalyticsSettings } from "./config/analytics-config.server.ts";
export type { PaymentSettings, StripeSettings } from "./config/payment-config.server.ts";
export type { OmnisendSettings } from "./config/marketing-config.server.ts";
export type { HostedCacheSettings } from "./config/shared-cache-config.server.ts";
export type { HostedSearchSettings } from "./config/search-config.server.ts";

const SCALE = "must be a number above 0, at most 10000";

const environmentSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: wholeNumber(3000, 1, 65535),
  HOST: z
    .string()
    .regex(/^[\w.:%-]*$/, "must be an address or a name of this machine")
    .default(""),
  WEB_CONCURRENCY: processCount,
  DATA_DIR: z.string().min(1).default("data"),
  IMAGE_DIR: z.string().min(1).default("content/imagery"),
  ...IMAGE_ENVIRONMENT,
  ...DATABASE_ENVIRONMENT,
  ALLOWED_ORIGINS: commaList,
  ...DESK_ENVIRONMENT,
  SESSION_SECRETS: commaList,
  AUTHENTICATOR_KEYS: commaList,
  TRUSTED_PROXY_HOPS: wholeNumber(0, 0, 10),
  ...PAYMENT_ENVIRONMENT,
  PAYMENT_WEBHOOK_SECRETS: commaList,
  LOST_SECRETS: z.enum(["refuse", "replace"]).default("refuse"),
  ...PASSWORD_ENVIRONMENT,
  ...ADDRESS_ENVIRONMENT,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, "must be an smtp:// or smtps:// address, or empty for files")
    .optional(),
  ...searchEnvironment,
  ...CONTENT_ENVIRONMENT,
  CART_RECOVERY_DELAY_HOURS: wholeNumber(4, 0, 336),
  ...TAG_ENVIRONMENT,
  ...ANALYTICS_ENVIRONMENT,
  ...marketingEnvironment,
  ...sharedCacheEnvironment,
  ...LOAD_SHEDDING_ENVIRONMENT,
  RATE_LIMIT_SCALE: z.coerce.number({ message: SCALE }).positive(SCALE).max(10_000, SCALE).default(1),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export const SETTING_NAMES: ReadonlyArray<string> = Object.keys(environmentSchema.shape);

type Environment = z.infer<typeof environmentSchema>;

export type Config = Readonly<{
  environment: Environment["NODE_ENV"];
  port: number;
  /** Address to listen on; empty means every interface. */
  host: string;
  processes: number;
  /** Absolute path of the folder that holds database, secrets, mail and image cache. */
  dataDir: string;
  imageDir: string;
  images: ImageSettings;
  /** PostgreSQL address, or null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  postgres: PostgresSettings;
  loadShedding: LoadSheddingSettings;
  /** Allowed origins, the first of which is the one that links in emails use. */
  origins: ReadonlyArray<string>;
  origin: string;
  /** The host of the desk, or null where it is at /desk of the shop's own. */
  deskOrigin: string | null;
  isHttps: boolean;
  /** Master secrets for cookies: the first signs, all verify. */
  sessionSecrets: ReadonlyArray<string>;
  /** For what authenticator apps share with the desk: the first encrypts, all decrypt. None: it is stored in clear. */
  authenticatorKeys: ReadonlyArray<AuthenticatorKey>;
  trustedProxyHops: number;
  payment: PaymentSettings;
  paymentWebhookSecrets: ReadonlyArray<string>;
  passwords: BreachSettings;
  addressLookup: AddressLookupSettings;
  /** SMTP address, or null for files in `dataDir`/mail. */
  smtpUrl: string | null;
  search: SearchSettings;
  content: ContentSettings;
  /** Hours after which an abandoned basket gets its email; 0 for none. */
  cartRecoveryDelayHours: number;
  tags: TagSettings;
  analytics: AnalyticsSettings;
  marketing: MarketingSettings;
  sharedCache: SharedCacheSettings;
  rateLimitScale: number;
  logLevel: Environment["LOG_LEVEL"];
}>;

/** Throws ConfigError with one line that names the variable and what is wrong. */
export function readConfig(source: Record<string, string | undefined>): Config {
  const environment = parseEnvironment(source);
  const dataDir = readDataDir(environment.DATA_DIR);
  const origins = readOrigins(environment);
  const origin = origins[0] ?? "";
  const isHttps = origin.startsWith("https:");
  if (isHttps) checkHttps(environment);
  const secrets = readSecrets(environment, dataDir);
  const payment = readPaymentSettings(environment, isHttps);
  return {
    environment: environment.NODE_ENV,
    port: environment.PORT,
    host: environment.HOST,
    processes: environment.WEB_CONCURRENCY,
    dataDir,
    imageDir: readImageDir(environment.IMAGE_DIR),
    images: readImageSettings(environment, origin),
    databaseUrl: environment.DATABASE_URL ?? null,
    postgres: readPostgresSettings(environment),
    loadShedding: readLoadSheddingSettings(environment),
    origins,
    origin,
    deskOrigin: readDeskOrigin(environment.DESK_ORIGIN, origins),
    isHttps,
    get sessionSecrets() {
      return secrets.session();
    },
    authenticatorKeys: readAuthenticatorKeys(environment.AUTHENTICATOR_KEYS),
    trustedProxyHops: environment.TRUSTED_PROXY_HOPS,
    payment,
    get paymentWebhookSecrets() {
      return secrets.paymentWebhook();
    },
    passwords: readPasswordSettings(environment),
    addressLookup: readAddressSettings(environment),
    smtpUrl: environment.SMTP_URL ?? null,
    search: readSearchSettings(environment),
    content: readContentSettings(environment),
    cartRecoveryDelayHours: environment.CART_RECOVERY_DELAY_HOURS,
    tags: readTagSettings(environment),
    analytics: readAnalyticsSettings(environment),
    marketing: readMarketingSettings(environment),
    sharedCache: readSharedCacheSettings(environment),
    rateLimitScale: environment.RATE_LIMIT_SCALE,
    logLevel: environment.LOG_LEVEL,
  };
}

function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environmentSchema.safeParse(given, { errorMap: oneOf });
  if (parsed.success) return parsed.data;
  const { path = [], message = "is wrong" } = parsed.error.issues[0] ?? {};
  const name = path.join(".");
  throw new ConfigError(wrongSetting(name, message, given[name] ?? ""));
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
