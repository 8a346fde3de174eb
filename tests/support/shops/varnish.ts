/** Debian's Varnish with the very file that owners get (deploy/varnish.vcl): only addresses are put in. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

import { findProgram } from "#tests/support/checks/programs.ts";

import { endProcess } from "./server.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../../deploy/varnish.vcl");
const READY_MAX_MS = 60_000;

export const HOW_TO_GET_VARNISH = "no varnishd: apt-get install varnish";

/** Path of the program, or null where there is none. */
export function findVarnish(): string | null {
  return findProgram("varnishd");
}

export type RunningVarnish = Readonly<{ origin: string; stop: () => Promise<void> }>;

type Options = Readonly<{
  port: number;
  shopPort: number;
  /** Where the shop keeps its SQLite database. */
  dataDir: string;
  /** Seconds for which a page is fresh, instead of what the shop says. */
  freshSeconds?: number;
}>;

/**
 * Starts it on 127.0.0.1, and waits until the shop behind it answers and has had everything dropped, as it does once
 * after each start: a purge in the middle of a test would cost it its pages. Throws where it does not start.
 */
export async function startVarnish(options: Options): Promise<RunningVarnish> {
  const program = findVarnish();
  if (!program) throw new Error(HOW_TO_GET_VARNISH);
  const folder = mkdtempSync(join(tmpdir(), "shop-varnish-"));
  const file = join(folder, "shop.vcl");
  writeFileSync(file, filledIn(options));
  const child = spawn(
    program,
    [
      ...["-j", "none", "-F", "-n", join(folder, "work"), "-f", file, "-a", `127.0.0.1:${options.port}`],
      ...["-s", "malloc,64m", "-p", "http_gzip_support=off", "-p", "thread_pool_min=10"],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const origin = `http://localhost:${options.port}`;
  const stop = async () => {
    await endProcess(child, "SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + READY_MAX_MS;
  while (!(await answers(origin)) || !hasPurged(options.dataDir)) {
    if (child.exitCode === null && Date.now() < until) await pause(50);
    else {
      await stop();
      throw new Error(`Varnish did not start:\n${output}`);
    }
  }
  return { origin, stop };
}

/** The example with what is "yours" put in. Each must be there: the file that is tested is the file that is shown. */
function filledIn({ shopPort, freshSeconds }: Options): string {
  const example = readFileSync(EXAMPLE, "utf8");
  const changes: ReadonlyArray<readonly [string, string]> = [
    ['.port = "3000"; ', `.port = "${shopPort}"; `],
    ...(freshSeconds === undefined
      ? []
      : [
          [
            "    set beresp.grace = 1d;",
            `    set beresp.ttl = ${freshSeconds}s; set beresp.grace = 1d;`,
          ] as const,
        ]),
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/varnish.vcl has no "${from}"`);
    return text.replace(from, to);
  }, example);
}

function hasPurged(dataDir: string): boolean {
  const database = new SqliteDatabase(join(dataDir, "shop.db"));
  try {
    const [row] = database
      .prepare("SELECT count(*) AS jobs FROM jobs WHERE kind = 'shared-cache-purge' AND status = 'done'")
      .all() as Array<{ jobs: number }>;
    return row !== undefined && row.jobs > 0;
  } finally {
    database.close();
  }
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/health`)).status === 200;
  } catch {
    return false;
  }
}
