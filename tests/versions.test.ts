/** The registry's audit cannot be asked everywhere: what must not be installed is written down here. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";
import { expect, test } from "vitest";

type Lock = {
  packages: Record<
    string,
    { version?: string; hasInstallScript?: boolean; dev?: boolean; optional?: boolean }
  >;
};

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as Lock;

/** Versions of every copy of `name` in the lock file. */
function versionsOf(name: string): ReadonlyArray<string> {
  return Object.entries(lock.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([, { version = "" }]) => version);
}

function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split(/[.-]/).map(Number));
  const difference = (want ?? [])
    .map((number, index) => (have?.[index] ?? 0) - number)
    .find((number) => number !== 0);
  return (difference ?? 0) >= 0;
}

test.each([
  ["@remix-run/node", "2.17.5"],
  ["@remix-run/react", "2.17.5"],
  ["@remix-run/serve", "2.17.5"],
  ["@remix-run/server-runtime", "2.17.5"],
  ["@remix-run/router", "1.23.4"],
  ["react-router", "6.30.6"],
  ["react-router-dom", "6.30.6"],
  ["sharp", "0.35.0"],
])("every copy of %s is %s or newer", (name, least) => {
  expect(versionsOf(name).length).toBeGreaterThan(0);
  for (const version of versionsOf(name)) expect(isAtLeast(version, least), `${name} ${version}`).toBe(true);
});

test("SQLite is newer than the bug that could corrupt it", () => {
  const row = new SqliteDatabase(":memory:").prepare("SELECT sqlite_version() AS version").get() as {
    version: string;
  };

  expect(isAtLeast(row.version, "3.51.3"), row.version).toBe(true);
});

test("the risky features of Remix are off", async () => {
  const { default: options } = (await import("../remix.config.js")) as {
    default: { future: Record<string, boolean> };
  };

  expect(options.future["v3_singleFetch"]).toBe(false);
  expect(options.future["v3_lazyRouteDiscovery"]).toBe(false);
});

test("only known packages run a script of their own when they are installed", () => {
  // core-js, which posthog-js brings along, only prints a request for money; it is not among the scripts allowed to run.
  const known = [
    "better-sqlite3",
    "core-js",
    "esbuild",
    "fsevents",
    "@parcel/watcher",
    "sharp",
    "unrs-resolver",
  ];
  const running = Object.entries(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));

  expect(running.filter((name) => !known.includes(name))).toEqual([]);
});
