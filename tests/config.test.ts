import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import { readConfig, SETTING_NAMES } from "#app/config.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const SECRET = "a-secret-that-is-long-enough-for-the-world";
const HTTPS = {
  ALLOWED_ORIGINS: "https://shop.example",
  SESSION_SECRETS: SECRET,
  PAYMENT_PROVIDER: "embedded",
  PAYMENT_WEBHOOK_SECRETS: SECRET,
};

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

/** What the shop makes of these settings in the data folder. */
const read = (settings: Readonly<Record<string, string>> = {}) =>
  readConfig({ DATA_DIR: dataDir, ...settings });

/** The settings are refused with `message`, in one line. */
function expectRefused(settings: Readonly<Record<string, string>>, message: RegExp): void {
  expect(() => read(settings)).toThrow(message);
  expect(() => read(settings)).toThrow(/^[^\n]+$/);
}

test("an empty environment starts a shop on this machine", () => {
  const config = read();

  expect(config).toMatchObject({
    environment: "production",
    port: 3000,
    origin: "http://localhost:3000",
    origins: ["http://localhost:3000", "http://127.0.0.1:3000"],
    isHttps: false,
    databaseUrl: null,
    smtpUrl: null,
    trustedProxyHops: 0,
    rateLimitScale: 1,
    passwords: { breachOrigin: null },
  });
  expect(config.sessionSecrets[0]?.length).toBeGreaterThanOrEqual(32);
});

test("keys for authenticator apps are 32 bytes in base64 or hexadecimal digits, and anything else stops the start", () => {
  const [base64, hex] = [Buffer.alloc(32, 1).toString("base64"), "ab".repeat(32)];

  const [first, second] = read({ AUTHENTICATOR_KEYS: `${base64}, ${hex}` }).authenticatorKeys;

  expect([first?.bytes, second?.bytes]).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 0xab)]);
  expect(first?.id).not.toBe(second?.id);
  expect(read().authenticatorKeys).toEqual([]);
  for (const wrong of [base64.slice(1), `${base64},short`, hex.slice(2), "a secret that somebody made up 12"])
    expectRefused({ AUTHENTICATOR_KEYS: wrong }, /^AUTHENTICATOR_KEYS: each key must be 32 bytes/);
});

