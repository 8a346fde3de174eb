/**
 * Which project of vitest.config.ts runs a test file, and in which of the two parts: "quick" is `npm test`, "rest" is
 * `npm run test:rest`. A file that asks tests/support/test-part.ts for its rows is in both.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Project =
  "unit" | "own-modules" | "plain" | "sqlite" | "postgres" | "statements" | "server" | "e2e";

export type Part = "quick" | "rest";

/** Rules and components: no build, no database, no other process. */
const UNIT = /^tests\/(?:models|components|hooks)\//;
const WITH_DATABASE = /\.db\.test\.tsx?$/;
/** They read what the files on SQLite have recorded. */
const STATEMENTS: ReadonlyArray<string> = [
  "tests/db/statement-plans.test.ts",
  "tests/db/statements-on-postgres.test.ts",
];
/**
 * Calls that replace or reload modules, or load them once the environment is set: another file of the same worker would
 * get the same ones.
 */
const LOADS_ITS_OWN_MODULES =
  /\bvi\.(?:mock|doMock|resetModules)\(|\bawait import\(|\buse(?:OwnModules|ShopBesideServer)\(/;
const ASKS_FOR_ITS_ROWS = /"#tests\/support\/test-part\.ts"/;

/**
 * Run on PostgreSQL in the quick part too, although the project "statements" has it prepare every statement: locks,
 * races, search, numbers, migrations, and what reads the database's own errors and tables.
 */
const QUICK_ON_POSTGRES: ReadonlyArray<string> = [
  "tests/db/edited-products.db.test.ts",
  "tests/db/email-forms.db.test.ts",
  "tests/db/leases.db.test.ts",
  "tests/db/order-email-keys.db.test.ts",
  "tests/db/migrations.db.test.ts",
  "tests/db/periodic-work.db.test.ts",
  "tests/db/prepared.db.test.ts",
  "tests/db/price-history.db.test.ts",
  "tests/db/price-lists.db.test.ts",
  "tests/db/rate-limits.db.test.ts",
  "tests/db/statistics.db.test.ts",
  "tests/models/cart/cart.db.test.ts",
  "tests/models/cart/merge.db.test.ts",
  "tests/models/cart/waiting-order.db.test.ts",
  "tests/models/catalogue/inventory/stock.db.test.ts",
  "tests/models/checkout/checkout.db.test.ts",
  "tests/models/customer/customer.db.test.ts",
  "tests/models/customer/session.db.test.ts",
  "tests/models/desk/files/catalogue-imports.db.test.ts",
  "tests/models/desk/orders/order-steps.db.test.ts",
  "tests/models/desk/stock.db.test.ts",
  "tests/models/gift-list/claims.db.test.ts",
  "tests/models/jobs/job-end.db.test.ts",
  "tests/models/jobs/outbox.db.test.ts",
  "tests/models/listing/filter.db.test.ts",
  "tests/models/marketing/rate-limiter.db.test.ts",
  "tests/models/order/document-numbers.db.test.ts",
  "tests/models/order/fulfilment.db.test.ts",
  "tests/models/order/invariants/invariants.db.test.ts",
  "tests/models/order/payment/basket-payment.db.test.ts",
  "tests/models/order/payment/late-money.db.test.ts",
  "tests/models/order/payment/settlement.db.test.ts",
  "tests/models/order/refunds/refund-left.db.test.ts",
  "tests/models/order/refunds/refunded-stock.db.test.ts",
  "tests/models/coupon/coupon.db.test.ts",
  "tests/models/search/queries.db.test.ts",
  "tests/models/search/search-answers.db.test.ts",
  "tests/models/shipping/shipping.db.test.ts",
  "tests/models/stock-alert/stock-alert.db.test.ts",
  "tests/models/store/change-settings.db.test.ts",
  "tests/routes/api.db.test.ts",
  "tests/routes/payments-stripe.db.test.ts",
  "tests/services/search-index.db.test.ts",
  "tests/services/search-marks.db.test.ts",
  "tests/services/search.db.test.ts",
];

/** Over sockets and in a browser: what sells, and what keeps shoppers apart. */
const QUICK_ON_THE_BUILT_SHOP: ReadonlyArray<string> = [
  "tests/e2e/search.test.ts",
  "tests/server/access-matrix.test.ts",
  "tests/server/api.test.ts",
  "tests/server/currencies.test.ts",
  "tests/server/desk-files.test.ts",
  "tests/server/enumeration.test.ts",
  "tests/server/error-pages.test.ts",
  "tests/server/forms-without-origin.test.ts",
  "tests/server/guard.test.ts",
  "tests/server/https-cookies.test.ts",
  "tests/server/images.test.ts",
  "tests/server/outside-services.test.ts",
  "tests/server/response-cache.test.ts",
  "tests/server/session-replay.test.ts",
  "tests/server/speculation.test.ts",
  "tests/server/stored-parts.test.ts",
  "tests/server/visitor-cache.test.ts",
  "tests/server/withdrawal.test.ts",
];

/** They take long: other processes, other programs, every regular expression. */
const LONG: ReadonlyArray<string> = [
  "tests/architecture/patterns.test.ts",
  "tests/db/copy-database.db.test.ts",
  "tests/db/pooler.test.ts",
  "tests/db/postgres-connection.test.ts",
  "tests/db/postgres-pair.test.ts",
  "tests/db/replica.test.ts",
  "tests/db/worker-kill.test.ts",
  "tests/http/server/sockets.test.ts",
  "tests/scripts/copy-database.test.ts",
  "tests/scripts/recipes.test.ts",
  "tests/scripts/server-hangs-up.test.ts",
  "tests/scripts/shop.test.ts",
  "tests/scripts/supervisor.test.ts",
  "tests/services/outgoing/neighbours.test.ts",
];

const ALL = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join("tests", name))
  .sort();

const texts = new Map(ALL.map((file) => [file, readFileSync(file, "utf8")]));

/** The test files of `project`: those of `part`, or all of them. */
export function filesOf(project: Project, part: Part | null): ReadonlyArray<string> {
  return ALL.filter((file) => projectsOf(file).includes(project) && isInPart(file, project, part));
}

function projectsOf(file: string): ReadonlyArray<Project> {
  if (STATEMENTS.includes(file)) return ["statements"];
  if (file.startsWith("tests/server/")) return ["server"];
  if (file.startsWith("tests/e2e/")) return ["e2e"];
  if (WITH_DATABASE.test(file)) return ["sqlite", "postgres"];
  if (LOADS_ITS_OWN_MODULES.test(textOf(file))) return ["own-modules"];
  return [UNIT.test(file) ? "unit" : "plain"];
}

function isInPart(file: string, project: Project, part: Part | null): boolean {
  if (part === null) return true;
  // PostgreSQL has the rows of the rest.
  if (project !== "postgres" && asksForRows(textOf(file))) return true;
  return part === (isQuick(file, project) ? "quick" : "rest");
}

function isQuick(file: string, project: Project): boolean {
  if (project === "postgres") return QUICK_ON_POSTGRES.includes(file);
  if (project === "server" || project === "e2e") return QUICK_ON_THE_BUILT_SHOP.includes(file);
  return !LONG.includes(file);
}

function textOf(file: string): string {
  return texts.get(file) ?? "";
}

/** Only a test file may ask for its rows: a helper would take them away from a file that is in one part only. */
export function asksForRows(text: string): boolean {
  return ASKS_FOR_ITS_ROWS.test(text);
}

/** Files named above that do not exist. */
export function missingFiles(): ReadonlyArray<string> {
  return [...STATEMENTS, ...QUICK_ON_POSTGRES, ...QUICK_ON_THE_BUILT_SHOP, ...LONG].filter(
    (file) => !texts.has(file),
  );
}
