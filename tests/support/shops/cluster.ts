/** `npm run start:cluster` for a test: its supervisor, its processes, and the signals that it takes. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { freePort } from "./listening.ts";
import { endProcess, environment } from "./server.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const OUTPUT_MAX_MS = 60_000;
/** All processes one after another, each of which has to open. */
const RENEWED_MAX_MS = 300_000;
/** The last of what was written, in characters, that a failure shows. */
const SHOWN_MAX = 2_000;
const END_MAX_MS = 20_000;

export type RunningCluster = Readonly<{
  origin: string;
  port: number;
  pid: number;
  /** Everything that the supervisor and its processes have written so far. */
  logs: () => string;
  /** Process ids of the shops that are there, whether open or not. */
  processes: () => ReadonlyArray<number>;
  /** Waits until `text` has been written after `from` characters. Throws when it never is. */
  hasPrinted: (text: string, from?: number) => Promise<void>;
  /** SIGUSR2, and waits until all processes are renewed. */
  renew: () => Promise<void>;
  /** SIGTERM, and waits. Answers with the exit code. */
  stop: () => Promise<number | null>;
}>;

type Options = Readonly<{
  /** A data folder whose database has its tables, or the settings that name one. */
  dataDir: string;
  env?: Readonly<Record<string, string>>;
  /** Folder of the project; the one of this test unless said. */
  root?: string;
  port?: number;
}>;

/** Starts it and waits until it is open. */
export async function startCluster({
  dataDir,
  env = {},
  root = ROOT,
  port,
}: Options): Promise<RunningCluster> {
  const at = port ?? (await freePort());
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start-cluster.ts"], {
    cwd: root,
    env: environment({
      WEB_CONCURRENCY: "2",
      LOG_LEVEL: "warn",
      ...env,
      DATA_DIR: dataDir,
      PORT: String(at),
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const isPrinted = async (text: string, from: number, maxMs: number) => {
    const until = Date.now() + maxMs;
    while (!written.slice(from).includes(text)) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`Never said "${text}":\n${written.slice(-SHOWN_MAX)}`);
      await pause(20);
    }
  };
  const hasPrinted = (text: string, from = 0) => isPrinted(text, from, OUTPUT_MAX_MS);
  try {
    await hasPrinted(" is open at ");
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    origin: `http://localhost:${at}`,
    port: at,
    pid: child.pid ?? 0,
    logs: () => written,
    processes: () => shopsOf(child.pid ?? 0),
    hasPrinted,
    renew: async () => {
      const from = written.length;
      child.kill("SIGUSR2");
      await isPrinted("All processes have been restarted.", from, RENEWED_MAX_MS);
    },
    stop: () => endProcess(child, "SIGTERM", END_MAX_MS),
  };
}

/** Children of the supervisor that run remix-serve, the oldest first. Linux tells by /proc. */
function shopsOf(supervisor: number): ReadonlyArray<number> {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isShopOf(join("/proc", name), supervisor))
    .map(Number)
    .sort((one, other) => one - other);
}

function isShopOf(folder: string, supervisor: number): boolean {
  try {
    const parent = /\) \S+ (\d+) /.exec(readFileSync(join(folder, "stat"), "utf8"))?.[1];
    return (
      Number(parent) === supervisor &&
      readFileSync(join(folder, "cmdline"), "utf8").includes("remix-run/serve")
    );
  } catch {
    // Ended meanwhile.
    return false;
  }
}

/** True where `processes` can be told. */
export function hasProcessList(): boolean {
  return existsSync("/proc/self/stat");
}
