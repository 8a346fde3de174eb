/** Which test files belong to the project "unit", whose files share the modules that they load. */

/** Rules and components: no build, no database, no other process. */
export const UNIT = [
  "tests/models/**/*.test.{ts,tsx}",
  "tests/components/**/*.test.{ts,tsx}",
  "tests/hooks/**/*.test.{ts,tsx}",
];

/** Calls that replace or reload modules: another file of the same worker would get the replaced ones. */
export const REPLACES_MODULES = /\bvi\.(?:mock|doMock|resetModules)\(/;

/** Files under UNIT that make such a call. They run in the project "own-modules", where files share none. */
export const WITH_OWN_MODULES = [
  "tests/components/scripts/analytics-mixpanel.test.ts",
  "tests/components/scripts/analytics-posthog.test.ts",
  "tests/models/cart/recovery-link.test.ts",
];

/** Tests with a database: on SQLite, and on PostgreSQL but for ROUTES_ON_SQLITE_ALONE. */
export const WITH_ENGINE = [
  "tests/models/**/*.db.test.ts",
  "tests/db/**/*.db.test.ts",
  "tests/services/**/*.db.test.ts",
  "tests/routes/**/*.db.test.{ts,tsx}",
  "tests/simulation/**/*.db.test.ts",
];

/**
 * Routes have no SQL and know no engine. These run only statements that other tests run on PostgreSQL too (compared by
 * their texts), and none of them is about a lock, a search or a value that only one engine refuses.
 */
export const ROUTES_ON_SQLITE_ALONE = [
  "tests/routes/analytics.db.test.ts",
  "tests/routes/catalogue-product.db.test.ts",
  "tests/routes/content/content.db.test.ts",
  "tests/routes/favourites.db.test.ts",
  "tests/routes/newsletter.db.test.ts",
  "tests/routes/reviews.db.test.ts",
  "tests/routes/orders.db.test.ts",
  "tests/routes/hostile-text.db.test.ts",
  "tests/routes/desk/whole-list.db.test.ts",
];