test("generated secrets persist across starts and are readable by their owner only", () => {
  const first = read();
  const second = read();

  expect(second.sessionSecrets).toEqual(first.sessionSecrets);
  expect(second.paymentWebhookSecrets).not.toEqual(second.sessionSecrets);
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("whoever asks for no secret makes none", () => {
  const config = read();

  expect(existsSync(join(dataDir, "secrets.json"))).toBe(false);
  expect(config.paymentWebhookSecrets).toHaveLength(1);
  expect(existsSync(join(dataDir, "secrets.json"))).toBe(true);
});

test("empty settings count as missing", () => {
  expect(read({ PORT: "", ALLOWED_ORIGINS: " ", SMTP_URL: "", DATABASE_URL: "" }).port).toBe(3000);
});

test("rotated secrets sign with the first and verify with all", () => {
  expect(read({ SESSION_SECRETS: `${SECRET}-new, ${SECRET}-old` }).sessionSecrets).toEqual([
    `${SECRET}-new`,
    `${SECRET}-old`,
  ]);
});

test("an https shop with all required settings starts", () => {
  const config = read(HTTPS);

  expect([config.isHttps, config.origin]).toEqual([true, "https://shop.example"]);
});

test("an https shop may use generated secrets when a setting allows it", () => {
  expect(read({ ...HTTPS, SESSION_SECRETS: "generated" }).sessionSecrets).toHaveLength(1);
});

test.each<[string, Record<string, string>, RegExp]>([
  ["a port out of range", { PORT: "70000" }, /^PORT: /],
  [
    "an origin with a path",
    { ALLOWED_ORIGINS: "https://shop.example/shop" },
    /^ALLOWED_ORIGINS: "https:\/\/shop\.example\/shop"/,
  ],
  ["an origin without a scheme", { ALLOWED_ORIGINS: "shop.example" }, /^ALLOWED_ORIGINS: /],
  ["an origin of another scheme", { ALLOWED_ORIGINS: "ftp://shop.example" }, /^ALLOWED_ORIGINS: /],
  ["a short secret", { SESSION_SECRETS: "short" }, /^SESSION_SECRETS: /],
  ["a short old secret", { SESSION_SECRETS: `${SECRET},short` }, /^SESSION_SECRETS: /],
  ["a short webhook secret", { PAYMENT_WEBHOOK_SECRETS: "short" }, /^PAYMENT_WEBHOOK_SECRETS: /],
  ["an https shop without secrets", { ...HTTPS, SESSION_SECRETS: "" }, /^SESSION_SECRETS: /],
  ["an https shop without a payment provider", { ...HTTPS, PAYMENT_PROVIDER: "" }, /^PAYMENT_PROVIDER: /],
  ["another database", { DATABASE_URL: "mysql://localhost/shop" }, /^DATABASE_URL: /],
  ["an invalid mail server", { SMTP_URL: "mail.example" }, /^SMTP_URL: /],
  ["a negative number of proxies", { TRUSTED_PROXY_HOPS: "-1" }, /^TRUSTED_PROXY_HOPS: /],
  ["no rate at all", { RATE_LIMIT_SCALE: "0" }, /^RATE_LIMIT_SCALE: /],
  ["an image host with a scheme", { IMAGE_DOMAINS: "https://cdn.example" }, /^IMAGE_DOMAINS: "https/],
  ["any image host", { IMAGE_DOMAINS: "cdn.example,*.example" }, /^IMAGE_DOMAINS: "\*\.example"/],
  ["a number as an image host", { IMAGE_DOMAINS: "127.0.0.1" }, /^IMAGE_DOMAINS: "127\.0\.0\.1"/],
  ["an image host on this machine", { IMAGE_DOMAINS: "localhost" }, /^IMAGE_DOMAINS: "localhost"/],
  ["a transformation service without a cloud", { IMAGE_PROVIDER: "cloudinary" }, /^CLOUDINARY_CLOUD: /],
  [
    "a transformation service that cannot reach the shop",
    { IMAGE_PROVIDER: "cloudinary", CLOUDINARY_CLOUD: "demo" },
    /^CLOUDINARY_FOLDER: /,
  ],
  ["a cloud that is a path", { CLOUDINARY_CLOUD: "demo/../x" }, /^CLOUDINARY_CLOUD: /],
  ["a service that is an address", { CLOUDINARY_HOST: "https://cdn.example/" }, /^CLOUDINARY_HOST: /],
  ["a folder that leads upwards", { CLOUDINARY_FOLDER: "../shop" }, /^CLOUDINARY_FOLDER: /],
  ["a short secret for images", { CLOUDINARY_SIGNING_SECRET: "x" }, /^CLOUDINARY_SIGNING_SECRET: /],
  [
    "a password service that is called without TLS",
    { PASSWORD_BREACH_CHECK: "hibp", PASSWORD_BREACH_URL: "http://leaks.example" },
    /^PASSWORD_BREACH_URL: must be an https/,
  ],
  [
    "a list of addresses without a key",
    { ADDRESS_LOOKUP: "ideal-postcodes" },
    /^ADDRESS_LOOKUP_KEY: .*needs a key/,
  ],
  [
    "a list of addresses that is called without TLS",
    { ADDRESS_LOOKUP: "ideal-postcodes", ADDRESS_LOOKUP_KEY: "k", ADDRESS_LOOKUP_URL: "http://post.example" },
    /^ADDRESS_LOOKUP_URL: must be an https/,
  ],
])("%s is refused with one line that names the setting", (_, settings, message) => {
  expectRefused(settings, message);
});

test("a damaged secrets file is refused by name and not replaced", () => {
  writeFileSync(join(dataDir, "secrets.json"), "{");

  expect(() => read()).toThrow("secrets.json");
  expect(readFileSync(join(dataDir, "secrets.json"), "utf8")).toBe("{");
});

test("a data folder that cannot be created is refused by name", () => {
  const file = join(dataDir, "a-file");
  writeFileSync(file, "");

  expect(() => readConfig({ DATA_DIR: join(file, "data") })).toThrow(/^DATA_DIR: /);
});

test("a data folder below /proc, where Node's own mkdirSync never returns, is refused by name", () => {
  expect(() => readConfig({ DATA_DIR: "/proc/1/nope" })).toThrow(/^DATA_DIR: .*\/proc\/1\/nope/);
});

test.each([
  ["that is not there", "nowhere"],
  ["that is a file", "a-file"],
])("an image folder %s is refused by name", (_, name) => {
  writeFileSync(join(dataDir, "a-file"), "");

  expect(() => read({ IMAGE_DIR: join(dataDir, name) })).toThrow(
    `IMAGE_DIR: ${join(dataDir, name)} is no folder`,
  );
});

describe("secrets.json is missing", () => {
  const secretsFile = () => join(dataDir, "secrets.json");

  function makeDatabase(rows: string) {
    const database = new SqliteDatabase(join(dataDir, "shop.db"));
    database.exec("CREATE TABLE orders (id); CREATE TABLE carts (id); CREATE TABLE customers (id);");
    database.exec(rows);
    database.close();
  }

  test.each(["orders", "carts", "customers"])(
    "beside a database with %s the start is refused, and no secrets are created",
    (table) => {
      makeDatabase(`INSERT INTO ${table} VALUES (1)`);

      expectRefused({}, /^DATA_DIR: .*secrets\.json is missing.*backup.*LOST_SECRETS=replace$/);
      expect(existsSync(secretsFile())).toBe(false);
    },
  );

  test("with LOST_SECRETS new secrets are created, and the next start does not need it", () => {
    makeDatabase("INSERT INTO orders VALUES (1)");

    const first = read({ LOST_SECRETS: "replace" }).sessionSecrets;

    expect(read().sessionSecrets).toEqual(first);
  });

  test.each([
    ["a database that nobody has used", () => makeDatabase("")],
    ["a file that is no database", () => copyFileSync("package.json", join(dataDir, "shop.db"))],
  ])("beside %s secrets are created", (_, make) => {
    make();

    expect(read().sessionSecrets).toHaveLength(1);
  });

  test("with the owner's own secrets the file is not needed", () => {
    makeDatabase("INSERT INTO orders VALUES (1)");
    const own = { SESSION_SECRETS: SECRET, PAYMENT_WEBHOOK_SECRETS: SECRET };

    expect(read(own).sessionSecrets).toEqual([SECRET]);
  });
});

test("every setting is documented in .env.example", () => {
  const example = readFileSync(join(import.meta.dirname, "../.env.example"), "utf8");
  const names = SETTING_NAMES.filter((name) => name !== "NODE_ENV");

  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(example, name).toMatch(new RegExp(`^(?:# )?${name}=`, "m"));
});

test("a copy of .env.example changes nothing that the systemd unit and the image set", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
  const pairsOf = (text: string) =>
    new Map([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]));
  const example = pairsOf(read(".env.example").replaceAll(/^#.*$/gm, ""));
  const [, unit = ""] = /^Environment=(.+)$/m.exec(read("deploy/shop.service")) ?? [];
  const [, image = ""] = /^ENV (.+)$/m.exec(read("deploy/Dockerfile")) ?? [];

  expect([unit, image].join()).toMatch(/DATA_DIR=.+DATA_DIR=/);
  for (const [name, value] of [...pairsOf(unit), ...pairsOf(image)])
    expect(example.get(name) ?? value, name).toBe(value);
});

const ALGOLIA = { SEARCH_PROVIDER: "algolia" };
const MEILISEARCH = { SEARCH_PROVIDER: "meilisearch" };
const STRAPI = { CONTENT_PROVIDER: "strapi" };

test.each<[Record<string, string>, RegExp]>([
  [ALGOLIA, /^SEARCH_APP_ID: SEARCH_PROVIDER=algolia needs the application's id$/],
  [{ ...ALGOLIA, SEARCH_APP_ID: "X1" }, /^SEARCH_KEY: .* needs a key that may search$/],
  [MEILISEARCH, /^SEARCH_URL: .* needs the address of the server$/],
  [{ ...MEILISEARCH, SEARCH_URL: "http://m:7700", SEARCH_KEY: "k" }, /^SEARCH_WRITE_KEY: /],
  [{ SEARCH_URL: "http://m:7700/path" }, /^SEARCH_URL: must be an http/],
  [STRAPI, /^STRAPI_URL: CONTENT_PROVIDER=strapi needs the address of the server$/],
  [{ ...STRAPI, STRAPI_URL: "http://cms:1337" }, /^STRAPI_TOKEN: .* needs a read-only API token$/],
  [{ STRAPI_URL: "http://cms:1337/api" }, /^STRAPI_URL: must be an http/],
  [{ STRAPI_TOKEN: "short" }, /^STRAPI_TOKEN: must have at least 16 characters$/],
  [{ STRAPI_VERSION: "3" }, /^STRAPI_VERSION: must be 4 or 5, not "3"$/],
])(
  "a setting of search or content that is missing or wrong is refused with one line: %o",
  (settings, line) => {
    expectRefused(settings, line);
  },
);

test("SEARCH_PROVIDER selects a hosted search", () => {
  const keys = { SEARCH_KEY: "s", SEARCH_WRITE_KEY: "w", SEARCH_INDEX: "shop" };

  expect(read().search).toEqual({ provider: "embedded" });
  expect(read({ ...ALGOLIA, SEARCH_APP_ID: "X1", ...keys }).search).toEqual({
    provider: "algolia",
    appId: "X1",
    url: null,
    searchKey: "s",
    writeKey: "w",
    indexName: "shop",
  });
});

test("CONTENT_PROVIDER selects a content server", () => {
  const token = "a-read-only-token";
  const strapi = { CONTENT_PROVIDER: "strapi", STRAPI_URL: "http://cms:1337/", STRAPI_TOKEN: token };

  expect(read().content).toEqual({ provider: "embedded" });
  expect(read(strapi).content).toEqual({
    provider: "strapi",
    url: "http://cms:1337",
    token,
    version: null,
  });
  expect(read({ ...strapi, STRAPI_VERSION: "5" }).content).toMatchObject({
    version: 5,
  });
});

const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_51abcdefghij",
  STRIPE_WEBHOOK_SECRETS: "whsec_new-secret-1234, whsec_old-secret-1234",
};
const LIVE = { ...HTTPS, PAYMENT_PROVIDER: "", ...STRIPE, STRIPE_SECRET_KEY: "rk_live_51abcdefghij" };

test("a secret key and a webhook secret configure Stripe, and allow redirects to its payment page", () => {
  const config = read(LIVE);

  expect(config.payment).toEqual({
    provider: "stripe",
    secretKey: "rk_live_51abcdefghij",
    isLive: true,
    webhookSecrets: ["whsec_new-secret-1234", "whsec_old-secret-1234"],
    apiBase: "https://api.stripe.com",
    pageOrigin: "https://checkout.stripe.com",
  });
});

test("a Stripe account's own payment domain is an allowed redirect, and no other is", () => {
  const config = read({ ...LIVE, STRIPE_PAGE_ORIGIN: "https://pay.shop.example" });

  expect(config.payment).toMatchObject({
    apiBase: "https://api.stripe.com",
    pageOrigin: "https://pay.shop.example",
  });
});

test.each(["pay.shop.example", "http://pay.shop.example", "https://pay.shop.example/c", "https://"])(
  "%s is refused as the origin of a payment page",
  (origin) => {
    expect(() => read({ ...LIVE, STRIPE_PAGE_ORIGIN: origin })).toThrow(/^STRIPE_PAGE_ORIGIN: must be/);
  },
);

test("Stripe's keys have no effect in a shop that selects the embedded provider", () => {
  const config = read({ ...STRIPE, PAYMENT_PROVIDER: "embedded" });

  expect(config.payment).toEqual({ provider: "embedded", pageOrigin: null });
});

test("a local server may stand in for Stripe, with a test key", () => {
  const base = "http://127.0.0.1:4410";

  const { payment } = read({ ...STRIPE, STRIPE_API_BASE: base });

  expect(payment).toMatchObject({ apiBase: base, pageOrigin: base });
});

const KEY = "STRIPE_SECRET_KEY";
const LOCAL_KEY = { ...LIVE, ALLOWED_ORIGINS: "http://localhost:3000" };

test.each<[string, Record<string, string>, name: string, value: string, words: string]>([
  ["no key", { ...STRIPE, PAYMENT_PROVIDER: "stripe" }, KEY, "", "needs"],
  ["a publishable key", STRIPE, KEY, "pk_test_51abcdefghij", "publishable"],
  ["a webhook secret as a key", STRIPE, KEY, "whsec_abcdefghijkl", "webhook"],
  ["a key cut short", STRIPE, KEY, "sk_test_", "begins with"],
  ["a live key without https", LOCAL_KEY, KEY, LIVE.STRIPE_SECRET_KEY, "https"],
  [
    "a live key in development",
    { ...LIVE, NODE_ENV: "development" },
    KEY,
    LIVE.STRIPE_SECRET_KEY,
    "production",
  ],
  ["a live key for another address", LIVE, "STRIPE_API_BASE", "http://127.0.0.1:9", ""],
  ["another machine", STRIPE, "STRIPE_API_BASE", "https://stripe.example", "this machine"],
  ["an address with a path", STRIPE, "STRIPE_API_BASE", "http://localhost/v1", ""],
  ["no webhook secret", STRIPE, "STRIPE_WEBHOOK_SECRETS", "", "needs"],
  [
    "a secret of another kind",
    STRIPE,
    "STRIPE_WEBHOOK_SECRETS",
    "whsec_new-secret-1234,sk_test_51abcdefghij",
    "whsec_",
  ],
])("Stripe with %s is refused with one line that repeats no key", (_, settings, name, value, words) => {
  const changed = { ...settings, [name]: value };

  expectRefused(changed, new RegExp(`^${name}: .*${words}`));
  expect(() => read(changed)).not.toThrow(/51abcdefghij|new-secret/);
});

test("marketing is embedded until a setting selects Omnisend, with its key", () => {
  const key = { OMNISEND_API_KEY: "a-key-of-the-store" };
  const v5 = { MARKETING_PROVIDER: "omnisend", ...key };
  const v3 = { MARKETING_PROVIDER: "omnisend-v3", ...key };
  const local = { OMNISEND_API_BASE: "http://127.0.0.1:4310/v3/" };

  expect(read().marketing).toEqual({ provider: "embedded" });
  expect(read(v5).marketing).toMatchObject({ apiBase: "https://api.omnisend.com/api" });
  expect(read(v3).marketing).toMatchObject({ apiBase: "https://api.omnisend.com/v3" });
  expect(read({ ...v3, ...local }).marketing).toMatchObject({ apiBase: "http://127.0.0.1:4310/v3" });
  expectRefused({ ...v5, OMNISEND_API_KEY: "" }, /^OMNISEND_API_KEY: MARKETING_PROVIDER/);
  expectRefused(key, /^MARKETING_PROVIDER: OMNISEND_API_KEY is set/);
  expectRefused({ ...v5, OMNISEND_API_KEY: "with spaces in it" }, /^OMNISEND_API_KEY: must be/);
  expectRefused({ ...v5, OMNISEND_API_BASE: "http://api.example.com" }, /^OMNISEND_API_BASE: only https/);
});

test("PostgreSQL timeouts can be set, and its TLS modes verify what their names say", () => {
  const url = "postgres://shop@db.example/shop?sslmode=verify-full";
  const caFile = join(dataDir, "ca.pem");
  writeFileSync(caFile, "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n");

  expect(read().postgres).toEqual({
    poolMax: 10,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 5_000,
    lockTimeoutMs: 2_000,
    idleTransactionTimeoutMs: 10_000,
    ca: null,
    replica: null,
  });
  expect(
    read({
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: url,
      DATABASE_REPLICA_LAG_SECONDS: "2",
      DATABASE_CA_FILE: caFile,
      DATABASE_POOL_MAX: "25",
    }).postgres,
  ).toMatchObject({ poolMax: 25, ca: { file: caFile }, replica: { url, lagMaxMs: 2_000 } });
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "an sslmode that may mean nothing",
    { DATABASE_URL: "postgres://db/shop?sslmode=prefer" },
    /sslmode "prefer"/,
  ],
  [
    "a replica of nothing",
    { DATABASE_REPLICA_URL: "postgres://db/shop" },
    /^DATABASE_REPLICA_URL: .*DATABASE_URL/,
  ],
  [
    "authorities that are not there",
    { DATABASE_CA_FILE: "/nowhere.pem" },
    /^DATABASE_CA_FILE: .*cannot be read/,
  ],
  ["authorities that are none", { DATABASE_CA_FILE: "package.json" }, /^DATABASE_CA_FILE: .*no certificate/],
  ["a pool of none", { DATABASE_POOL_MAX: "0" }, /^DATABASE_POOL_MAX/],
  ["an admission limit of none", { LOAD_SHEDDING_MAX_CONCURRENT: "0" }, /^LOAD_SHEDDING_MAX_CONCURRENT/],
])("%s is refused", (_, environment, message) => {
  expectRefused(environment, message);
});
