/** Which test files reach which functions and branches of app/: found in one run of the tests, then remembered. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import type { Plugin } from "vite";
import { z } from "zod";

import { type Braces, type Spot, spotsOf, withMarks } from "./marks.ts";
import type { ScratchCopy } from "./scratch-copy.ts";
import { type Place, readSourceTree, type SourceTree } from "./source-tree.ts";
import { TestSession } from "./test-session.ts";

const reachSchema = z.object({
  fingerprint: z.string(),
  tests: z.array(z.object({ file: z.string(), project: z.string(), milliseconds: z.number() })),
  /** Of each spot of a file: where it is, and the indices of the tests that reach it, or reached it as modules loaded. */
  files: z.record(
    z.array(
      z.object({
        start: z.number(),
        end: z.number(),
        reached: z.array(z.number()),
        whileLoading: z.array(z.number()),
      }),
    ),
  ),
  /** They fail without any mutant, so they say nothing of one. */
  broken: z.array(z.string()),
});
type Recorded = Readonly<z.infer<typeof reachSchema>>;
type RecordedSpot = Recorded["files"][string][number];
/** `focus`: how many functions and branches of the file it reaches in all. */
export type ReachingTest = Recorded["tests"][number] & Readonly<{ focus: number }>;

const lineSchema = z.object({
  testFile: z.string(),
  milliseconds: z.number(),
  reached: z.array(z.number()),
  whileLoading: z.array(z.number()),
});
type Line = Readonly<z.infer<typeof lineSchema>>;

/** These tests look at source texts, and run nothing of app/. */
const READS_SOURCES = "tests/architecture/";
const SETUP_FILE = "mutate-reach-setup.ts";

/** What is known of the tests of a checkout. */
export class Reach {
  readonly #recorded: Recorded;
  readonly #root: string;
  #tree: SourceTree | null = null;

  constructor(recorded: Recorded, root: string) {
    this.#recorded = recorded;
    this.#root = root;
  }

  /** The test files in which the code at `place` takes effect, in no order. */
  testsAt(place: Place): ReadonlyArray<ReachingTest> {
    const { tests, broken, files } = this.#recorded;
    const spots = files[place.file] ?? [];
    return [...this.#indicesAt(place)].flatMap((index) => {
      const test = tests[index];
      if (!test || broken.includes(test.file)) return [];
      return [{ ...test, focus: spots.filter(({ reached }) => reached.includes(index)).length }];
    });
  }

  #indicesAt(place: Place): ReadonlySet<number> {
    const spot = this.#spotAt(place);
    if (spot) return new Set([...spot.reached, ...this.#afterLoading(spot, place.file)]);
    this.#tree ??= readSourceTree(this.#root);
    const readers = this.#tree.readers(place);
    if (!readers) return this.#importing(place.file);
    return new Set(readers.flatMap((reader) => this.#spotAt(reader)?.reached ?? []));
  }

  /** The innermost. */
  #spotAt({ file, position }: Place): RecordedSpot | undefined {
    const spots = this.#recorded.files[file] ?? [];
    return spots.findLast(({ start, end }) => start <= position && position < end);
  }

  /** What ran while modules were loaded takes effect in whatever imports them. */
  #afterLoading({ whileLoading }: RecordedSpot, file: string): ReadonlySet<number> {
    return whileLoading.length > 0 ? this.#importing(file) : new Set();
  }

  #importing(file: string): ReadonlySet<number> {
    this.#tree ??= readSourceTree(this.#root);
    const importers = this.#tree.allImporters(file);
    const indices = this.#recorded.tests.flatMap((test, index) => (importers.has(test.file) ? [index] : []));
    const own = (this.#recorded.files[file] ?? []).flatMap(({ reached }) => reached);
    return new Set([...indices, ...own]);
  }
}

type Options = Readonly<{ copy: ScratchCopy; checkout: string; projects: ReadonlyArray<string> }>;

