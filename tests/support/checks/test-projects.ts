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
