/** `npm run mutate`: how many of the faults that a programmer might make the tests find (docs/mutation.md). */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { fail, ROOT } from "./bootstrap.ts";
import { chooseMutants } from "./mutate/choose-mutants.ts";
import { type Mutant, type MutantOutcome, type MutationRun, readRun, writeRun } from "./mutate/mutant.ts";
import { reachOf } from "./mutate/reach.ts";
import { changedLines, comparisonOf, reportOf } from "./mutate/report.ts";
import { runMutants } from "./mutate/run-mutants.ts";
import { makeScratchCopy } from "./mutate/scratch-copy.ts";
import { TestSession } from "./mutate/test-session.ts";

const PROJECTS = ["unit", "own-modules", "plain", "sqlite"];

const HELP = `Usage: npm run mutate -- [options]

  --count NUMBER     how many mutants (200)
  --seed NUMBER      other mutants for another number (1)
  --out FILE.json    stores each outcome as it comes; the same command goes on where it was interrupted
  --from FILE.json   takes the mutants of an earlier run, and says at the end which of those that it killed survive
  --only STATUS      with --from: killed, survived or "timed out" ones of that run
  --tests FOLDER     another checkout of the project, whose tests are run; its app/ must be the same
  --projects NAMES   whose tests are run: ${PROJECTS.join(", ")} (all of them)
  --files-max NUMBER at most so many test files for each mutant, the nearest (no limit)
  --list             prints the mutants, and runs none
  --report           prints what --out holds, and runs none
  --help             this`;

type Options = Readonly<{
  count: number;
  seed: number;
  out: string | null;
  from: string | null;
  only: string | null;
  checkout: string;
  projects: ReadonlyArray<string>;
  filesMax: number;
  mode: "run" | "list" | "report";
}>;

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return;
  const run = startedRun(options);
  if (options.mode === "list") list(run.mutants, options.checkout);
  else report(options.mode === "report" ? run : await finished(run, options), options);
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      out: { type: "string" },
      from: { type: "string" },
      only: { type: "string" },
      tests: { type: "string", default: ROOT },
      projects: { type: "string", default: PROJECTS.join(",") },
      "files-max": { type: "string", default: "10000" },
      list: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.log(HELP);
  if (values.help) return null;
  return {
    count: countOf("--count", values.count),
    seed: countOf("--seed", values.seed),
    out: pathOf(values.out),
    from: pathOf(values.from),
    only: values.only ?? null,
    checkout: resolve(values.tests),
    projects: projectsOf(values.projects),
    filesMax: countOf("--files-max", values["files-max"]),
    mode: values.list ? "list" : values.report ? "report" : "run",
  };
}

/** The tests are run in another folder. */
function pathOf(path: string | undefined): string | null {
  return path === undefined ? null : resolve(path);
}

function countOf(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) fail(`${option}: "${text}" is no whole number from 1`);
  return number;
}

function projectsOf(text: string): ReadonlyArray<string> {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !PROJECTS.includes(name));
  if (unknown !== undefined) fail(`--projects: "${unknown}" is none of ${PROJECTS.join(", ")}`);
  return names;
}

/** What --out holds already, or else the mutants without any outcome. */
function startedRun(options: Options): MutationRun {
  const { count, seed, out, from, only, checkout } = options;
  const stored = out ? readRun(out) : null;
  if (stored) return stored;
  if (!from) return { seed, mutants: chooseMutants(checkout, { count, seed }), outcomes: [] };
  const earlier = readRun(from) ?? fail(`--from: there is no file ${from}`);
  const chosen = new Set(earlier.outcomes.filter(({ status }) => status === only).map(({ id }) => id));
  return {
    seed: earlier.seed,
    mutants: earlier.mutants.filter(({ id }) => only === null || chosen.has(id)),
    outcomes: [],
  };
}

function textIn(checkout: string): (file: string) => string {
  return (file) => readFileSync(join(checkout, file), "utf8");
}

function list(mutants: ReadonlyArray<Mutant>, checkout: string): void {
  const textOf = textIn(checkout);
  for (const mutant of mutants) {
    const { before, after } = changedLines(mutant, textOf(mutant.file));
    console.log(`${mutant.id}\n  - ${before}\n  + ${after}`);
  }
}

function report(run: MutationRun, { checkout, from }: Options): void {
  console.log(reportOf(run, textIn(checkout)));
  const earlier = from ? readRun(from) : null;
  if (earlier) console.log(`\n${comparisonOf(earlier, run)}`);
}

/** Runs what has no outcome yet. */
async function finished(run: MutationRun, options: Options): Promise<MutationRun> {
  const { checkout, projects, filesMax, out } = options;
  const done = new Set(run.outcomes.map(({ id }) => id));
  const outcomes = [...run.outcomes];
  const copy = makeScratchCopy(checkout);
  process.once("exit", copy.remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const reach = await reachOf({ copy, checkout, projects });
  const session = await TestSession.open({ copy, projects, isBailing: true });
  const onOutcome = (mutant: Mutant, outcome: MutantOutcome) => {
    outcomes.push(outcome);
    console.error(`${outcomes.length}/${run.mutants.length} ${mutant.id}: ${outcomeText(outcome)}`);
    if (out) writeRun(out, { ...run, outcomes });
  };
  const left = run.mutants.filter(({ id }) => !done.has(id));
  await runMutants(left, { copy, session, reach, filesMax, onOutcome });
  await session.close();
  return { ...run, outcomes };
}

function outcomeText({ status, killer, seconds, testFiles }: MutantOutcome): string {
  const by = killer === null ? `${testFiles} test files` : killer;
  return `${status} (${seconds.toFixed(1)} s, ${by})`;
}

await main();
// Whatever a test has left running is not waited for.
process.exit();
