/** `npm run simulate` (docs/simulation.md). The exit code is 0 when nothing broke. */
import "#tests/simulation/environment.ts";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";

import { type EngineName } from "#tests/simulation/engine.ts";
import { exhaust, SCENARIOS } from "#tests/simulation/exhaustive.ts";
import { exploreWorld, hashOf, type Run, shrink } from "#tests/simulation/explore.ts";
import { type Mutation, MUTATIONS, mutatedShop } from "#tests/simulation/mutations.ts";
import { openEngine } from "#tests/simulation/shelf.ts";

import { fail } from "./bootstrap.ts";

const HELP = `Usage: npm run simulate -- [options]

  --seed NUMBER              the first world (1); the worlds after it have the next numbers
  --steps NUMBER             steps in all (50000)
  --engine sqlite|postgres   where (sqlite); PostgreSQL: the server that TEST_DATABASE_URL names, else 127.0.0.1:5432
  --exhaustive               every interleaving of two or three tasks instead of chance, up to --switches
  --switches NUMBER          how often a task is interrupted in one interleaving (2)
  --scenario NAME            with --exhaustive: this one only
  --mutation NAME|all        put a bug into a copy of the shop, and find it
  --no-shrink                print the first trace that breaks as it is
  --hashes                   print the hash of each world's trace
  --help                     this

A break prints its seed, its step and the shortest trace found that breaks the same: --seed repeats it.`;

type Options = Readonly<{
  seed: number;
  steps: number;
  engine: EngineName;
  isExhaustive: boolean;
  switches: number;
  scenario: string | null;
  mutation: string | null;
  isShrunk: boolean;
  hasHashes: boolean;
}>;

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      steps: { type: "string", default: "50000" },
      engine: { type: "string", default: "sqlite" },
      exhaustive: { type: "boolean", default: false },
      switches: { type: "string", default: "2" },
      scenario: { type: "string" },
      mutation: { type: "string" },
      "no-shrink": { type: "boolean", default: false },
      hashes: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return null;
  }
  if (values.engine !== "sqlite" && values.engine !== "postgres")
    fail(`--engine: "${values.engine}" is neither sqlite nor postgres`);
  return {
    seed: wholeNumber("seed", values.seed),
    steps: wholeNumber("steps", values.steps),
    engine: values.engine,
    isExhaustive: values.exhaustive,
    switches: wholeNumber("switches", values.switches),
    scenario: values.scenario ?? null,
    mutation: values.mutation ?? null,
    isShrunk: !values["no-shrink"],
    hasHashes: values.hashes,
  };
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) fail(`--${name}: "${text}" is no whole number`);
  return number;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 0;
  if (options.mutation) return findMutations(options.mutation, options);
  const startedAt = performance.now();
  const { count, worlds, broken } = options.isExhaustive ? await tryAll(options) : await explore(options);
  const seconds = (performance.now() - startedAt) / 1000;
  const speed = Math.round(count / seconds);
  console.log(
    `${options.engine}: ${count} steps in ${worlds} worlds, ${seconds.toFixed(1)} s, ${speed} steps a second`,
  );
  console.log(broken ? "1 break" : "0 breaks");
  return broken ? 1 : 0;
}

const PROGRESS_STEPS = 50_000;

type Explored = Readonly<{ count: number; worlds: number; broken: boolean }>;

async function explore({ seed, steps, engine: name, ...options }: Options): Promise<Explored> {
  const engine = await openEngine(name);
  let count = 0;
  let world = seed;
  let nextReport = PROGRESS_STEPS;
  try {
    for (; count < steps; world += 1) {
      const run = await exploreWorld(engine, String(world));
      count += run.count;
      if (count >= nextReport) {
        nextReport += PROGRESS_STEPS;
        console.error(`${count} of ${steps} steps, ${world - seed + 1} worlds`);
      }
      if (options.hasHashes) console.log(`${world} ${run.count} ${hashOf(run)}`);
      if (run.breaks.length === 0) continue;
      say(run);
      sayTrace(options.isShrunk ? await shrink(engine, run) : run);
      return { count, worlds: world - seed + 1, broken: true };
    }
    return { count, worlds: world - seed, broken: false };
  } finally {
    await engine.close();
  }
}

function say(run: Run): void {
  console.log(`BREAK with --seed ${run.seed} at step ${run.trace.length}`);
  for (const text of run.breaks.slice(0, 3)) console.log(`  ${text}`);
}

function sayTrace(shortest: Run): void {
  console.log(`The shortest trace found, ${shortest.trace.length} steps:`);
  for (const line of shortest.trace) console.log(`  ${line}`);
  for (const text of shortest.breaks.slice(0, 3)) console.log(`  ${text}`);
}

async function tryAll({ engine: name, switches, steps, scenario: only }: Options): Promise<Explored> {
  const scenarios = SCENARIOS.filter((scenario) => only === null || scenario.name === only);
  if (scenarios.length === 0)
    fail(`--scenario: "${only}" is none of ${SCENARIOS.map((one) => one.name).join(", ")}`);
  const engine = await openEngine(name);
  const all = { count: 0, worlds: 0 };
  try {
    for (const scenario of scenarios) {
      const { runs, count, broken } = await exhaust(engine, scenario, { switches, stepsMax: steps });
      all.count += count;
      all.worlds += runs;
      console.log(`${scenario.name}: ${runs} interleavings, ${count} steps`);
      if (!broken) continue;
      say(broken);
      sayTrace(broken);
      return { ...all, broken: true };
    }
    return { ...all, broken: false };
  } finally {
    await engine.close();
  }
}

function findMutations(name: string, options: Options): number {
  const chosen = MUTATIONS.filter((mutation) => name === "all" || mutation.name === name);
  if (chosen.length === 0)
    fail(`--mutation: "${name}" is none of ${MUTATIONS.map((one) => one.name).join(", ")}, all`);
  return chosen.filter((mutation) => !isFound(mutation, options)).length;
}

function isFound(mutation: Mutation, { seed, steps }: Options): boolean {
  const cwd = mutatedShop(mutation);
  const { engine, name, scenario } = mutation;
  const exhaustive = scenario ? ["--exhaustive", "--switches", "1", "--scenario", scenario] : [];
  try {
    const args = [
      "--seed",
      String(seed),
      "--steps",
      String(steps),
      "--engine",
      engine,
      "--no-shrink",
      ...exhaustive,
    ];
    const startedAt = performance.now();
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--import", "tsx", "scripts/simulate.ts", ...args],
      { cwd, encoding: "utf8" },
    );
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const [first = "", what = ""] = stdout.slice(stdout.indexOf("BREAK")).split("\n");
    const isBroken = status === 1 && first.startsWith("BREAK");
    console.log(
      `${name} (${engine}, ${seconds} s): ${isBroken ? `${first}: ${what.trim()}` : `lives ${stderr}`}`,
    );
    return isBroken;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

process.exit(await main());
