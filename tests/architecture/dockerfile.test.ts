/** deploy/Dockerfile, read without Docker: what it copies is there, and what the shop runs with is copied. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";

import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const DOCKERFILE = read("deploy/Dockerfile");
const COMPOSE = read("deploy/compose.yaml");
const IGNORED = linesOf(read(".dockerignore"));

type Copy = Readonly<{ from: string | null; sources: ReadonlyArray<string> }>;
type Stage = Readonly<{ name: string; copies: Array<Copy>; runs: Array<string> }>;

/** Lines without comments, those that end in a backslash joined with the next. */
function linesOf(text: string): ReadonlyArray<string> {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
}

function stagesOf(dockerfile: string): ReadonlyArray<Stage> {
  const stages: Array<Stage> = [];
  for (const line of linesOf(dockerfile)) {
    const [instruction = "", ...words] = line.split(/\s+/);
    const stage = stages.at(-1);
    if (instruction === "FROM") stages.push({ name: words.at(-1) ?? "", copies: [], runs: [] });
    if (instruction === "RUN") stage?.runs.push(words.join(" "));
    if (instruction === "COPY") {
      const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length) ?? null;
      stage?.copies.push({ from, sources: words.filter((word) => !word.startsWith("--")).slice(0, -1) });
    }
  }
  return stages;
}

/** Whether `name`, a file or folder at the top, is one that `pattern` names: "*" is any part of a name. */
function matches(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/^\*\*\//, "")
    .split("*")
    .map((part) => part.replaceAll(".", "\\."))
    .join("[^/]*");
  return new RegExp(`^${source}$`).test(name);
}

/** What `source` names at the top of this folder, where Docker is sent it. */
const foundAt = (source: string) =>
  readdirSync(ROOT)
    .filter((name) => matches(name, source))
    .filter((name) => !IGNORED.some((line) => matches(name, line)));

/** What `stage` has that comes from this folder, and what other stages have made for it. */
function contentsOf(stage: Stage): ReadonlyArray<string> {
  return stage.copies.flatMap(({ from, sources }) =>
    from === null ? sources.flatMap(foundAt) : sources.map((source) => source.replace(/^\/shop\//, "")),
  );
}

/** Import and export lines that stay when types are taken out, and imports on demand. */
const IMPORTS = [
  /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm,
  /\bimport\("([^"]+)"\)/g,
  /\brequire\("([^"]+)"\)/g,
];

const importsFound = new Map<string, ReadonlyArray<string>>();

function importsOf(file: string): ReadonlyArray<string> {
  if (!/\.(?:tsx?|js)$/.test(file)) return [];
  const known = importsFound.get(file);
  if (known) return known;
  const text = read(file);
  const found = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  importsFound.set(file, found);
  return found;
}

/** Files of ours and packages that `entries` load, directly or through others. */
function closureOf(entries: ReadonlyArray<string>) {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files)
    for (const name of importsOf(file)) {
      if (name.startsWith("#")) files.add(name.slice(1));
      else if (name.startsWith(".")) files.add(posix.join(posix.dirname(file), name));
      else if (!name.startsWith("node:")) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  return { files: [...files], packages: [...packages] };
}

/** What the shop and the owner's commands are started by. */
const STARTED = ["scripts/start.mjs", "scripts/prepare.ts", "scripts/start-cluster.ts", "scripts/shop.ts"];
/** What is read when it runs, and imported by nothing. */
const READ = ["package.json", "tsconfig.json", "content/imagery", "public", "build", "node_modules"];
const BUILT_FROM = ["vite.config.ts", "remix.config.js", "tsconfig.json", "public", "app/root.tsx"];

const isIn = (path: string, contents: ReadonlyArray<string>) =>
  contents.some((copied) => path === copied || path.startsWith(`${copied}/`));

