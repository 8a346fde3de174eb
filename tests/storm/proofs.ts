/** Runs the tests that bear a row's id in their name, and says for each row how many of them pass. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import type { Engine } from "./engine.ts";
import { PROVED_BY_TESTS } from "./hazards.ts";
import type { Outcome } from "./run.ts";

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

type Ran = z.infer<typeof reportSchema>["testResults"][number]["assertionResults"][number];

/** Where tests of rows are: rules and models on either engine, the built shop once. */
const FOLDERS = ["tests/db", "tests/models", "tests/routes", "tests/services", "tests/server"];
const PROJECTS: Readonly<Record<Engine, ReadonlyArray<string>>> = {
  sqlite: ["unit", "plain", "sqlite", "server"],
  postgres: ["postgres"],
};

/** One outcome for each of `ids` that tests on `engine` prove, in the order of the ids. */
export async function runProofs(engine: Engine, ids: ReadonlyArray<string>): Promise<ReadonlyArray<Outcome>> {
  const requested = PROVED_BY_TESTS.filter(
    ({ id, engines }) => ids.includes(id) && (engines ?? [engine]).includes(engine),
  );
  const files = testsOf(requested.map(({ id }) => id));
  if (files.length === 0) return [];
  const ran = await runTests(
    engine,
    files,
    requested.map(({ id }) => id),
  );
  return requested.map(({ id, hazard, passes }) => {
    // Skipped: for the other engine, or without a program that it needs.
    const own = ran.filter(({ fullName, status }) => fullName.includes(`(${id})`) && status !== "skipped");
    const failed = own.filter(({ status }) => status !== "passed");
    const milliseconds = own.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    return {
      id,
      hazard,
      engine,
      passes,
      figure: `${own.length - failed.length} of ${own.length} tests`,
      breaks: [
        ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? "failed"}`),
        ...(own.length === 0 ? ["no test that bears this row's id was run"] : []),
      ],
      seconds: milliseconds / 1000,
    };
  });
}

/** Test files in which one of `ids` is named. */
function testsOf(ids: ReadonlyArray<string>): ReadonlyArray<string> {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  ).filter((file) => {
    const text = readFileSync(file, "utf8");
    return ids.some((id) => text.includes(`(${id})`));
  });
}

async function runTests(
  engine: Engine,
  files: ReadonlyArray<string>,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyArray<Ran>> {
  const folder = mkdtempSync(join(tmpdir(), "shop-proofs-"));
  const report = join(folder, "report.json");
  const projects = PROJECTS[engine].flatMap((project) => ["--project", project]);
  const pattern = `\\((?:${ids.join("|")})\\)`;
  const args = [
    "run",
    ...projects,
    ...files,
    "-t",
    pattern,
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const child = spawn("npx", ["vitest", ...args, "--passWithNoTests"], {
    env: { ...process.env, STORM_RUNS: "100", PIPELINE_RUNS: "10000" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  await new Promise((resolve) => child.once("close", resolve));
  try {
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, "utf8")));
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === "passed" || status === "failed");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
