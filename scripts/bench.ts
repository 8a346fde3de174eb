/** `npm run bench`: what the shop costs, beside Express and node:http in the same run (docs/performance.md). */
import "#tests/storm/environment.ts";
import { type Engine, ENGINES } from "#tests/storm/engine.ts";
import { keepConnectionsOpen } from "#tests/support/people/shopper.ts";

import { parseArgs } from "node:util";

import { canReadCpu } from "./bench/cpu.ts";
import { type DocumentPart, writePart } from "./bench/document.ts";
import { measureDesk } from "./bench/desk.ts";
import { measureGrowth } from "./bench/growth.ts";
import { currentLoad } from "./bench/machine.ts";
import type { BenchPace } from "./bench/measure.ts";
import { measurePages } from "./bench/pages.ts";
import { benchText, deskText, growthText, pagesText } from "./bench/report.ts";
import { GROUPS, type Group, measureShop } from "./bench/shop.ts";
import { buildWhenStale } from "./fresh-build.ts";
import { fail } from "./bootstrap.ts";

const HELP = `Usage: npm run bench -- [options]

  --only NAMES     groups: ${GROUPS.join(", ")} (all); with --pages, kinds of page
  --rounds NUMBER  rounds of which the median is shown (5; with --pages, looks at each page: 3)
  --quick          two short rounds, to see that it works; the figures are rough
  --pages          Lighthouse on every kind of page, and nothing else
  --slowdown NUMBER with --pages: how many times slower a phone is than this machine (4); less on a slow one
  --reports FOLDER with --pages: keeps Lighthouse's reports there, as JSON
  --growth SIZES   catalogues of so many products, such as 1000,100000,1000000, and nothing else
  --desk ORDERS    pages of the desk in a shop of so many orders, such as 1000000, and nothing else
  --engine NAME    with --growth or --desk: ${ENGINES.join(" or ")} (sqlite)
  --write          puts the table into docs/performance.md
  --help           this

Run it on an idle machine. What it needs it starts, in temporary folders and on free ports of 127.0.0.1.
The rows of two processes need nginx, and a PostgreSQL server as npm test finds it.`;

/** Fewer have no order of each status. */
const ORDERS_MIN = 5_000;
const DOCUMENT = "docs/performance.md";
const FULL = { rounds: 5, milliseconds: 1_500, requestsMin: 200, connections: 4, looks: 3 };
const QUICK = { rounds: 2, milliseconds: 300, requestsMin: 20, connections: 4, looks: 1 };

async function main(): Promise<void> {
  keepConnectionsOpen();
  const options = readOptions();
  if (!options) return;
  if (!canReadCpu()) fail("The bench reads processor time from /proc: it runs on Linux.");
  const load = currentLoad();
  await buildWhenStale();
  const { part, text } = await run(options, load);
  console.log(text);
  if (options.isWritten) await writePart(DOCUMENT, part, text);
}

type Options = Readonly<{
  /** Groups or kinds of page; null for all. */
  names: ReadonlyArray<string> | null;
  pace: BenchPace;
  isQuick: boolean;
  isWritten: boolean;
  pages: Readonly<{ reports: string | null; slowdown: number; looks: number }> | null;
  growth: Readonly<{ sizes: ReadonlyArray<number>; engine: Engine }> | null;
  desk: Readonly<{ orders: number; engine: Engine }> | null;
}>;

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      pages: { type: "boolean", default: false },
      slowdown: { type: "string", default: "4" },
      reports: { type: "string" },
      growth: { type: "string" },
      desk: { type: "string" },
      engine: { type: "string", default: "sqlite" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.log(HELP);
  if (values.help) return null;
  const slowdown = Number(values.slowdown);
  const { looks, ...pace } = atPace(values);
  return {
    names: values.only === "" ? null : values.only.split(",").map((name) => name.trim()),
    pace,
    isQuick: values.quick,
    isWritten: values.write,
    pages: values.pages ? { reports: values.reports ?? null, slowdown, looks } : null,
    growth:
      values.growth === undefined ? null : { sizes: sizesOf(values.growth), engine: engineOf(values.engine) },
    desk:
      values.desk === undefined ? null : { orders: ordersOf(values.desk), engine: engineOf(values.engine) },
  };
}

function atPace(
  requested: Readonly<{ quick: boolean; rounds?: string }>,
): BenchPace & Readonly<{ looks: number }> {
  const basis = requested.quick ? QUICK : FULL;
  const rounds = requested.rounds === undefined ? {} : roundsOf(requested.rounds);
  return { ...basis, ...rounds };
}

type Run = Readonly<{ part: DocumentPart; text: string }>;

async function run(
  { names, pace, isQuick, pages, growth, desk }: Options,
  load: ReadonlyArray<number>,
): Promise<Run> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  if (pages)
    return { part: "pages", text: pagesText(await measurePages({ only: names, ...pages, say }), load) };
  if (growth) {
    const { sizes, engine } = growth;
    const text = growthText(await measureGrowth(sizes, engine, { pace, say }), load);
    return { part: engine === "sqlite" ? "growth" : "growth-postgres", text };
  }
  if (desk) {
    const text = deskText(await measureDesk(desk.engine, { ...desk, rounds: pace.rounds, say }), load);
    return { part: desk.engine === "sqlite" ? "desk" : "desk-postgres", text };
  }
  const sections = await measureShop({ groups: groupsOf(names), pace, isQuick, say });
  return { part: "bench", text: benchText(sections, load) };
}

function roundsOf(text: string): Readonly<{ rounds: number; looks: number }> {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1) fail(`--rounds: "${text}" is no whole number from 1`);
  return { rounds, looks: rounds };
}

function groupsOf(names: ReadonlyArray<string> | null): ReadonlyArray<Group> {
  const unknown = names?.find((name) => !GROUPS.some((group) => group === name));
  if (unknown !== undefined) fail(`--only: "${unknown}" is none of ${GROUPS.join(", ")}`);
  return GROUPS.filter((group) => names?.includes(group) ?? true);
}

function engineOf(text: string): Engine {
  return (
    ENGINES.find((engine) => engine === text) ?? fail(`--engine: "${text}" is none of ${ENGINES.join(", ")}`)
  );
}

function ordersOf(text: string): number {
  const orders = Number(text);
  if (!Number.isInteger(orders) || orders < ORDERS_MIN)
    fail(`--desk: "${text}" is no whole number from ${ORDERS_MIN}`);
  return orders;
}

function sizesOf(text: string): ReadonlyArray<number> {
  const sizes = text.split(",").map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100))
    fail(`--growth: "${text}" is no list of whole numbers from 100, such as 1000,100000`);
  return sizes;
}

await main();
// Keep-alive sockets stay open for a while.
process.exit();
