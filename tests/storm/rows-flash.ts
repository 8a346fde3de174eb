/** D-15: a flash sale, as large as it was planned for, half as large again, and more than there is room for. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

import { newShelf, PLENTY } from "./catalogue-driver.ts";
import type { FlashPlan, Met, Rates } from "./flash-shoppers.ts";
import { Breaks, type Measured, type Storm, type StormRow } from "./row.ts";

const ITEMS = 10;
const PEAK: Rates = { browse: 200, add: 20, checkout: 5 };
const SECONDS = 300;
/** Beyond what was planned for. */
const BEYOND = 1.5;
/** The shop has been open for a while: so long, with a share of the peak, before anything is judged. */
const OPENING = { times: 0.2, seconds: 30 };
/** More than there is room for: what is judged then is how people are turned away. */
const TOO_MANY = 3;
/** A few of them from a process that does nothing else: one that plays thousands is late itself. */
const WITNESSES: Rates = { browse: 40, add: 0, checkout: 0 };
const SHORT: Rates = { browse: 120, add: 10, checkout: 3 };
const SHORT_SECONDS = 3;
const SMALL = {
  LOAD_SHEDDING_MAX_CONCURRENT: "4",
  LOAD_SHEDDING_QUEUE_MS: "10000",
  LOAD_SHEDDING_EVENT_LOOP_LAG_MS: "10000",
};
/** Fewer than these prove nothing about who comes first. */
const CROWD = 100;

const BROWSE_BAR_MS = 800;
const CHECKOUT_BAR_MS = 3_000;
const REFUSAL_BAR_MS = 20;

const PATHS = [
  "/",
  "/c/wooden-toys",
  "/c/pushchairs",
  "/c/wooden-toys?page=2",
  "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
  "/p/pushchairs/everyday/city-pushchair",
  "/search?q=wooden",
  "/c/new",
];

async function flashSale(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  // In the short form the shop is small, and only that: on whatever machine, it is too full for those who look.
  const env: Record<string, string> = { LOAD_SHEDDING: "on", ...(storm.isShort ? SMALL : {}) };
  const shop = await ground.open({ env });
  const variants = await newShelf(ground)(...Array.from({ length: ITEMS }, () => PLENTY));
  const plan = { origin: shop.origin, paths: PATHS, variants };
  const breaks = new Breaks();
  const figures: Array<string> = [];
  if (storm.isShort) {
    const met = await send({ ...plan, perSecond: SHORT, seconds: SHORT_SECONDS });
    judge(met, breaks, "with little room");
    return breaks.measured(figureOf(met));
  }
  await send({ ...plan, perSecond: multiplied(PEAK, OPENING.times), seconds: OPENING.seconds });
  for (const times of [1, BEYOND]) {
    const met = await send({ ...plan, perSecond: multiplied(PEAK, times), seconds: SECONDS });
    judge(met, breaks, `at ${times} ×`);
    judgeTimes(met, breaks, `at ${times} ×`);
    figures.push(`${times} ×: ${figureOf(met)}`);
  }
  const [crowd, seen] = await Promise.all([
    send({ ...plan, perSecond: multiplied(PEAK, TOO_MANY), seconds: SECONDS }),
    send({ ...plan, perSecond: WITNESSES, seconds: SECONDS }),
  ]);
  judge(crowd, breaks, `at ${TOO_MANY} ×`);
  judgeRefusals(seen, breaks, `at ${TOO_MANY} ×`);
  figures.push(`${TOO_MANY} ×: ${figureOf(crowd)}; seen by witnesses: ${refusalsOf(seen)}`);
  return breaks.measured(figures.join("; "));
}

function multiplied({ browse, add, checkout }: Rates, times: number): Rates {
  return { browse: browse * times, add: add * times, checkout: checkout * times };
}

function judge({ answered, turnedAway, bought, wrong }: Met, breaks: Breaks, when: string): void {
  breaks.unless(bought > 0, `${when}: nobody could buy anything`);
  breaks.unlessEqual(wrong, {}, `${when}: answers that should not have been`);
  const share = (kind: keyof Rates) =>
    turnedAway[kind] / Math.max(1, turnedAway[kind] + answered[kind].count);
  breaks.unless(
    turnedAway.browse < CROWD || share("checkout") < share("browse") / 2,
    `${when}: those who buy were turned away like those who look`,
  );
}

function judgeTimes(met: Met, breaks: Breaks, when: string): void {
  const [browse, checkout] = [met.answered.browse.p99, met.answered.checkout.p99];
  breaks.unless(browse < BROWSE_BAR_MS, `${when}: a page took ${browse} ms`);
  breaks.unless(checkout < CHECKOUT_BAR_MS, `${when}: a step of the checkout took ${checkout} ms`);
  judgeRefusals(met, breaks, when);
}

function judgeRefusals({ turnedAwayP99 }: Met, breaks: Breaks, when: string): void {
  breaks.unless(turnedAwayP99 < REFUSAL_BAR_MS, `${when}: turning away took ${turnedAwayP99} ms`);
}

function figureOf(met: Met): string {
  const { answered, bought } = met;
  return (
    `${bought} bought, checkout p99 ${answered.checkout.p99} ms (bar ${CHECKOUT_BAR_MS}), ` +
    `${answered.browse.count} pages, p99 ${answered.browse.p99} ms (bar ${BROWSE_BAR_MS}), ` +
    `${answered.add.count} added, p99 ${answered.add.p99} ms; ${refusalsOf(met)}`
  );
}

function refusalsOf({ turnedAway, turnedAwayP99, turnedAwayMedian }: Met): string {
  return (
    `turned away ${turnedAway.browse} who looked, ${turnedAway.add} who added, ${turnedAway.checkout} who bought, ` +
    `half in ${turnedAwayMedian} ms, p99 ${turnedAwayP99} ms (bar ${REFUSAL_BAR_MS})`
  );
}

/** Sends the shoppers, from one core of their own where there are two. */
async function send(plan: FlashPlan): Promise<Met> {
  const own = ["--import", "tsx", "tests/storm/flash-shoppers.ts", JSON.stringify(plan)];
  const last = availableParallelism() - 1;
  const isPinned = last > 0 && spawnSync("taskset", ["--version"]).status === 0;
  const [program = "", ...args] = [
    ...(isPinned ? ["taskset", "-c", String(last)] : []),
    process.execPath,
    ...own,
  ];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return JSON.parse(output) as Met;
}

export const FLASH_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-15",
    hazard: "a flash sale: 200 pages, 20 adds and 5 checkouts a second for 5 minutes, then 1.5 ×, then 3 ×",
    passes:
      "page p99 < 800 ms, checkout p99 < 3 s, turned away with 503 and Retry-After in 20 ms, no other 5xx",
    limitSeconds: 1_200,
    run: flashSale,
  },
];
