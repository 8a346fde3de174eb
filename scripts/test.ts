/**
 * `npm test` ("quick"), `npm run test:rest` ("rest") and `npm run test:all` (both): builds the shop beside the tests of
 * rules, models and routes, then tests the built shop over sockets and in a browser. Prints what it runs on, what it
 * left out and why, and last of all the total.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { z } from "zod";

import { findProgram } from "#tests/support/checks/programs.ts";
import { filesOf, type Part, type Project } from "#tests/support/checks/test-projects.ts";
import { findChromium, findHeadless, HOW_TO_GET_CHROMIUM } from "#tests/support/people/chromium.ts";
import { postgresBinaries } from "#tests/support/shops/ephemeral-postgres.ts";
import { findNginx } from "#tests/support/shops/nginx.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";
import { findVarnish } from "#tests/support/shops/varnish.ts";

import { forwardSignals, freshBuild } from "./fresh-build.ts";

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
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

type Report = z.infer<typeof reportSchema>;
type TestResult = Report["testResults"][number]["assertionResults"][number];

type Stage = Readonly<{ name: string; projects: ReadonlyArray<Project> }>;
type Tally = {
  passed: number;
  failed: number;
  skipped: Array<string>;
  /** The failures are printed once more at the end, where a reader of the last lines finds them. */
  broken: Array<string>;
};

const WITHOUT_BUILD: Stage = {
  name: "rules, models and routes",
  projects: ["unit", "own-modules", "plain", "sqlite", "postgres", "statements"],
};
const BUILT_SHOP: Stage = {
  name: "the built shop, over sockets and in a browser",
  projects: ["server", "e2e"],
};

/** Each program that some tests of the rest need. */
const PROGRAMS = [
  ["nginx", findNginx],
  ["Varnish", findVarnish],
  ["PgBouncer", () => findProgram("pgbouncer")],
  ["HAProxy", () => findProgram("haproxy")],
  ["PostgreSQL's programs", postgresBinaries],
  ["Lynx", () => findProgram("lynx")],
  ["tmux", () => findProgram("tmux")],
] as const;

/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Of each failure, in the last lines. */
const LINES_PRINTED = 8;
const CHARACTERS_PRINTED = 700;

const reports = mkdtempSync(join(tmpdir(), "shop-reports-"));
try {
  process.exitCode = await main(process.argv.slice(2).map(partNamed));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

function partNamed(name: string): Part {
  if (name === "quick" || name === "rest") return name;
  throw new Error(`The parts are quick and rest, not ${name}`);
}

async function main(parts: ReadonlyArray<Part>): Promise<number> {
  const hasBrowser = await printEnvironment();
  const tally: Tally = { passed: 0, failed: 0, skipped: [], broken: [] };
  const building = freshBuild();
  for (const part of parts) await runPart(part, { building, hasBrowser }, tally);
  const problem = await building;
  if (problem !== null) {
    tally.failed += 1;
    tally.broken.push(problem);
  }
  if (!hasBrowser) tally.skipped.push(`journeys in a browser: no Chromium. ${HOW_TO_GET_CHROMIUM}`);
  if (!parts.includes("rest")) printLeftOut();
  return report(tally);
}

/** Answers whether there is a browser. */
async function printEnvironment(): Promise<boolean> {
  const chromium = findChromium();
  const postgres = await findPostgres();
  const browsers = [...new Set([findHeadless(), chromium])].join(", ");
  const missing = PROGRAMS.filter(([, find]) => find() === null);
  console.log(chromium ? `Browser: ${browsers}` : `Browser: none found. ${HOW_TO_GET_CHROMIUM}`);
  console.log(postgres ? "PostgreSQL: a server" : "PostgreSQL: no server answers, its tests run on PGlite");
  if (missing.length > 0) console.log(`Not installed: ${missing.map(([name]) => name).join(", ")}`);
  return chromium !== null;
}

type Preparations = Readonly<{ building: Promise<string | null>; hasBrowser: boolean }>;

/** The rules wait for no build, so they run beside it. Without one the built shop is not tested. */
async function runPart(part: Part, { building, hasBrowser }: Preparations, tally: Tally): Promise<void> {
  await runStage(WITHOUT_BUILD, part, tally);
  if ((await building) !== null) return;
  const projects = BUILT_SHOP.projects.filter((project) => hasBrowser || project !== "e2e");
  await runStage({ ...BUILT_SHOP, projects }, part, tally);
}

async function runStage(stage: Stage, part: Part, tally: Tally): Promise<void> {
  console.log(`\n— ${part}: ${stage.name}`);
  const file = join(reports, `${part}-${stage.projects.join("-")}.json`);
  const status = await runVitest(stage, part, file);
  const parsed = reportSchema.safeParse(readReport(file));
  if (!parsed.success) {
    tally.broken.push(`${stage.name}: no report was written (exit code ${String(status)})`);
    tally.failed += 1;
    return;
  }
  add(parsed.data, stage, tally);
  // A file that breaks outside a test counts no failed test, but fails the run.
  if (status === 0 || parsed.data.numFailedTests > 0) return;
  tally.failed += 1;
  tally.broken.push(`${stage.name}: something outside the tests (exit code ${String(status)})`);
}

function runVitest({ projects }: Stage, part: Part, file: string): Promise<number | null> {
  const named = projects
    .filter((project) => filesOf(project, part).length > 0)
    .flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const child = spawn("npx", ["vitest", "run", ...named, ...reporters], {
    stdio: "inherit",
    env: { ...process.env, TEST_PART: part },
  });
  return endOf(child);
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const stopForwarding = forwardSignals(child);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (...end) => resolve(end)),
  );
  stopForwarding();
  if (signal !== null || code === INTERRUPTED) process.exit(INTERRUPTED);
  return code;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function add(result: Report, stage: Stage, tally: Tally): void {
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

/** What `npm test` leaves to the rest. */
function printLeftOut(): void {
  const projects = [...WITHOUT_BUILD.projects, ...BUILT_SHOP.projects];
  const counts = projects
    .map((project) => [filesOf(project, "rest").length, project] as const)
    .filter(([count]) => count > 0)
    .map(([count, project]) => `${count} ${project}`);
  console.log(`\nLeft to npm run test:rest, whole or in part, in test files: ${counts.join(", ")}`);
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
