/**
 * `npm test`: builds the shop, then runs every test in two stages: rules and models, then the built shop over sockets
 * and in a browser. Prints what it runs on, what it skipped and why, and last of all the total.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { findChromium, findHeadless, HOW_TO_GET_CHROMIUM } from "#tests/support/people/chromium.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

type Stage = Readonly<{ name: string; projects: ReadonlyArray<string> }>;
type Tally = {
  passed: number;
  failed: number;
  skipped: Array<string>;
  /** The failures are printed once more at the end, where a reader of the last lines finds them. */
  broken: Array<string>;
};

const STAGES: ReadonlyArray<Stage> = [
  {
    name: "rules, models and routes, on SQLite and PostgreSQL",
    projects: ["unit", "own-modules", "plain", "sqlite", "postgres"],
  },
  { name: "the built shop, over sockets and in a browser", projects: ["server", "e2e"] },
];

type TestResult = z.infer<typeof reportSchema>["testResults"][number]["assertionResults"][number];

/** Of each failure, in the last lines. */
const LINES_PRINTED = 8;
const CHARACTERS_PRINTED = 700;

const reports = mkdtempSync(join(tmpdir(), "shop-reports-"));
try {
  process.exitCode = await main();
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const chromium = findChromium();
  const postgres = await findPostgres();
  const browsers = [...new Set([findHeadless(), chromium])].join(", ");
  console.log(chromium ? `Browser: ${browsers}` : `Browser: none found. ${HOW_TO_GET_CHROMIUM}`);
  console.log(postgres ? "PostgreSQL: a server" : "PostgreSQL: no server answers, its tests run on PGlite");
  if (!build()) return 1;

  const tally: Tally = { passed: 0, failed: 0, skipped: [], broken: [] };
  for (const stage of STAGES) {
    console.log(`\n— ${stage.name}`);
    runStage(chromium ? stage : withoutBrowser(stage), tally);
  }
  if (!chromium) tally.skipped.push(`journeys in a browser: no Chromium. ${HOW_TO_GET_CHROMIUM}`);
  return report(tally);
}

function withoutBrowser({ name, projects }: Stage): Stage {
  return { name, projects: projects.filter((project) => project !== "e2e") };
}

function build(): boolean {
  return (
    spawnSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"] }).status === 0
  );
}

function runStage(stage: Stage, tally: Tally): void {
  const file = join(reports, `${stage.projects.join("-")}.json`);
  const projects = stage.projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const run = spawnSync("npx", ["vitest", "run", ...projects, ...reporters], {
    stdio: "inherit",
  });
  const parsed = reportSchema.safeParse(readReport(file));
  if (!parsed.success) {
    tally.broken.push(`${stage.name}: no report was written (exit code ${String(run.status)})`);
    tally.failed += 1;
    return;
  }
  add(parsed.data, stage, tally);
  // A file that breaks outside a test counts no failed test, but fails the run.
  if (run.status === 0 || parsed.data.numFailedTests > 0) return;
  tally.failed += 1;
  tally.broken.push(`${stage.name}: something outside the tests (exit code ${String(run.status)})`);
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function add(result: z.infer<typeof reportSchema>, stage: Stage, tally: Tally): void {
  tally.passed += result.numPassedTests;
  tally.failed += result.numFailedTests;
  for (const file of result.testResults) {
    if (file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"))
      tally.broken.push(`${stage.name}: ${file.name}, outside its tests: ${beginningOf(file.message ?? "")}`);
    for (const test of file.assertionResults) tallyTest(test, stage, tally);
  }
}

function tallyTest(test: TestResult, stage: Stage, tally: Tally): void {
  const reported = `${stage.name}: ${test.fullName}`;
  const how = test.failureMessages.map(beginningOf).join("\n    ");
  if (test.status === "failed") tally.broken.push(`${reported}\n    ${how}`);
  else if (test.status !== "passed") tally.skipped.push(`${reported} (${test.status})`);
}

function beginningOf(message: string): string {
  return message.split("\n").slice(0, LINES_PRINTED).join("\n    ").slice(0, CHARACTERS_PRINTED);
}

function list(title: string, lines: ReadonlyArray<string>): void {
  console.log(lines.length === 0 ? `\n${title}: nothing` : `\n${title}:`);
  for (const line of lines) console.log(`  ${line}`);
}

function report(tally: Tally): number {
  list("Skipped", tally.skipped);
  list("Failed", tally.broken);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}