/** All that is wrong with `dockerfile`, as one line for each. */
function complaintsAbout(dockerfile: string): ReadonlyArray<string> {
  const stages = stagesOf(dockerfile);
  const [build, run] = ["build", "run"].map((name) => stages.find((stage) => stage.name === name));
  if (!build || !run) return ["there is no stage build or run"];
  const missing = stages.flatMap(({ name, copies }) =>
    copies
      .flatMap(({ from, sources }) => (from === null ? sources : []))
      .filter((source) => foundAt(source).length === 0)
      .map((source) => `${name} copies ${source}, which is not there or not sent`),
  );
  const makers = run.copies
    .filter(({ from }) => from !== null)
    .filter(({ from }) => !stages.some(({ name, runs }) => name === from && runs.join().includes("npm ")))
    .map(({ from }) => `run copies from ${String(from)}, which makes nothing`);
  const needed = (stage: Stage, paths: ReadonlyArray<string>) =>
    paths.filter((path) => !isIn(path, contentsOf(stage))).map((path) => `${stage.name} lacks ${path}`);
  return [
    ...missing,
    ...makers,
    ...needed(build, [...BUILT_FROM, ...closureOf(["vite.config.ts"]).files]),
    ...needed(run, [...READ, ...closureOf(STARTED).files]),
  ];
}

test("everything that the Dockerfile copies exists, and includes all that starting, building and running the shop needs", () => {
  // It has found them: the way from a start to the tables goes through many files.
  expect(closureOf(STARTED).files.length).toBeGreaterThan(200);
  expect(complaintsAbout(DOCKERFILE)).toEqual([]);
});

test.each([
  ["COPY scripts ./scripts\n", "", "run lacks scripts/start.mjs"],
  ["COPY content ./content\n", "", "run lacks content/imagery"],
  ["COPY --from=build /shop/build ./build\n", "", "run lacks build"],
  ["vite.*.ts", "vite.config.ts", "build lacks vite.previous-builds.ts"],
  ["COPY content", "COPY contents", "run copies contents, which is not there or not sent"],
  ["COPY scripts ./scripts", "COPY scripts tests ./", "run copies tests, which is not there or not sent"],
  ["--from=dependencies", "--from=run", "run copies from run, which makes nothing"],
])("changing %j into %j is reported", (now, planted, complaint) => {
  expect(DOCKERFILE).toContain(now);
  expect(complaintsAbout(DOCKERFILE.replace(now, planted))).toContain(complaint);
});

test("every package that is loaded at run time is a production dependency", () => {
  const { dependencies, optionalDependencies } = JSON.parse(read("package.json")) as Record<
    "dependencies" | "optionalDependencies",
    Record<string, string>
  >;
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  const sources = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `app/${path}`);

  // The list of routes is read by the build alone.
  const { packages } = closureOf([...STARTED, ...sources.filter((path) => path !== "app/routes.ts")]);

  expect(packages).toEqual(expect.arrayContaining(["kysely", "react", "zod"]));
  expect(packages.filter((name) => !installed.includes(name))).toEqual([]);
});

test("the image runs an allowed version of Node without root, stores data in a volume and has a health check", () => {
  const lines = linesOf(DOCKERFILE.slice(DOCKERFILE.indexOf("AS run")));
  const value = (instruction: string) =>
    lines.find((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1);
  const [, major, minor] = /^ARG NODE_VERSION=(\d+)\.(\d+)\.\d+$/m.exec(DOCKERFILE) ?? [];
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  const oldest = new RegExp(`\\^${major ?? ""}\\.(\\d+)`).exec(engines.node)?.[1];

  expect(Number(minor)).toBeGreaterThanOrEqual(Number(oldest));
  expect(value("USER")).toBe("node");
  expect(value("ENV")).toContain(`DATA_DIR=${value("VOLUME") ?? "?"} `);
  expect(value("HEALTHCHECK")).toContain("/health");
  expect(JSON.parse(value("CMD") ?? "")).toEqual(["node", "scripts/start.mjs"]);
});

test("compose.yaml points nginx at the shop's container, with the example configuration that the nginx tests run", () => {
  const expression = /sed -E '([^']+)' \/shop\.conf/.exec(COMPOSE)?.[1] ?? "";
  const there = execFileSync("sed", ["-E", expression, join(ROOT, "deploy/nginx.conf")], {
    encoding: "utf8",
  });

  expect(there.match(/^ {4}server [^;]+;/gm)).toEqual([
    "    server shop:3000 max_fails=0;",
    "    server shop:3000 max_fails=0;",
  ]);
  expect(COMPOSE).toContain('PORT: "3000"');
  expect(COMPOSE).toContain('TRUSTED_PROXY_HOPS: "1"');
});
