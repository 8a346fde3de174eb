/** The same pages at several sizes of catalogue, side by side, and what making the catalogues took. */
import { setTimeout as pause } from "node:timers/promises";

import { type Engine, type Ground, newGround } from "#tests/storm/engine.ts";
import { environment, runNode } from "#tests/support/shops/server.ts";

import { measureChanges } from "./changes.ts";
import { memoryOf, startCpuClock } from "./cpu.ts";
import { atMost, type Bar, digits, type FigureRow, spreadText } from "./figure.ts";
import { type LoadClient, startLoadClient } from "./load.ts";
import { startTimes } from "./long-run.ts";
import type { Made } from "./make-catalogue.ts";
import { measure, type Measured, type BenchPace, type Target } from "./measure.ts";
import { openShopStack, groundPlace, type ShopStack } from "./stack.ts";
import type { Spread } from "./statistics.ts";
import { COLD_LISTING, COLD_PRODUCT, coldTargets, fastName, HOT_PAGES, hotTargets } from "./targets-pages.ts";

const SEED = 7;
const GROWTH_MAX = 1.5;
const SEARCH_MAX_MS = 20;
/** The size at which a mistyped search has a bar. */
const SEARCH_SIZE = 100_000;
const MISTYPED = "cold search, mistyped, never asked";
/** The same by one visitor, who waits behind nobody: how long a search takes. */
const MISTYPED_ALONE = "cold search, mistyped, one visitor";
/** A filter that nobody has used is counted over the whole list once for each version of the catalogue. */
const HELD: ReadonlyArray<string> = [COLD_LISTING, COLD_PRODUCT];
/** A shop that has just opened makes its indexes: it is at rest below this share of a processor. */
const REST_SHARE = 0.1;
const REST_LOOKS = 3;
const LOOK_MS = 1_000;
const REST_MAX_MS = 600_000;
const START_MAX_MS = 3_000;
const START_SIZE_MAX = 100_000;

export type GrowthSection = Readonly<{
  title: string;
  heads: ReadonlyArray<string>;
  rows: ReadonlyArray<FigureRow>;
  note?: string;
}>;
type Options = Readonly<{ pace: BenchPace; say: (line: string) => void }>;
type GrowthRun = Made & Readonly<{ size: number; ground: Ground }>;

/** Tables for catalogues of `sizes` products beside the demo's, the smallest first. Throws without a server of `engine`. */
export async function measureGrowth(
  sizes: ReadonlyArray<number>,
  engine: Engine,
  { pace, say }: Options,
): Promise<ReadonlyArray<GrowthSection>> {
  const ordered = [...sizes].sort((one, other) => one - other);
  const grounds: Array<Ground> = [];
  const made: Array<GrowthRun> = [];
  const stacks: Array<ShopStack> = [];
  const client = startLoadClient();
  try {
    for (const size of ordered) {
      say(`making ${size} products`);
      const ground = await newGround(engine);
      grounds.push(ground);
      made.push(await makeCatalogue(size, ground));
    }
    for (const { size, ground } of made) {
      const stack = await openShopStack(String(size), groundPlace(ground));
      stacks.push(stack);
      await rest(stack);
    }
    const measured = await measureSizes(client, stacks, { pace, say });
    const memory = stacks.map(({ shop }) => `${digits(memoryOf(shop.pid))} MB`);
    const changes: Array<FigureRow> = [];
    for (const [place, stack] of stacks.entries()) {
      const { ground } = made[place] ?? {};
      if (ground) changes.push(...(await measureChanges(stack, ground, { rounds: pace.rounds, say })));
    }
    for (const { shop } of stacks.splice(0)) await shop.stop();
    say("start");
    const starts: Array<Spread> = [];
    for (const { ground } of made) starts.push(await startTimes(pace.rounds, groundPlace(ground)));
    return [growthSection(ordered, measured), makingSection(made, memory, starts), changesSection(changes)];
  } finally {
    client.stop();
    for (const { shop } of stacks) await shop.stop();
    for (const ground of grounds) await ground.clear();
  }
}

async function makeCatalogue(size: number, ground: Ground): Promise<GrowthRun> {
  const { dataDir, databaseUrl } = groundPlace(ground);
  const { code, output } = await runNode(
    ["--import", "tsx", "scripts/bench/make-catalogue.ts", String(size), String(SEED)],
    environment({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }),
  );
  if (code !== 0) throw new Error(`The catalogue of ${size} was not made:\n${output}`);
  return { size, ground, ...(JSON.parse(output.trim().split("\n").at(-1) ?? "") as Made) };
}

