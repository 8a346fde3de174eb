import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import {
  ROUTES_ON_SQLITE_ALONE,
  UNIT,
  WITH_ENGINE,
  WITH_OWN_MODULES,
} from "./tests/support/checks/test-projects.ts";

/** Vitest leaves one core free, which on a machine with two is half of it. Every file has a database of its own. */
const WORKERS = Math.max(2, availableParallelism());

/**
 * Files that wait for servers and browsers leave a core idle half the time. The number stands in the project: Vitest
 * ignores --maxWorkers where the configuration names one. Projects with another number need a group of their own.
 */
const waiting = { maxWorkers: 2 * WORKERS, sequence: { groupOrder: 1 } };

const shared = {
  globalSetup: ["tests/support/shops/run-folder.ts"],
  setupFiles: ["tests/support/shops/setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 0,
  // What a test waits for comes late on a busy machine; Vitest's own limit is a second.
  expect: { poll: { timeout: 30_000 } },
};

/**
 * Files with a database of their own. They share the modules that they load, which takes two thirds of their time;
 * the second setup file leaves settings as it found them.
 */
const withDatabase = {
  ...shared,
  isolate: false,
  setupFiles: [...shared.setupFiles, "tests/support/shops/database-setup.ts"],
};

/** Costs of hashes are for attackers. The file says what it replaces. */
const quickHashes = {
  alias: {
    "@node-rs/argon2": fileURLToPath(new URL("tests/support/shops/quick-argon2.ts", import.meta.url)),
  },
};

const WITH_DATABASE = ["tests/**/*.db.test.{ts,tsx}"];

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: UNIT,
          exclude: [...WITH_DATABASE, ...WITH_OWN_MODULES],
          // They keep nothing outside themselves, so files share the modules that they load.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "plain",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...UNIT, ...WITH_DATABASE, "tests/server/**", "tests/e2e/**"],
        },
      },
      {
        extends: true,
        test: { ...shared, name: "own-modules", include: WITH_OWN_MODULES },
      },
      {
        extends: true,
        resolve: quickHashes,
        test: { ...withDatabase, name: "sqlite", include: WITH_ENGINE, env: { TEST_ENGINE: "sqlite" } },
      },
      {
        extends: true,
        resolve: quickHashes,
        test: {
          ...withDatabase,
          name: "postgres",
          globalSetup: [...shared.globalSetup, "tests/support/shops/run-databases.ts"],
          include: WITH_ENGINE,
          exclude: ROUTES_ON_SQLITE_ALONE,
          env: { TEST_ENGINE: "postgres" },
        },
      },
      {
        // The built shop under stock remix-serve, spoken to over real sockets. Files share modules, as below.
        extends: true,
        test: {
          ...shared,
          ...waiting,
          name: "server",
          isolate: false,
          include: ["tests/server/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The built shop in a real browser; every file has a shop and a browser of its own. What they import keeps
        // nothing, so files share the modules that they load: a third of what a short file takes.
        extends: true,
        test: {
          ...shared,
          ...waiting,
          name: "e2e",
          isolate: false,
          include: ["tests/e2e/**/*.test.ts"],
          // Against what hangs. A test of forty pages takes minutes where six others share two cores.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