/** From the cache of the checkout; runs its tests when they, or app/, have changed since. */
export async function reachOf(options: Options): Promise<Reach> {
  const { copy, checkout, projects } = options;
  const file = join(checkout, "node_modules/.cache/mutate", `reach-${projects.join("-")}.json`);
  const known = existsSync(file) ? reachSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data : null;
  if (known?.fingerprint === copy.fingerprint) return new Reach(known, copy.root);
  const recorded = await recordReach(options);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(recorded));
  return new Reach(recorded, copy.root);
}

async function recordReach({ copy, projects }: Options): Promise<Recorded> {
  const marking = new Marking(copy.root);
  const lines = join(copy.temporary, "reach.jsonl");
  process.env["MUTATE_REACH_FILE"] = lines;
  const setupFile = join(copy.root, SETUP_FILE);
  copyFileSync(resolve(import.meta.dirname, "reach-setup.ts"), setupFile);
  const plugins = [marking.plugin];
  const session = await TestSession.open({ copy, projects, isBailing: false, plugins, setupFile });
  const broken: Array<string> = [];
  for (const project of projects) broken.push(...(await runProject(session, project)));
  const projectOf = new Map(session.testFiles().map((test) => [test.file, test.project]));
  await session.close();
  const read = readLines(lines, copy.root);
  const tests = read.map(({ testFile, milliseconds }) => ({
    file: testFile,
    project: projectOf.get(testFile) ?? "",
    milliseconds,
  }));
  return { fingerprint: copy.fingerprint, tests, files: marking.sorted(read), broken };
}

/** Answers with the files that fail twice. */
async function runProject(session: TestSession, project: string): Promise<ReadonlyArray<string>> {
  const all = session
    .testFiles()
    .filter((test) => test.project === project && !test.file.startsWith(READS_SOURCES));
  console.error(`Finding out what the ${all.length} test files of ${project} reach …`);
  const files = all.map(({ file }) => file);
  await session.run(files, Infinity);
  const failed = session.failedFiles().filter((file) => files.includes(file));
  if (failed.length === 0) return [];
  await session.run(failed, Infinity);
  const again = session.failedFiles();
  if (again.length > 0) console.error(`Left out, because they fail without a mutant: ${again.join(", ")}`);
  return again;
}

/** Of a file that ran twice, the last. */
function readLines(file: string, root: string): ReadonlyArray<Line> {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const byFile = new Map(
    lines.map((line) => {
      const parsed = lineSchema.parse(JSON.parse(line));
      const testFile = parsed.testFile.slice(root.length + 1);
      return [testFile, { ...parsed, testFile }];
    }),
  );
  return [...byFile.values()];
}

/** Gives each spot of app/ its number when Vite reads the file. */
class Marking {
  readonly plugin: Plugin;
  readonly #first = new Map<string, number>();
  readonly #spots: Array<Readonly<{ file: string; spot: Spot & Braces }>> = [];

  constructor(root: string) {
    const app = `${root}/app/`;
    this.plugin = {
      name: "mutate-marks",
      enforce: "pre",
      transform: (code, id) => {
        if (!id.startsWith(app) || !/[.]tsx?$/.test(id)) return null;
        return { code: this.#mark(id.slice(root.length + 1), code), map: null };
      },
    };
  }

  #mark(file: string, code: string): string {
    const spots = spotsOf(file, code);
    const first = this.#first.get(file) ?? this.#spots.length;
    if (!this.#first.has(file)) this.#spots.push(...spots.map((spot) => ({ file, spot })));
    this.#first.set(file, first);
    return withMarks(code, spots, first);
  }

  /** By file and spot what the lines say by test and number. */
  sorted(lines: ReadonlyArray<Line>): Recorded["files"] {
    const spots = this.#spots.map(({ file, spot: { start, end } }) => ({
      file,
      spot: { start, end, reached: [] as Array<number>, whileLoading: [] as Array<number> },
    }));
    lines.forEach(({ reached, whileLoading }, test) => {
      for (const number of reached) spots[number]?.spot.reached.push(test);
      for (const number of whileLoading) spots[number]?.spot.whileLoading.push(test);
    });
    const files: Record<string, Array<RecordedSpot>> = {};
    for (const { file, spot } of spots) (files[file] ??= []).push(spot);
    return files;
  }
}
