/** Runs the tests against each mutant, those first that are likeliest to fail, until one does. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Mutant, mutated, type MutantOutcome } from "./mutant.ts";
import type { Reach, ReachingTest } from "./reach.ts";
import type { ScratchCopy } from "./scratch-copy.ts";
import type { TestSession } from "./test-session.ts";

type Options = Readonly<{
  copy: ScratchCopy;
  session: TestSession;
  reach: Reach;
  /** Of test files for each mutant. */
  filesMax: number;
  onOutcome: (mutant: Mutant, outcome: MutantOutcome) => void;
}>;

const HOUR_MS = 3_600_000;
/** How much longer a test file may take with a mutant than it took when it was measured. */
const PATIENCE = 5;

/** Throws before the first run when a mutant does not fit the checkout. */
export async function runMutants(mutants: ReadonlyArray<Mutant>, options: Options): Promise<void> {
  const { copy, onOutcome } = options;
  const misfit = mutants.find((mutant) => mutated(textOf(copy, mutant.file), mutant) === null);
  if (misfit) throw new Error(`${misfit.id}: the checkout has another text there; app/ must be the same`);
  const templates = new Templates(options);
  for (const mutant of mutants) {
    await templates.renew();
    onOutcome(mutant, await runMutant(mutant, options));
  }
}

async function runMutant(mutant: Mutant, options: Options): Promise<MutantOutcome> {
  const { copy, session, reach, filesMax } = options;
  const path = join(copy.root, mutant.file);
  const original = readFileSync(path, "utf8");
  const tests = reach.testsAt({ file: mutant.file, position: mutant.start });
  const batches = inBatches(nearestFirst(tests, mutant.file).slice(0, filesMax));
  const startedAt = performance.now();
  const outcome = (status: MutantOutcome["status"], killer: string | null): MutantOutcome => {
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { id: mutant.id, status, killer, seconds, testFiles: tests.length };
  };
  writeFileSync(path, mutated(original, mutant) ?? original);
  session.forget(mutant.file);
  try {
    for (const batch of batches) {
      const longest = Math.max(...batch.map(({ milliseconds }) => milliseconds));
      const files = batch.map(({ file }) => file);
      const { failure, isTimedOut } = await session.run(files, (PATIENCE * longest) / 1000);
      if (isTimedOut) return outcome("timed out", failure);
      if (failure !== null) return outcome("killed", failure);
    }
    return outcome("survived", null);
  } finally {
    writeFileSync(path, original);
    session.forget(mutant.file);
  }
}

function textOf({ root }: ScratchCopy, file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** In the order in which the projects are run: the quickest to start first. */
const PROJECTS = ["unit", "own-modules", "sqlite", "plain"];

/**
 * Projects with tests of the same noun come first, and in a project these tests, of them the one named like the file, and
 * those that reach most of it. Each project comes once: a worker takes seconds to start.
 */
export function nearestFirst(tests: ReadonlyArray<ReachingTest>, file: string): ReadonlyArray<ReachingTest> {
  const nearProjects = new Set(tests.filter((test) => isNear(test.file, file)).map(({ project }) => project));
  const rank = (test: ReachingTest) => [
    nearProjects.has(test.project) ? 0 : 1,
    PROJECTS.indexOf(test.project),
    isNear(test.file, file) ? 0 : 1,
    baseName(test.file) === baseName(file) ? 0 : 1,
    -test.focus,
    test.milliseconds,
  ];
  return tests
    .map((test) => ({ test, ranks: rank(test) }))
    .sort((first, second) => compared(first.ranks, second.ranks))
    .map(({ test }) => test);
}

function compared(first: ReadonlyArray<number>, second: ReadonlyArray<number>): number {
  const differences = first.map((rank, index) => rank - (second[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** As tests/models/cart/ and tests/routes/cart.db.test.ts are to app/models/cart/ and app/routes/cart/. */
function isNear(testFile: string, file: string): boolean {
  const [, area = "", noun = ""] = file.split("/");
  return testFile.startsWith(area === "db" ? "tests/db/" : `tests/${area}/${noun}`);
}

function baseName(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/[.].*/, "");
}

/** Neighbours of one project, which one worker runs one after the other. */
function inBatches(tests: ReadonlyArray<ReachingTest>): ReadonlyArray<ReadonlyArray<ReachingTest>> {
  const batches: Array<Array<ReachingTest>> = [];
  for (const test of tests) {
    const last = batches.at(-1);
    if (last && last[0]?.project === test.project) last.push(test);
    else batches.push([test]);
  }
  return batches;
}

/**
 * Databases that tests copy are made once an hour (tests/support/shops/seeded-database.ts). They are made before the mutant
 * is put in: a mutant of the catalogue import would spoil the copies of the next ones.
 */
class Templates {
  readonly #copy: ScratchCopy;
  readonly #session: TestSession;
  readonly #makers: ReadonlyArray<string>;
  #madeIn = 0;

  constructor({ copy, session }: Options) {
    this.#copy = copy;
    this.#session = session;
    this.#makers = MAKERS.filter((file) => session.testFiles().some((test) => test.file === file));
  }

  async renew(): Promise<void> {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour === this.#madeIn) return;
    this.#madeIn = hour;
    rmSync(join(this.#copy.temporary, "shop-test-templates"), { recursive: true, force: true });
    if (this.#makers.length > 0) await this.#session.run(this.#makers, Infinity);
  }
}

/** Short tests with a database with the demo catalogue, and one without. */
const MAKERS = ["tests/models/cart/gift.db.test.ts", "tests/db/leases.db.test.ts"];
