/** One long-lived Vitest, which keeps what it has transformed: only the file that has changed is transformed anew. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";

import type { Plugin } from "vite";
import { createVitest, type Reporter, type TestSpecification, type Vitest } from "vitest/node";

import type { ScratchCopy } from "./scratch-copy.ts";

/** `failure`: the first test that failed. */
export type SessionOutcome = Readonly<{ failure: string | null; isTimedOut: boolean }>;

type Options = Readonly<{
  copy: ScratchCopy;
  projects: ReadonlyArray<string>;
  /** Whether a run ends with the first failure. */
  isBailing: boolean;
  plugins?: ReadonlyArray<Plugin>;
  setupFile?: string;
}>;

/** Time between two checks that tests still end. */
const LOOK_MS = 1_000;
/** Of the processor, without a test ending. Waiting tests have limits of their own. */
const STALLED_CPU_SECONDS = 15;
/** On a busy machine the processor is with others most of the time. */
const STALLED_MS = 300_000;
const TICKS_PER_SECOND = 100;
const PLUGINS = "__mutatePlugins";

/** In the order in which they are asked for. */
class InOrder {
  shard(specifications: Array<TestSpecification>): Array<TestSpecification> {
    return specifications;
  }

  sort(specifications: Array<TestSpecification>): Array<TestSpecification> {
    return specifications;
  }
}

/** What has failed, and when something was last heard of. */
class Progress implements Reporter {
  readonly failures: Array<string> = [];
  #heardAt = performance.now();
  #seenAt = 0;
  #cpuThen = 0;

  restart(): void {
    this.failures.length = 0;
    this.note();
  }

  note(): void {
    this.#heardAt = performance.now();
  }

  /** Whether nothing was heard of for so long that nothing will be. */
  isStalled(patience: number): boolean {
    const cpu = cpuSecondsOf(workers());
    if (this.#heardAt !== this.#seenAt) this.#cpuThen = cpu;
    this.#seenAt = this.#heardAt;
    if (performance.now() - this.#heardAt > STALLED_MS) return true;
    return cpu - this.#cpuThen > STALLED_CPU_SECONDS + patience;
  }

  onTestModuleCollected = () => this.note();

  onTestCaseResult: NonNullable<Reporter["onTestCaseResult"]> = (testCase) => {
    this.note();
    if (testCase.result().state === "failed")
      this.failures.push(`${testCase.module.relativeModuleId} > ${testCase.fullName}`);
  };

  onTestModuleEnd: NonNullable<Reporter["onTestModuleEnd"]> = (testModule) => {
    this.note();
    const { relativeModuleId: file } = testModule;
    if (testModule.state() === "failed" && !this.failures.some((failure) => failure.startsWith(file)))
      this.failures.push(`${file}: ${testModule.errors()[0]?.message.split("\n")[0] ?? "outside its tests"}`);
  };
}

export class TestSession {
  readonly #vitest: Vitest;
  readonly #progress: Progress;
  readonly #root: string;
  #specifications = new Map<string, TestSpecification>();

  private constructor(vitest: Vitest, progress: Progress, root: string) {
    this.#vitest = vitest;
    this.#progress = progress;
    this.#root = root;
  }

  /** Works in the folder of the copy from now on, as its tests do. */
  static async open(options: Options): Promise<TestSession> {
    const { copy, projects, isBailing, plugins = [], setupFile } = options;
    setEnvironment(copy);
    const progress = new Progress();
    const vitest = await createVitest(
      "test",
      {
        root: copy.root,
        config: writeConfig(copy.root, plugins),
        watch: false,
        project: [...projects],
        reporters: [progress],
        sequence: { sequencer: InOrder },
      },
      { cacheDir: join(copy.temporary, "vite"), logLevel: "error" },
      { stdout: silence(), stderr: silence() },
    );
    for (const { config } of vitest.projects) {
      if (isBailing) config.bail = 1;
      if (setupFile !== undefined) config.setupFiles.push(setupFile);
    }
    const session = new TestSession(vitest, progress, copy.root);
    for (const specification of await vitest.globTestSpecifications())
      session.#specifications.set(session.#relative(specification.moduleId), specification);
    return session;
  }

  /** Each test file with the name of its project. */
  testFiles(): ReadonlyArray<Readonly<{ file: string; project: string }>> {
    return [...this.#specifications].map(([file, { project }]) => ({ file, project: project.name }));
  }

  /** Runs the files, of one project, in their order. `patience`: seconds that one test may need of the processor. */
  async run(files: ReadonlyArray<string>, patience: number): Promise<SessionOutcome> {
    this.#vitest.state.filesMap.clear();
    this.#vitest.state.idMap.clear();
    this.#progress.restart();
    let isTimedOut = false;
    const watch = setInterval(() => {
      if (!this.#progress.isStalled(patience)) return;
      isTimedOut = true;
      for (const pid of workers()) process.kill(pid, "SIGKILL");
    }, LOOK_MS);
    try {
      const specifications = files.flatMap((file) => this.#specifications.get(file) ?? []);
      const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
      const [failure = unhandledErrors.map(messageOf)[0] ?? null] = this.#progress.failures;
      return { failure, isTimedOut };
    } finally {
      clearInterval(watch);
    }
  }

  /** The files with a failure of the last run. */
  failedFiles(): ReadonlyArray<string> {
    return [...new Set(this.#progress.failures.map((failure) => failure.split(/: | > /)[0] ?? ""))];
  }

  /** To be called when `file` has changed. */
  forget(file: string): void {
    this.#vitest.invalidateFile(join(this.#root, file));
  }

  async close(): Promise<void> {
    await this.#vitest.close();
    // Failed tests are what is looked for.
    process.exitCode = 0;
  }

  #relative(path: string): string {
    return path.slice(this.#root.length + 1);
  }
}

/** Tests warn of much, and more so with a mutant. */
function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** The projects read the file by themselves, so that plugins must stand in it. Answers with its path. */
function writeConfig(root: string, plugins: ReadonlyArray<Plugin>): string {
  const file = join(root, "mutate.vitest.config.ts");
  Object.assign(globalThis, { [PLUGINS]: plugins });
  const lines = [
    'import config from "./vitest.config.ts";',
    `export default { ...config, plugins: globalThis.${PLUGINS} };`,
  ];
  writeFileSync(file, lines.join("\n"));
  return file;
}

/** As `vitest run` sets it. Templates of databases are the copy's own: a mutant may have made them. */
function setEnvironment({ root, temporary }: ScratchCopy): void {
  process.chdir(root);
  Object.assign(process.env, {
    NODE_ENV: "test",
    TEST: "true",
    VITEST: "true",
    VITEST_MAX_WORKERS: "1",
    TMPDIR: temporary,
    TEST_TEMPLATES_DIR: temporary,
  });
}

function messageOf(error: unknown): string {
  return `outside the tests: ${String((error as { message?: string }).message ?? error).split("\n")[0] ?? ""}`;
}

/** The processes in which Vitest runs test files now. */
function workers(): ReadonlyArray<number> {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isWorker(pid));
}

function isWorker(pid: number): boolean {
  const [, parent] = statOf(pid);
  return Number(parent) === process.pid && readProc(pid, "cmdline").includes("vitest/dist/workers/");
}

function cpuSecondsOf(pids: ReadonlyArray<number>): number {
  const ticks = pids.map((pid) => {
    const fields = statOf(pid);
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

/** What stands after the name of the program, which may hold spaces: state, parent and so on (proc(5)). */
function statOf(pid: number): ReadonlyArray<string> {
  return readProc(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
