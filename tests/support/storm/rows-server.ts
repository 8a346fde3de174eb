/** D-11 and D-13: a shop that is open for long, and a database server that hangs up on it. */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import { addToBasket, filledCheckout, goToPayment, payAt } from "#tests/support/purchase.ts";
import type { RunningShop } from "#tests/support/server.ts";
import { Shopper } from "#tests/support/shopper.ts";

import type { Ground } from "./engine.ts";
import { Breaks, type Measured, type Storm, type StormRow } from "./row.ts";
import { newShelf, until } from "./shelf.ts";
import { isWayToPay, timed } from "./till.ts";

const PLENTY = 100_000;
const MEGABYTE = 1024 * 1024;
/** Before the first reading, and between the two, in milliseconds. */
const WARM_MS = 120_000;
const WATCH_MS = 60_000;
const RSS_MAX_MEGABYTES = 1;
const HEAP_MAX_SHARE = 0.1;
const HANDLES_MAX = 5;
const VISITORS = 4;

type Gauge = Readonly<{ heapUsed: number; rss: number; handles: number }>;

async function leaks(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const loader = resolve("tests/support/storm/gauge.mjs");
  const shop = await ground.open({ env: { NODE_OPTIONS: `--import=${loader}` } });
  const [id = 0] = await newShelf(ground)(PLENTY);
  const visits = { count: 0, isOn: true };
  const traffic = Array.from({ length: VISITORS }, () => shopAround(shop, id, visits));
  await pause(storm.isShort ? 2_000 : WARM_MS);
  const before = await gaugeOf(shop);
  await pause(storm.isShort ? 2_000 : WATCH_MS);
  const after = await gaugeOf(shop);
  visits.isOn = false;
  await Promise.all(traffic);

  const rss = (after.rss - before.rss) / MEGABYTE;
  const heap = after.heapUsed / before.heapUsed - 1;
  const handles = after.handles - before.handles;
  const breaks = new Breaks();
  breaks.unless(rss < RSS_MAX_MEGABYTES, `memory grew by ${rss.toFixed(1)} MB a minute`);
  breaks.unless(heap < HEAP_MAX_SHARE, `the heap grew by ${Math.round(heap * 100)} %`);
  breaks.unless(Math.abs(handles) <= HANDLES_MAX, `${handles} handles more`);
  return {
    figure:
      `${visits.count} visits; third minute: memory ${signed(rss.toFixed(1))} MB (bar 1), ` +
      `heap ${signed((heap * 100).toFixed(1))} % (bar 10), handles ${signed(String(handles))} (bar 5)`,
    breaks: breaks.list,
  };
}

function signed(number: string): string {
  return number.startsWith("-") ? number : `+${number}`;
}

/** One visitor after the other looks around; every tenth buys. */
async function shopAround(
  shop: RunningShop,
  id: number,
  visits: { count: number; isOn: boolean },
): Promise<void> {
  while (visits.isOn) {
    const shopper = new Shopper(shop.origin);
    for (const path of [
      "/",
      "/c/wooden-toys",
      "/search?q=wooden",
      "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
    ])
      await shopper.get(path);
    await addToBasket(shopper, id);
    visits.count += 1;
    if (visits.count % 10 === 0) await payAt(shopper, await goToPayment(shopper));
    await pause(100);
  }
}

async function gaugeOf(shop: RunningShop): Promise<Gauge> {
  const said = () => [...shop.logs().matchAll(/^gauge (\{.*\})$/gm)];
  const before = said().length;
  process.kill(shop.pid, "SIGUSR2");
  await until(() => said().length > before, 10_000);
  return JSON.parse(said().at(-1)?.[1] ?? "{}") as Gauge;
}

const RECOVERY_MAX_MS = 5_000;
const GIVE_UP_MS = 60_000;

/** The server hangs up on every connection of the shop, again and again, while people buy. */
async function hungUp(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const shop = await ground.open();
  const [id = 0] = await newShelf(ground)(PLENTY);
  const tally = { bought: 0, failed: 0 };
  const state = { isOn: true };
  const promised = new Set<string>();
  const buying = Array.from({ length: 6 }, async () => {
    while (state.isOn) {
      const paid = await buyOnce(shop, id).catch(() => null);
      if (paid) promised.add(paid);
      tally[paid ? "bought" : "failed"] += 1;
    }
  });
  const times = storm.isShort ? 2 : 10;
  let slowest = 0;
  for (let time = 0; time < times; time += 1) {
    await pause(500);
    await hangUp(ground);
    const recovery = await timed(() => until(() => isWell(shop), GIVE_UP_MS));
    slowest = Math.max(slowest, recovery.ms);
  }
  state.isOn = false;
  await Promise.all(buying);

  const lost = await notPaid(ground, promised);
  const breaks = new Breaks();
  breaks.unless(tally.bought > 0, "nobody could buy anything");
  breaks.unlessEqual(lost, [], "payments acknowledged and lost");
  // Tests that run beside others measure no time.
  const barMs = storm.isShort ? GIVE_UP_MS : RECOVERY_MAX_MS;
  breaks.unless(slowest < barMs, `it took ${Math.round(slowest)} ms to recover`);
  return {
    figure:
      `${times}× hung up: ${tally.bought} bought, ${tally.failed} told to try again, ${lost.length} lost; ` +
      `well again in ${Math.round(slowest)} ms (bar ${RECOVERY_MAX_MS})`,
    breaks: breaks.list,
  };
}

/** The payment page of an order that was placed and paid, or null when the shop asked to try again. */
async function buyOnce(shop: RunningShop, id: number): Promise<string | null> {
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, id);
  const placed = await shopper.post("/checkout", await filledCheckout(shopper));
  if (!isWayToPay(placed)) return null;
  const paid = await payAt(shopper, placed.location ?? "");
  return paid.status === 303 ? placed.location : null;
}

async function isWell(shop: RunningShop): Promise<boolean> {
  const visitor = new Shopper(shop.origin);
  const answers = [await visitor.get("/health"), await visitor.get("/search?q=wooden")];
  return answers.every(({ status }) => status === 200);
}

/** Ends every connection to the shop's database but the one that asks. */
async function hangUp({ db }: Ground): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
}

async function notPaid({ db }: Ground, pages: ReadonlySet<string>): Promise<ReadonlyArray<string>> {
  const rows = await db.selectFrom("embedded_payments").select("id").where("status", "=", "paid").execute();
  const paid = new Set(rows.map(({ id }) => `/test-payment/${id}`));
  return [...pages].filter((page) => !paid.has(page));
}

export const SERVER_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-11",
    hazard: "three minutes of mixed traffic",
    passes: "memory < +1 MB a minute, heap within 10 %, handles within 5",
    limitSeconds: 240,
    run: leaks,
  },
  {
    id: "D-13",
    hazard: "the database server hangs up ten times under load",
    passes: "0 payments lost, well again in 5 s",
    engines: ["postgres"],
    limitSeconds: 120,
    run: hungUp,
  },
];
