/** Every setting, whichever there are: a value that makes no sense is told in one line that names both. */

import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { readConfig, SETTING_NAMES } from "#app/config.server.ts";
import { ConfigError } from "#app/config/generated-secrets.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

/** Right for no setting, with a line break in it. */
const NONSENSE = "no such thing!\n2nd line";

/** Settings for which that makes sense, and what does not. */
const WRONG: Readonly<Record<string, string>> = { DATA_DIR: "/dev/null/no such thing!\n2nd line" };

/** Settings that count only beside another one. */
const BESIDE: Readonly<Record<string, Record<string, string>>> = {
  ANALYTICS_KEY: { ANALYTICS_PROVIDER: "posthog" },
  STRIPE_PAGE_ORIGIN: {
    STRIPE_SECRET_KEY: "sk_test_51abcdefghij",
    STRIPE_WEBHOOK_SECRETS: "whsec_secret-1234567",
  },
  STRIPE_WEBHOOK_SECRETS: { STRIPE_SECRET_KEY: "sk_test_51abcdefghij" },
};

/** Settings whose value must not be repeated, least of all in a log. */
const SECRETS = [
  "ADDRESS_LOOKUP_KEY",
  "ANALYTICS_KEY",
  "AUTHENTICATOR_KEYS",
  "CLOUDINARY_SIGNING_SECRET",
  "OMNISEND_API_KEY",
  "PAYMENT_WEBHOOK_SECRETS",
  "SEARCH_KEY",
  "SEARCH_WRITE_KEY",
  "SESSION_SECRETS",
  "SHARED_CACHE_TOKEN",
  "STRAPI_TOKEN",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRETS",
];

function refusalOf(environment: Readonly<Record<string, string>>): string {
  try {
    readConfig({ DATA_DIR: dataDir, ...environment });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return "accepted";
}

test.each(SETTING_NAMES)(
  "an invalid value of %s is refused with one line with its name and the value",
  (name) => {
    const refusal = refusalOf({ ...BESIDE[name], [name]: WRONG[name] ?? NONSENSE });

    expect(refusal).toMatch(new RegExp(`^${name}: .{10,}`));
    expect(refusal).not.toMatch(/[\n\r]/);
    if (SECRETS.includes(name)) expect(refusal).not.toContain("no such thing");
    else expect(refusal).toContain("no such thing! 2nd line");
    expect(refusal).not.toMatch(/\bnan\b|NaN|undefined|expected|received|invalid/i);
  },
);

const OWN = "x".repeat(40);

test.each<[string, Record<string, string>, boolean]>([
  ["nothing is set", {}, false],
  ["the session secrets are to be generated", { SESSION_SECRETS: "generated" }, false],
  ["those of test payments are its own", { PAYMENT_WEBHOOK_SECRETS: OWN }, false],
  ["the session secrets are its own", { SESSION_SECRETS: OWN }, true],
  ["all secrets are its own", { SESSION_SECRETS: OWN, PAYMENT_WEBHOOK_SECRETS: OWN }, true],
  ["they may be replaced", { LOST_SECRETS: "replace" }, true],
])(
  "without generated secrets beside a database in use, a shop opens only with secrets that last: %s",
  (_, settings, starts) => {
    const database = new SqliteDatabase(join(dataDir, "shop.db"));
    database.exec("CREATE TABLE orders (id TEXT); INSERT INTO orders VALUES ('one')");
    database.close();

    expect(refusalOf(settings)).toMatch(starts ? /^accepted$/ : /secrets\.json is missing/);
  },
);

const NUMBERS = new Map<string, string>([
  ["a word", "many"],
  ["less than any", "-100000000"],
  ["more than any", "100000000"],
]);

test.each([...NUMBERS])("%s is refused by every number, which names what it accepts", (_, value) => {
  const names = SETTING_NAMES.filter((name) => !name.endsWith("_DIR"));
  const refusals = names
    .map((name) => refusalOf({ [name]: value }))
    .filter((refusal) => refusal.includes("number"));

  expect(refusals.length).toBeGreaterThan(10);
  for (const refusal of refusals)
    expect(refusal).toMatch(
      new RegExp(
        `^[A-Z_]+: must be a (?:whole number from \\d+ to \\d+|number above 0, at most \\d+), not "${value}"$`,
      ),
    );
});
