/** What a run was made on, in lines for people who have another machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";

import { SQLITE_PACKAGE } from "#app/config/sqlite-library.server.ts";

/** Where the exact versions stand. */
const MANIFEST = "package.json";
const PACKAGES = ["@remix-run/serve", "react", SQLITE_PACKAGE, "kysely", "lighthouse"];

/** Lines of a Markdown list. `load` is what the machine was busy with before the run. */
export function machineLines(load: ReadonlyArray<number>, now: Date): ReadonlyArray<string> {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return [
    `${now.toISOString().slice(0, 16).replace("T", " ")} UTC, load before the run ${load.map((one) => one.toFixed(2)).join(", ")}`,
    `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, ${gigabytes} GB, ${process.platform} ${release()}`,
    [`Node ${process.versions.node}`, ...packageVersions(), ...commandVersions()].join(", "),
  ];
}

/** The load of the last minute, five minutes and quarter of an hour. */
export function currentLoad(): ReadonlyArray<number> {
  return loadavg();
}

/** The lines of what the shop is made of. */
function packageVersions(): ReadonlyArray<string> {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest;
  const versions = {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  };
  return PACKAGES.map((name) => `${name} ${versions[name]?.replace(/^npm:.*@/, "") ?? ""}`);
}

type Manifest = Readonly<
  Record<"dependencies" | "devDependencies" | "optionalDependencies", Readonly<Record<string, string>>>
>;

/** nginx and PostgreSQL, where they are. */
function commandVersions(): ReadonlyArray<string> {
  const nginx = firstVersion(spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr);
  const psql = firstVersion(spawnSync("psql", ["--version"], { encoding: "utf8" }).stdout);
  return [...(nginx ? [`nginx ${nginx}`] : []), ...(psql ? [`PostgreSQL ${psql}`] : [])];
}

function firstVersion(text: string | null): string | null {
  return /\b\d+\.\d+(?:\.\d+)?/.exec(text ?? "")?.[0] ?? null;
}