/** Until the shop does nothing by itself any more. */
async function rest(stack: ShopStack): Promise<void> {
  const until = Date.now() + REST_MAX_MS;
  for (let looks = 0; looks < REST_LOOKS && Date.now() < until;) {
    const cpuSecondsSince = await startCpuClock(stack.pids);
    await pause(LOOK_MS);
    const share = (await cpuSecondsSince()) / (LOOK_MS / 1000);
    looks = share < REST_SHARE ? looks + 1 : 0;
  }
}

async function measureSizes(
  client: LoadClient,
  stacks: ReadonlyArray<ShopStack>,
  { pace, say }: Options,
): Promise<ReadonlyMap<string, Measured>> {
  const hot = [fastName("listing"), fastName("product")];
  const targets: Array<Target> = [];
  for (const stack of stacks) {
    const all = [...hotTargets(stack, ""), ...coldTargets(stack)];
    const runs = all.filter(({ name }) => hot.includes(name) || name.startsWith("cold"));
    const alone = all.filter(({ name }) => name === MISTYPED).map(oneVisitor);
    targets.push(
      ...[...runs, ...alone].map((target) => ({ ...target, name: nameAt(target.name, stack.name) })),
    );
  }
  // Side by side: each page at every size before the next page.
  targets.sort((one, other) => one.name.localeCompare(other.name));
  return measure(client, targets, { pace, say });
}

/** The same, of which nothing was asked by the others before. */
function oneVisitor(target: Target): Target {
  const requests: Target["requests"] = async (round) =>
    (await target.requests(round)).map((text) => text.replaceAll("{n}", "0{n}"));
  return { ...target, name: MISTYPED_ALONE, connections: 1, requests };
}

const nameAt = (name: string, size: string | number) => `${name} @ ${size}`;

function growthSection(sizes: ReadonlyArray<number>, measured: ReadonlyMap<string, Measured>): GrowthSection {
  const names = [...new Set([...measured.keys()].map((name) => name.split(" @ ")[0] ?? ""))];
  const at = (name: string, size: number) => measured.get(nameAt(name, size));
  const rows = names.map((name): FigureRow => {
    const ends = [sizes[0], sizes.at(-1)].map((size) => at(name, size ?? 0)?.cpu.median ?? Number.NaN);
    const times = (ends[1] ?? Number.NaN) / (ends[0] ?? Number.NaN);
    const cells = sizes.map((size) => {
      const found = at(name, size);
      return found
        ? `${digits(found.cpu.median)}; ${digits(found.p95.median)}; ${digits(found.p99.median)}`
        : "–";
    });
    return {
      name,
      cells: [...cells, `${digits(times)} ×`],
      bars: [
        ...(HELD.includes(name) ? [atMost(times, GROWTH_MAX, "×")] : []),
        ...(name === MISTYPED_ALONE ? searchBar(at(name, SEARCH_SIZE)) : []),
      ],
    };
  });
  return {
    title: "Catalogues that grow",
    heads: ["CPU; p95; p99, ms", ...sizes.map((size) => `${size.toLocaleString("en")} products`), "growth"],
    rows,
    note: `Listing: \`${HOT_PAGES.listing}\`, product: \`${HOT_PAGES.product}\`. Each size has the demo's products beside its own.`,
  };
}

function changesSection(rows: ReadonlyArray<FigureRow>): GrowthSection {
  return {
    title: "Changes under load",
    heads: ["change @ products", "longest answer, ms"],
    rows,
    note: "Of hot pages and `/health`, each asked by one visitor every 60 ms, from the change until six seconds after it.",
  };
}

function searchBar(found: Measured | undefined): ReadonlyArray<Bar> {
  return found ? [atMost(found.p95.median, SEARCH_MAX_MS, "ms p95 at 100,000")] : [];
}

function makingSection(
  made: ReadonlyArray<GrowthRun>,
  memory: ReadonlyArray<string>,
  starts: ReadonlyArray<Spread>,
): GrowthSection {
  const rows = made.map(({ size, seconds, peakMb }, place): FigureRow => {
    const start = starts[place];
    return {
      name: `${size.toLocaleString("en")} products`,
      cells: [`${seconds} s`, `${peakMb} MB`, memory[place] ?? "", start ? spreadText(start) : ""],
      bars: start && size <= START_SIZE_MAX ? [atMost(start.median, START_MAX_MS, "ms")] : [],
    };
  });
  return {
    title: "Making them",
    heads: [
      "catalogue",
      "time",
      "most memory",
      "the open shop afterwards",
      "npm start to the first page, ms",
    ],
    rows,
  };
}
