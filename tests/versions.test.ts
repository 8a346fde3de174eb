/** The registry's audit cannot be asked everywhere: what must not be installed is written down here (docs/updating.md). */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

type Package = { version?: string; hasInstallScript?: boolean; dev?: boolean };
type Lock = { packages: Record<string, Package> };

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as Lock;

/** Every copy of `name` in the lock file. */
function copiesOf(name: string) {
  return Object.entries(lock.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([, entry]) => entry);
}

function versionsOf(name: string): ReadonlyArray<string> {
  return copiesOf(name).map(({ version = "" }) => version);
}

function isAtLeast(version: string, least: string): boolean {
  const [have, requested] = [version, least].map((text) => text.split(/[.-]/).map(Number));
  const difference = (requested ?? [])
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

type Advisory = Readonly<{
  /** First version with the flaw, where older ones do not have it or are repaired in a line of their own. */
  from?: string;
  /** First version without it. */
  below: string;
  /** At https://github.com/advisories/… */
  id: string;
}>;

/** Published advisories on packages that are installed or have been. A new one is added with the update that ends it. */
const ADVISORIES: Readonly<Record<string, ReadonlyArray<Advisory>>> = {
  "@babel/runtime": [{ below: "7.26.10", id: "GHSA-968p-4wvh-cqc8" }],
  "body-parser": [{ below: "1.20.3", id: "GHSA-qwcr-r2fm-qrc7" }],
  braces: [{ below: "3.0.3", id: "GHSA-grv7-fg5c-xmjg" }],
  cookie: [{ below: "0.7.0", id: "GHSA-pxg6-pf52-xh8x" }],
  "cross-spawn": [{ from: "7.0.0", below: "7.0.5", id: "GHSA-3xgq-45jj-v275" }],
  "crypto-js": [{ below: "4.2.0", id: "GHSA-xwcq-pm8m-c4vf" }],
  dompurify: [{ below: "3.2.4", id: "GHSA-vhxf-7vqr-mrjg" }],
  esbuild: [{ below: "0.25.0", id: "GHSA-67mh-4wv8-f99g" }],
  "estree-util-value-to-estree": [{ below: "3.3.3", id: "GHSA-f7f6-9jq7-3rqj" }],
  express: [{ below: "4.20.0", id: "GHSA-qw6h-vgh9-j6wx" }],
  glob: [{ from: "10.2.0", below: "10.5.0", id: "GHSA-5j98-mcp5-4vw2" }],
  "js-yaml": [{ below: "4.1.1", id: "GHSA-mh29-5h37-fv8m" }],
  lodash: [{ below: "4.17.21", id: "GHSA-35jh-r3h4-6jhm" }],
  marked: [{ below: "4.0.10", id: "GHSA-rrrm-qjm4-v8hf" }],
  minimatch: [{ below: "3.0.5", id: "GHSA-f8q6-p94x-37v3" }],
  nanoid: [{ below: "3.3.8", id: "GHSA-mwcw-c2x4-8c55" }],
  nodemailer: [{ below: "7.0.7", id: "GHSA-mm7p-fcc7-pg87" }],
  "on-headers": [{ below: "1.1.0", id: "GHSA-76c9-3jph-rj3q" }],
  "path-to-regexp": [{ below: "0.1.12", id: "GHSA-rhx6-c78j-4q9w" }],
  postcss: [{ below: "8.4.31", id: "GHSA-7fh5-64p2-3v2j" }],
  qs: [{ below: "6.14.1", id: "GHSA-6rw7-vpxm-498p" }],
  "sanitize-html": [{ below: "2.17.4", id: "GHSA-rpr9-rxv7-x643" }],
  semver: [
    { below: "6.3.1", id: "GHSA-c2qf-rxjj-qqgw" },
    { from: "7.0.0", below: "7.5.2", id: "GHSA-c2qf-rxjj-qqgw" },
  ],
  send: [{ below: "0.19.0", id: "GHSA-m6fv-jmcg-4jfg" }],
  "serve-static": [{ below: "1.16.0", id: "GHSA-cm22-4g7w-348p" }],
  tar: [{ below: "7.5.19", id: "GHSA-23hp-3jrh-7fpw" }],
  "tar-fs": [
    { from: "2.0.0", below: "2.1.4", id: "GHSA-vj76-c3g6-qr5v" },
    { from: "3.0.0", below: "3.1.1", id: "GHSA-vj76-c3g6-qr5v" },
  ],
  "tough-cookie": [{ below: "4.1.3", id: "GHSA-72xf-g2v4-qvf3" }],
  ws: [
    { from: "7.0.0", below: "7.5.10", id: "GHSA-3h5v-q93c-6h6q" },
    { from: "8.0.0", below: "8.17.1", id: "GHSA-3h5v-q93c-6h6q" },
  ],
};

/** Known of and lived with: tools of the build, which no visitor reaches (docs/updating.md). */
const ACCEPTED_IN_DEVELOPMENT = [
  "esbuild 0.17.6",
  "esbuild 0.21.5",
  "estree-util-value-to-estree 1.3.0",
  "tar 6.2.1",
];

function isHit(version: string, { from = "0.0.0", below }: Advisory): boolean {
  return isAtLeast(version, from) && !isAtLeast(version, below);
}

test("no installed version has an advisory, except accepted build tools", () => {
  const hit = Object.entries(ADVISORIES).flatMap(([name, advisories]) =>
    copiesOf(name)
      .filter(({ version = "" }) => advisories.some((advisory) => isHit(version, advisory)))
      .map(({ version = "", dev = false }) => ({ copy: `${name} ${version}`, dev })),
  );

  expect(hit.filter(({ dev }) => !dev)).toEqual([]);
  expect(hit.map(({ copy }) => copy).sort()).toEqual(ACCEPTED_IN_DEVELOPMENT);
});

test("every direct dependency is pinned to one version", () => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = manifest;

  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [name, version] of Object.entries(all))
    expect(version, name).toMatch(/^(?:npm:[a-z0-9-]+@)?\d+\.\d+\.\d+$/);
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

test("only known packages run install scripts", () => {
  // core-js, which posthog-js brings along, only prints a request for money; it is not among the scripts allowed to run.
  const known = [
    "better-sqlite3-12",
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
