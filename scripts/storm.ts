/** `npm run storm` (docs/storm.md). Ends with the number of breaks; the exit code is 0 when there are none. */
import "#tests/storm/environment.ts";
import { type Engine, ENGINES, isAvailable } from "#tests/storm/engine.ts";
import { PROVED_BY_TESTS } from "#tests/storm/hazards.ts";
import { runProofs } from "#tests/storm/proofs.ts";
import { NAMED_ROWS, ROWS, SHORT_ROWS } from "#tests/storm/rows.ts";
import { type Outcome, runStorm } from "#tests/storm/run.ts";
import { keepConnectionsOpen } from "#tests/support/people/shopper.ts";
import { findNginx, HOW_TO_GET_NGINX } from "#tests/support/shops/nginx.ts";

import { parseArgs } from "node:util";

import { buildWhenStale } from "./fresh-build.ts";
import { fail } from "./bootstrap.ts";

const HELP = `Usage: npm run storm -- [flash-sale] [soak] [options]

  flash-sale, soak               the row of that name

  --engine sqlite|postgres|both  where (both)
  --rows R-01,P-03               these rows only
  --cluster                      every shop is two processes behind nginx; unless --rows says others, the rows of
                                 stock and payment
  --short                        a few rows with small numbers, in five minutes
  --minutes NUMBER               how long D-11 watches the shop (3); longer watches print every minute
  --requests NUMBER              how many the soak makes (250000)
  --buyers NUMBER                how many want the one unit of R-01 (1000)
  --seed NUMBER                  the random numbers of an earlier run
  --list                         say which rows there are, and run none
  --json                         one JSON object at the end, for machines
  --help                         this

PostgreSQL: the server that TEST_DATABASE_URL names, else one at 127.0.0.1:5432; each row has databases of its own,
made and dropped. Without a server the rows that tests prove run on PGlite; the others are left out, and it says so.`;

const ALL_IDS = [...ROWS, ...PROVED_BY_TESTS].map(({ id }) => id);
const USUAL_IDS = [...ROWS.filter(({ isOnRequest }) => !isOnRequest), ...PROVED_BY_TESTS].map(({ id }) => id);

const MONEY_IDS = ROWS.map(({ id }) => id).filter((id) => /^[RP]-/.test(id));

type Options = Readonly<{
  engines: ReadonlyArray<Engine>;
  /** The requested rows; null: all, or the short form's. */
  ids: ReadonlyArray<string> | null;
  isPair: boolean;
  isShort: boolean;
  isJson: boolean;
  seed: number;
  minutes: number;
  requests: number;
  buyers: number | null;
}>;

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 0;
  keepConnectionsOpen();
  const say = options.isJson ? () => undefined : (line: string) => console.log(line);
  if (options.isPair && !findNginx()) fail(`--cluster: ${HOW_TO_GET_NGINX}`);
  await buildWhenStale();
  const startedAt = performance.now();
  say(`Seed ${options.seed}\n`);
  say(line(["row", "engine", "ok", "s", "measured", "passes"]));
  const outcomes: Array<Outcome> = [];
  for (const engine of options.engines) outcomes.push(...(await runEngine(engine, options, say)));
  const breaks = outcomes.flatMap(({ id, engine, breaks }) =>
    (breaks ?? []).map((text) => `${id} ${engine}: ${text}`),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (options.isJson)
    console.log(JSON.stringify({ seed: options.seed, seconds, breaks: breaks.length, outcomes }));
  for (const text of breaks) say(`BREAK ${text}`);
  say(`\n${outcomes.length} rows, the books reckoned up after each, ${seconds} s`);
  say(`${breaks.length} breaks`);
  return breaks.length === 0 && outcomes.length > 0 ? 0 : 1;
}

function readOptions(): Options | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      engine: { type: "string", default: "both" },
      rows: { type: "string", default: "" },
      cluster: { type: "boolean", default: false },
      short: { type: "boolean", default: false },
      minutes: { type: "string", default: "3" },
      requests: { type: "string", default: "250000" },
      buyers: { type: "string" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      list: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.log(HELP);
  if (values.list) list();
  if (values.help || values.list) return null;
  const engines = values.engine === "both" ? ENGINES : ENGINES.filter((engine) => engine === values.engine);
  if (engines.length === 0) fail(`--engine: "${values.engine}" is none of ${ENGINES.join(", ")}, both`);
  return {
    engines,
    ids: chosenRows(values.rows, positionals) ?? (values.cluster ? MONEY_IDS : null),
    isPair: values.cluster,
    isShort: values.short,
    isJson: values.json,
    seed: Number(values.seed),
    minutes: wholeNumber("--minutes", values.minutes, 3),
    requests: wholeNumber("--requests", values.requests, 1_000),
    buyers: values.buyers === undefined ? null : wholeNumber("--buyers", values.buyers, 2),
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least)
    fail(`${option}: "${text}" is no whole number from ${least}`);
  return number;
}

function chosenRows(rows: string, names: ReadonlyArray<string>): ReadonlyArray<string> | null {
  const unnamed = names.find((name) => !Object.hasOwn(NAMED_ROWS, name));
  if (unnamed !== undefined) fail(`There is no row "${unnamed}": --list names them`);
  const ids = rows === "" ? [] : rows.split(",").map((id) => id.trim());
  const unknown = ids.find((id) => !ALL_IDS.includes(id));
  if (unknown !== undefined) fail(`--rows: there is no row "${unknown}" (--list names them)`);
  const chosen = [...names.flatMap((name) => NAMED_ROWS[name] ?? []), ...ids];
  return chosen.length === 0 ? null : chosen;
}

function list(): void {
  for (const { id, hazard, passes } of [...ROWS, ...PROVED_BY_TESTS])
    console.log(`${id}  ${hazard}: ${passes}`);
  for (const [name, ids] of Object.entries(NAMED_ROWS)) console.log(`${name}: ${ids.join(", ")}`);
}

async function runEngine(
  engine: Engine,
  { ids, isPair, isShort, seed, minutes, requests, buyers }: Options,
  say: (text: string) => void,
): Promise<ReadonlyArray<Outcome>> {
  const show = (outcome: Outcome) => say(lineOf(outcome));
  const chosen = ids ?? (isShort ? SHORT_ROWS[engine] : USUAL_IDS);
  const proved = await runProofs(engine, chosen);
  proved.forEach(show);
  if (!(await isAvailable(engine))) {
    say(`${engine}: no server answers; only what tests prove was run, on PGlite`);
    return proved;
  }
  const rows = ROWS.filter(({ id }) => chosen.includes(id));
  const options = { isShort, seed, isPair, minutes, requests, buyers, say, onOutcome: show };
  return [...proved, ...(await runStorm(engine, rows, options))];
}

const WIDTHS = [5, 9, 6, 5];

function line(cells: ReadonlyArray<string>): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(" ")
    .trimEnd();
}

function lineOf({ id, engine, breaks, seconds, figure, passes }: Outcome): string {
  const verdict = breaks === null ? "-" : breaks.length === 0 ? "ok" : "BREAK";
  return line([id, engine, verdict, seconds.toFixed(1), `${figure} | ${passes}`]);
}

process.exitCode = await main();
