/** What one process holds after many requests, and how long the shop takes to open. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { ROOT } from "#scripts/bootstrap.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { environment } from "#tests/support/shops/server.ts";

import { memoryOf, processTree } from "./cpu.ts";
import { atMost, digits, type FigureRow, spreadText } from "./figure.ts";
import { type LoadClient, requestText } from "./load.ts";
import type { ShopStack } from "./stack.ts";
import { slope, type Spread, spreadOf } from "./statistics.ts";
import { HOT_PAGES } from "./targets-pages.ts";

const MEMORY_MAX_MB = 350;
/** Megabytes that the second half of the requests may add. */
const FLAT_MB = 20;
const READINGS = 10;
/** All processes of `npm start`, npm itself among them, after so many pages. */
const ALL_MAX_MB = 260;
const ALL_PAGES = 10_000;
const START_MAX_MS = 2_000;
const NPM_START = ["npm", "start"];
const POLL_MS = 10;
const GIVE_UP_MS = 60_000;
const READING_MAX_MS = 600_000;
const SETTLE_MS = 1_000;

type LoadOptions = Readonly<{ requests: number; cookie: string }>;

/** Asks for hot pages, new pages and pages that are nowhere, and reads the process's memory ten times on the way. */
export async function measureMemory(
  client: LoadClient,
  { port, shop }: ShopStack,
  { requests, cookie }: LoadOptions,
): Promise<FigureRow> {
  const readings: Array<readonly [number, number]> = [];
  let from = 0;
  for (let reading = 1; reading <= READINGS; reading += 1) {
    from = await askMixed(client, port, { from, requests: Math.ceil(requests / READINGS), cookie });
    readings.push([from, memoryOf(shop.pid)]);
  }
  await pause(SETTLE_MS);
  const last = memoryOf(shop.pid);
  const secondHalf = readings.slice(READINGS / 2);
  const grown = slope(secondHalf) * (requests / 2);
  return {
    name: `memory after ${requests.toLocaleString("en")} requests`,
    cells: [
      `${digits(last)} MB; ${digits(memoryOf(shop.pid, "VmHWM"))} MB at most`,
      `${grown.toFixed(1)} MB in the second half`,
    ],
    bars: [atMost(last, MEMORY_MAX_MB, "MB"), atMost(grown, FLAT_MB, "MB grown")],
  };
}

type MixedLoad = LoadOptions & Readonly<{ from: number }>;

/** Hot pages, new pages and pages that are nowhere, numbered from `from`; returns the next number. */
async function askMixed(
  client: LoadClient,
  port: number,
  { from, requests, cookie }: MixedLoad,
): Promise<number> {
  const paths = [...Object.values(HOT_PAGES), "/blog", `${HOT_PAGES.listing}?from={n}`, "/nowhere/{n}"];
  const texts = paths.flatMap((path) => [requestText({ port, path }), requestText({ port, path, cookie })]);
  const { next } = await client.run({
    port,
    requests: texts,
    from,
    connections: 4,
    requestsMin: 0,
    requestsMax: requests,
    milliseconds: READING_MAX_MS,
    millisecondsMax: READING_MAX_MS,
    keepsCookies: false,
  });
  return next;
}

/** Megabytes that `npm start` takes, all of its processes together. */
export async function measureAllMemory(client: LoadClient): Promise<FigureRow> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-memory-"));
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  const shop = await open(NPM_START, { dataDir });
  await askMixed(client, shop.port, { from: 0, requests: ALL_PAGES, cookie: "" });
  await pause(SETTLE_MS);
  const each = processTree(shop.pid).map((pid) => memoryOf(pid));
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const sum = each.reduce((total, megabytes) => total + megabytes, 0);
  return {
    name: `memory of all processes of npm start after ${ALL_PAGES.toLocaleString("en")} pages`,
    cells: [`${digits(sum)} MB`, each.map((megabytes) => digits(megabytes)).join(" + ")],
    bars: [atMost(sum, ALL_MAX_MB, "MB")],
  };
}

/** Milliseconds from the command to the first page, for `npm start` and for its server alone, after a build. */
export async function measureStart(rounds: number): Promise<ReadonlyArray<FigureRow>> {
  const serve = join(ROOT, "node_modules/@remix-run/serve/dist/cli.js");
  const ways = [
    { name: "npm start, to the first page", command: NPM_START, isHeld: true },
    {
      name: "its server alone (remix-serve)",
      command: [process.execPath, serve, "build/server/index.js"],
      isHeld: false,
    },
  ];
  const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-start-"));
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  const rows: Array<FigureRow> = [];
  for (const { name, command, isHeld } of ways) {
    const spread = await startTimes(rounds, { dataDir }, command);
    rows.push({
      name,
      cells: [`${spreadText(spread)} ms`, ""],
      bars: isHeld ? [atMost(spread.median, START_MAX_MS, "ms")] : [],
    });
  }
  rmSync(dataDir, { recursive: true, force: true });
  return rows;
}

type Place = Readonly<{ dataDir: string; databaseUrl?: string }>;

/** Milliseconds from `command` to the first page of the shop whose data are at `place`. */
export async function startTimes(rounds: number, place: Place, command = NPM_START): Promise<Spread> {
  const times: Array<number> = [];
  for (let round = 0; round < rounds; round += 1) {
    const { milliseconds, stop } = await open(command, place);
    times.push(milliseconds);
    await stop();
  }
  return spreadOf(times);
}

type Opened = Readonly<{ port: number; pid: number; milliseconds: number; stop: () => Promise<void> }>;

async function open(
  [command = "", ...args]: ReadonlyArray<string>,
  { dataDir, databaseUrl }: Place,
): Promise<Opened> {
  const port = await freePort();
  const env = environment({
    ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env, stdio: "ignore" });
  const ended = new Promise((settle) => child.once("exit", settle));
  while (!(await answers(port)) && performance.now() - startedAt < GIVE_UP_MS && child.exitCode === null)
    await pause(POLL_MS);
  const milliseconds = performance.now() - startedAt;
  const stop = async () => {
    // npm passes no signal on to what it started.
    for (const pid of child.pid ? processTree(child.pid) : []) tryToEnd(pid);
    await ended;
  };
  if (milliseconds < GIVE_UP_MS && child.exitCode === null)
    return { port, pid: child.pid ?? 0, milliseconds, stop };
  await stop();
  throw new Error(`${command} ${args.join(" ")} did not open`);
}

function tryToEnd(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It is gone already.
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const request = http.get({ host: "localhost", port, path: "/", agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => settle(answer.statusCode === 200));
    });
    request.once("error", () => settle(false));
  });
}
