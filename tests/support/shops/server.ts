/** Starts the built shop under stock remix-serve on a free port, with a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { MEMORY_ENVIRONMENT } from "#scripts/bootstrap.ts";

import { freePort } from "./listening.ts";
import { templateFolder } from "./make-once.ts";
import { restoreDatabase } from "./restored-database.ts";
import { copySeededDatabase } from "./seeded-database.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
/** On a machine that has much else to do. */
const READY_MAX_MS = 90_000;
const END_MAX_MS = 60_000;
/** Between two looks whether the shop is at rest, and for all of them. */
const REST_MS = 50;
const REST_MAX_MS = 20_000;

export type OpenShop = Readonly<{
  /** "http://localhost:<port>", one of the two names that the shop answers to. */
  origin: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Everything it has written so far. */
  logs: () => string;
}>;

export type RunningShop = OpenShop &
  Readonly<{
    /** SIGTERM, and waits. Answers with the exit code. */
    stop: () => Promise<number | null>;
    /** SIGKILL, as a power cut would; the data folder stays. */
    kill: () => Promise<void>;
  }>;

export type ShopOptions = Readonly<{
  /** Added to the shop's environment. */
  env?: Readonly<Record<string, string>>;
  /** A data folder that another shop left. */
  dataDir?: string;
  /** A PostgreSQL database that has its tables; else the shop has a SQLite file in its data folder. */
  databaseUrl?: string;
  port?: number;
  /** What it writes goes to a file in its data folder, not through this process. */
  logsToFile?: boolean;
  /** Nobody stops it: it ends with this process. */
  endsWithTests?: boolean;
  /** False: no catalogue is put into a new database. */
  seed?: boolean;
  /** Done to a new database before the shop opens. */
  prepare?: (database: SqliteDatabase) => void;
}>;

type SharedShop = RunningShop & Readonly<{ fresh: string }>;

let shared: Promise<SharedShop> | undefined;

/**
 * The shop of this process, with the demo catalogue and no settings, which ends with it. Each file that calls this finds
 * the database as it was at first, no emails and no log: starting a shop takes a second and a half, and its first pages
 * ten times as long as later ones. A file before has at most left the figures of the desk, which the shop keeps for a
 * minute, and visits that wait for five seconds to be written: files about those start a shop of their own.
 */
export async function sharedShop(): Promise<OpenShop> {
  shared = freshShop(await shared?.catch(() => undefined));
  const shop = await shared;
  const written = shop.logs().length;
  return { ...shop, logs: () => shop.logs().slice(written) };
}

async function freshShop(before: SharedShop | undefined): Promise<SharedShop> {
  if (before && (await isRestored(before)) && (await answersHealth(before.port))) return before;
  await before?.stop();
  let fresh = "";
  const keepFresh = ({ name }: SqliteDatabase) => {
    fresh = join(dirname(name), "fresh.db");
    copyFileSync(name, fresh);
  };
  const shop = await startShop({ logsToFile: true, endsWithTests: true, prepare: keepFresh });
  return { ...shop, fresh };
}

/** False: a shop must be started anew, because what this one has in memory, or is at, may be of the file before. */
async function isRestored({ dataDir, fresh }: SharedShop): Promise<boolean> {
  const until = performance.now() + REST_MAX_MS;
  for (;;) {
    const outcome = restoreDatabase(join(dataDir, "shop.db"), fresh);
    if (outcome === "same") break;
    if (outcome === "unknown" || performance.now() > until) return false;
    // Until there is nothing to put back: a request of the file before may just have been at its end.
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  rmSync(join(dataDir, "mail"), { recursive: true, force: true });
  return true;
}

export async function startShop(options: ShopOptions = {}): Promise<RunningShop> {
  if (!existsSync(join(ROOT, "build/server/index.js"))) throw new Error("There is no build: npm run build");
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "shop-server-"));
  const env = environment({ ...options.env, DATA_DIR: dataDir, PORT: String(port) });
  if (options.databaseUrl) env["DATABASE_URL"] = options.databaseUrl;
  else await makeDatabase(join(dataDir, "shop.db"), options);
  if (!options.dataDir && !options.env?.["IMAGE_DIR"]) shareImages(join(dataDir, "images"));

  const { child, logs } = serve(env, options, dataDir);
  await untilReady(child, port, logs);
  const forget = () => {
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    origin: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    dataDir,
    logs,
    stop: async () => {
      const code = await endProcess(child, "SIGTERM");
      forget();
      return code;
    },
    kill: async () => {
      await endProcess(child, "SIGKILL");
    },
  };
}

