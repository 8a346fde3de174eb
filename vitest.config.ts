import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { filesOf, type Part, type Project } from "./tests/support/checks/test-projects.ts";

/** Vitest leaves one core free, which on a machine with two is half of it. */
const WORKERS = Math.max(2, availableParallelism());

/** Set by scripts/test.ts. Without it every file belongs to the run. */
const part = partNamed(process.env["TEST_PART"]);

function partNamed(name: string | undefined): Part | null {
  if (name === undefined || name === "quick" || name === "rest") return name ?? null;
  throw new Error(`TEST_PART is quick or rest, not ${name}`);
}

/** `name` is the project's; its files are those of the part that runs. */
const of = (name: Project) => ({ name, include: [...filesOf(name, part)] });

/**
 * Files that wait for servers and browsers leave a core idle half the time. The number stands in the project: Vitest
 * ignores --maxWorkers where the configuration names one. Projects with another number need a group of their own.
 */
const waiting = { maxWorkers: 2 * WORKERS, sequence: { groupOrder: 2 } };

const shared = {
  globalSetup: ["tests/support/shops/run-folder.ts"],
  setupFiles: ["tests/support/shops/setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: 0,
  // What a test waits for comes late on a busy machine; Vitest's own limit is a second.
  expect: { poll: { timeout: 30_000 } },
};

/** Files share the modules that they load, which takes two thirds of their time. */
const sharing = {
  ...shared,
  isolate: false,
  setupFiles: [...shared.setupFiles, "tests/support/shops/restore-settings.ts"],
};

/** Every file has a database of its own. */
const withDatabase = {
  ...sharing,
  setupFiles: [...sharing.setupFiles, "tests/support/shops/database-setup.ts"],
};

const onPostgres = {
  ...withDatabase,
  globalSetup: [...shared.globalSetup, "tests/support/shops/run-databases.ts"],
  env: { TEST_ENGINE: "postgres" },
};

/** Costs of hashes are for attackers. The file says what it replaces. */
const quickHashes = {
  alias: {
    "@node-rs/argon2": fileURLToPath(new URL("tests/support/shops/quick-argon2.ts", import.meta.url)),
  },
};

export default defineConfig({
  esbuild: { jsx: "automatic" },
  test: {
    maxWorkers: WORKERS,
    projects: [
      // They keep nothing outside themselves, so files share the modules that they load.
      { extends: true, test: { ...shared, ...of("unit"), isolate: false } },
      { extends: true, test: { ...shared, ...of("own-modules") } },
      { extends: true, test: { ...sharing, ...of("plain") } },
      {
        extends: true,
        resolve: quickHashes,
        test: { ...withDatabase, ...of("sqlite"), env: { TEST_ENGINE: "sqlite" } },
      },
      { extends: true, resolve: quickHashes, test: { ...onPostgres, ...of("postgres") } },
      // After the files on SQLite, whose statements it reads.
      {
        extends: true,
        resolve: quickHashes,
        test: { ...onPostgres, ...of("statements"), sequence: { groupOrder: 1 } },
      },
      {
        // The built shop under stock remix-serve, spoken to over real sockets. Files share modules, as below.
        extends: true,
        test: {
          ...shared,
          ...waiting,
          ...of("server"),
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The built shop in a real browser. What the files import keeps nothing, so they share the modules that they
        // load: a third of what a short file takes.
        extends: true,
        test: {
          ...shared,
          ...waiting,
          ...of("e2e"),
          isolate: false,
          // Against what hangs. A test of forty pages takes minutes where six others share two cores.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