/** remix-serve, and what it has written so far: to a file in `dataDir`, or to this process. */
function serve(
  env: NodeJS.ProcessEnv,
  { logsToFile = false, endsWithTests = false }: ShopOptions,
  dataDir: string,
): Readonly<{ child: ChildProcess; logs: () => string }> {
  const file = logsToFile ? join(dataDir, "shop.log") : null;
  const out = file === null ? "pipe" : openSync(file, "a");
  const child = spawn(
    process.execPath,
    [
      ...(endsWithTests ? ["--import", join(import.meta.dirname, "ends-with-tests.mjs")] : []),
      join(ROOT, "node_modules/@remix-run/serve/dist/cli.js"),
      "build/server/index.js",
    ],
    { cwd: ROOT, env, stdio: [endsWithTests ? "pipe" : "ignore", out, out] },
  );
  if (typeof out === "number") closeSync(out);
  const lines: Array<string> = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  return { child, logs: () => (file === null ? lines.join("") : readFileSync(file, "utf8")) };
}

/** Tables and demo catalogue, as `npm start` makes them. A database that is there stays as it is. */
async function makeDatabase(file: string, { seed = true, prepare }: ShopOptions): Promise<void> {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  await copySeededDatabase(seed ? "demo" : "none", file);
  if (!prepare) return;
  const database = new SqliteDatabase(file);
  prepare(database);
  database.close();
}

/**
 * One folder for the resized images of all test shops: they are named by what they are made of, and making the same
 * ones again for each shop was what browsers waited for most.
 */
function shareImages(folder: string): void {
  const shared = join(templateFolder(), "images");
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, folder);
}

/** What the shop's own environment holds: nothing of the test process's settings. */
export function environment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "TMPDIR", "LANG"].map((name) => [name, process.env[name]] as const);
  return {
    ...Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
    ...MEMORY_ENVIRONMENT,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    RATE_LIMIT_SCALE: "1000",
    // However slow the machine is, whoever comes is served; what turns visitors away has tests of its own.
    LOAD_SHEDDING: "off",
    // Images are made when a test asks for them, not beside it.
    IMAGE_PREGENERATE: "off",
    // Databases are filled before a shop has made its secrets.
    LOST_SECRETS: "replace",
    ...extra,
  };
}

/** Runs node to its end in the project's folder. */
export function runNode(
  args: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv,
): Promise<Readonly<{ code: number | null; output: string }>> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [...args], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("close", (code) => settle({ code, output }));
  });
}

async function untilReady(child: ChildProcess, port: number, logs: () => string): Promise<void> {
  const until = Date.now() + READY_MAX_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) break;
    // Not until it has said so itself: what answers could be somebody else's.
    if (logs().includes("[remix-serve] http") && (await answersHealth(port))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`The shop did not open:\n${logs()}`);
}

function answersHealth(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const request = http.get({ host: "127.0.0.1", port, path: "/health", agent: false }, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    request.once("error", () => settle(false));
  });
}

/** Sends `signal`, and answers with the exit code. What has not ended after `maximumMs` is killed. */
export function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  maximumMs = END_MAX_MS,
): Promise<number | null> {
  return new Promise((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      settle(child.exitCode);
      return;
    }
    const timer = setTimeout(() => child.kill("SIGKILL"), maximumMs);
    child.once("exit", (code) => {
      clearTimeout(timer);
      settle(code);
    });
    child.kill(signal);
  });
}
