/** D-11 and D-17: a shop that is open for long. Memory, heap and handles are read after a garbage collection. */
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { slope } from "#scripts/bench/statistics.ts";
import { logIn, register } from "#tests/support/people/customer/customer-visitor.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import { atOwnShop, until } from "./catalogue-driver.ts";
import { Breaks, type Measured, type Storm, type StormRow } from "./row.ts";

const MEGABYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Before the first minute: how long caches take to fill depends on how busy the machine is. */
const WARM_VISITS = 3_000;
/** Code is compiled and caches are filled in these, in minutes: they are watched, and not judged. */
const WARM_MINUTES = 2;
/** A longer watch is warm after this share of it: caches that are bounded by bytes take their time to fill. */
const WARM_SHARE = 0.5;
const SHORT_MINUTE_MS = 1_000;
const RSS_MAX_MEGABYTES = 1;
const HEAP_MAX_SHARE = 0.1;
const HANDLES_MAX = 5;
const VISITORS = 4;
const ODD_MAX = 20;
const VISIT_PAUSE_MS = 100;
const VISIT_MAX_MS = 20_000;
const EMAIL = "soak@example.com";
/** Of D-17, which are not judged: until then the buffers of stored pages fill up to their bound. */
const WARM_REQUESTS = 30_000;
/** Of the requests of D-17 after these: when memory is read. */
const READ_AT = [0.2, 0.6, 1] as const;
const READINGS = 5;
const READING_PAUSE_MS = 3_000;
const SHORT_REQUESTS = 1_000;
const JUDGED_FROM = 100_000;
/** Between the last two readings. A list or map that keeps one entry for each request grows by more. */
const LEAK_MAX_BYTES = 50;
/** Between the last two readings, however many requests: SQLite may still be filling its 22 MB (docs/storm.md). */
const GROWTH_MAX_MEGABYTES = 25;
/** Scripts, styles and images that a visitor's browser asks for in D-17. */
const FILES_A_VISIT = 12;

type Gauge = Readonly<{
  heapUsed: number;
  heapTotal: number;
  external: number;
  rss: number;
  handles: number;
}>;
/** What is shown of a gauge, in megabytes. Buffers are the memory of stored pages and of files that are read. */
type Held = Readonly<{ rss: number; heap: number; heapRoom: number; buffers: number; handles: number }>;
type Reading = Held & Readonly<{ minute: number; visits: number }>;

async function leaks(storm: Storm): Promise<Measured> {
  const { shop, id } = await openGauged(storm);
  const visits = noVisits();
  const traffic = Array.from({ length: VISITORS }, () => shopAround(shop, id, visits));
  const readings: Array<Reading> = [];
  if (!storm.isShort) await until(() => visits.count >= WARM_VISITS || !visits.isOn, Infinity);
  for (let minute = 1; minute <= storm.minutes; minute += 1) {
    await pause(storm.isShort ? SHORT_MINUTE_MS : MINUTE_MS);
    const reading = { minute, visits: visits.count, ...(await readInPeace(shop, visits)) };
    readings.push(reading);
    if (storm.minutes > WARM_MINUTES + 1) storm.say(lineOf(reading));
  }
  visits.isOn = false;
  await Promise.all(traffic);

  const trend = trendOf(readings);
  const unhandled = unhandledIn(shop);
  const breaks = new Breaks();
  breaks.unless(trend.rss < RSS_MAX_MEGABYTES, `memory grew by ${trend.rss.toFixed(1)} MB a minute`);
  breaks.unless(trend.heap < HEAP_MAX_SHARE, `the heap grew by ${Math.round(trend.heap * 100)} %`);
  breaks.unless(Math.abs(trend.handles) <= HANDLES_MAX, `${trend.handles} handles more`);
  breaks.unlessEqual(unhandled.length, 0, "unhandled rejections");
  breaks.unlessEqual(visits.odd, [], "answers that a visitor should not get");
  return breaks.measured(
    `${visits.count} visits in ${storm.minutes} minutes; from minute ${trend.from}: ` +
      `memory ${signed(trend.rss.toFixed(2))} MB a minute (bar 1), heap ${signed((trend.heap * 100).toFixed(1))} % ` +
      `(bar 10), handles ${signed(String(trend.handles))} (bar 5), ${unhandled.length} unhandled`,
  );
}

/** So many requests of one process that is warm; its memory after a fifth of them, after three fifths and after all. */
async function keepsItsMemory(storm: Storm): Promise<Measured> {
  const requests = storm.isShort ? SHORT_REQUESTS : storm.requests;
  const warm = storm.isShort ? 0 : WARM_REQUESTS;
  const { shop, id } = await openGauged(storm);
  const visits = noVisits(await filesOfPages(shop));
  const times = storm.isShort ? 1 : READINGS;
  const startedAt = performance.now();
  const traffic = Array.from({ length: VISITORS }, () => shopAround(shop, id, visits, 0));
  const readings: Array<Readonly<{ requests: number }> & Held> = [];
  for (const share of READ_AT) {
    await until(() => visits.requests >= warm + requests * share || !visits.isOn, Infinity);
    const reading = { requests: visits.requests, ...(await readInPeace(shop, visits, times)) };
    readings.push(reading);
    storm.say(`  ${reading.requests} requests: ${heldText(reading)}`);
  }
  visits.isOn = false;
  await Promise.all(traffic);

  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const [before, last] = readings.slice(-2);
  if (!before || !last) throw new Error("Memory was read less than twice");
  const growth = last.rss - before.rss;
  const leak = ((last.heap - before.heap) * MEGABYTE) / (last.requests - before.requests);
  const unhandled = unhandledIn(shop);
  const breaks = new Breaks();
  breaks.unless(visits.requests >= warm + requests, `only ${visits.requests} requests`);
  // So few requests leave the shop cold, and are no measure.
  if (!storm.isShort && requests >= JUDGED_FROM) {
    breaks.unless(leak <= LEAK_MAX_BYTES, `the heap grew by ${leak.toFixed(0)} bytes a request`);
    breaks.unless(growth <= GROWTH_MAX_MEGABYTES, `memory grew by ${growth.toFixed(1)} MB`);
  }
  breaks.unlessEqual(unhandled.length, 0, "unhandled rejections");
  breaks.unlessEqual(visits.odd, [], "answers that a visitor should not get");
  const figures = readings.map((one) => `${one.requests}: ${heldText(one)}`).join("; ");
  return breaks.measured(
    `${visits.requests} requests, ${visits.count} visits in ${seconds} s; ${figures}; ` +
      `in the last part the heap ${signed(leak.toFixed(0))} bytes a request (bar ${LEAK_MAX_BYTES}), ` +
      `memory ${signed(growth.toFixed(1))} MB (bar ${GROWTH_MAX_MEGABYTES}), ${unhandled.length} unhandled`,
  );
}

/** A shop that says what it holds when it is asked (`gaugeOf`), with a variant that never runs out. */
async function openGauged(storm: Storm): Promise<Readonly<{ shop: RunningShop; id: number }>> {
  const loader = resolve("tests/storm/heap-probe.mjs");
  const { shop, id } = await atOwnShop(storm, { env: { NODE_OPTIONS: `--import=${loader}` } });
  await register(new Shopper(shop.origin), EMAIL);
  return { shop, id };
}

/**
 * Nobody is served while it is read: what a request holds for its own time is no leak. The lowest of `readings`
 * counts, because V8 and the allocator give freed memory back later, and jobs go on.
 */
async function readInPeace(shop: RunningShop, visits: Visits, readings = 1): Promise<Held> {
  visits.isPaused = true;
  await until(() => visits.busy === 0, VISIT_MAX_MS);
  let lowest = await gaugeOf(shop);
  for (let reading = 1; reading < readings; reading += 1) {
    await pause(READING_PAUSE_MS);
    const held = await gaugeOf(shop);
    if (held.rss < lowest.rss) lowest = held;
  }
  visits.isPaused = false;
  return lowest;
}

function unhandledIn(shop: RunningShop): ReadonlyArray<string> {
  return shop.logs().match(/unhandledRejection|uncaughtException|ERR_UNHANDLED/g) ?? [];
}

/** What memory, heap and handles did in the minutes that are judged. */
function trendOf(readings: ReadonlyArray<Reading>) {
  const start = Math.max(WARM_MINUTES - 1, Math.floor(readings.length * WARM_SHARE));
  const judged = readings.slice(Math.min(start, readings.length - 2));
  const [first, last] = [judged[0], judged.at(-1)];
  if (!first || !last) throw new Error("A watch takes two minutes at least");
  return {
    from: first.minute,
    rss: slope(judged.map(({ minute, rss }) => [minute, rss])),
    heap: last.heap / first.heap - 1,
    handles: last.handles - first.handles,
  };
}

function lineOf({ minute, visits, ...held }: Reading): string {
  return `  minute ${minute}: ${heldText(held)}, ${visits} visits`;
}

function heldText({ rss, heap, heapRoom, buffers, handles }: Held): string {
  const [memory, used, room, bytes] = [rss, heap, heapRoom, buffers].map((size) => size.toFixed(1));
  return `${memory} MB, heap ${used} of ${room} MB, buffers ${bytes} MB, ${handles} handles`;
}

function signed(number: string): string {
  return number.startsWith("-") ? number : `+${number}`;
}

type Visits = {
  count: number;
  requests: number;
  busy: number;
  isOn: boolean;
  isPaused: boolean;
  odd: Array<string>;
  /** What browsers ask for beside the pages; each visitor for some of it. */
  files: ReadonlyArray<string>;
};

function noVisits(files: ReadonlyArray<string> = []): Visits {
  return { count: 0, requests: 0, busy: 0, isOn: true, isPaused: false, odd: [], files };
}

/** Addresses of the scripts, styles and images of the pages that are looked at. */
async function filesOfPages(shop: RunningShop): Promise<ReadonlyArray<string>> {
  const visitor = new Shopper(shop.origin);
  const found = new Set<string>();
  for (const path of LOOKED_AT) {
    const { body } = await visitor.get(path);
    for (const [, file = ""] of body.matchAll(/(?:src|href)="(\/(?:assets|image)\/[^"]+)"/g))
      found.add(file.replaceAll("&amp;", "&"));
  }
  return [...found];
}

/** Its requests are counted. */
class Visitor extends Shopper {
  readonly #visits: Visits;

  constructor(origin: string, visits: Visits) {
    super(origin);
    this.#visits = visits;
  }

  override get(path: string): Promise<Answer> {
    this.#visits.requests += 1;
    return super.get(path);
  }

  override post(path: string, fields: Fields): Promise<Answer> {
    this.#visits.requests += 1;
    return super.post(path, fields);
  }
}

const LOOKED_AT: ReadonlyArray<string> = [
  "/",
  "/c/wooden-toys",
  "/search?q=wooden",
  "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
];
/** One of these a visit, each with something new about it. */
const ALSO: ReadonlyArray<(count: number) => string> = [
  (count) => `/c/wooden-toys?max=${20 + (count % 4_000)}`,
  (count) => `/c/wooden-toys?sort=price-desc&page=${1 + (count % 3)}`,
  (count) => `/search?q=rainbwo+${count}`,
  (count) => `/no-such-page/${count}`,
  () => "/blog",
  () => "/information/delivery-and-return",
  () => "/api/products",
  () => "/image/products/rainbow-stacker-1.jpg?w=320",
  () => "/favourites",
  (count) => `/search-suggestions?q=ra${count % 500}`,
];

/** One visitor after the other looks around. */
async function shopAround(
  shop: RunningShop,
  id: number,
  visits: Visits,
  pauseMs = VISIT_PAUSE_MS,
): Promise<void> {
  while (visits.isOn) {
    await until(() => !visits.isPaused, Infinity);
    visits.busy += 1;
    await visitOnce(shop, id, visits).catch((error: unknown) => visits.odd.push(String(error)));
    visits.busy -= 1;
    // A shop that is gone, or past helping, is not asked for ever.
    if (visits.odd.length > ODD_MAX) visits.isOn = false;
    await pause(pauseMs);
  }
}

/** Looks at five pages and some files, and fills a basket; every tenth visitor buys, every twentieth logs in. */
async function visitOnce(shop: RunningShop, id: number, visits: Visits): Promise<void> {
  const shopper = new Visitor(shop.origin, visits);
  visits.count += 1;
  const count = visits.count;
  const also = ALSO[count % ALSO.length]?.(count) ?? "/";
  const some = Math.min(visits.files.length, FILES_A_VISIT);
  const files = Array.from(
    { length: some },
    (_, at) => visits.files[(count * some + at) % visits.files.length] ?? "",
  );
  for (const path of [...LOOKED_AT, also, ...files]) {
    const { status } = await shopper.get(path);
    if (status >= 500) visits.odd.push(`${status} ${path}`);
  }
  await addToBasket(shopper, id);
  if (count % 10 === 0) await payAt(shopper, await goToPayment(shopper));
  if (count % 20 === 0) await logIn(shopper, EMAIL);
}

/** What the shop holds now, in megabytes, garbage collected before. */
async function gaugeOf(shop: RunningShop): Promise<Held> {
  const output = () => [...shop.logs().matchAll(/^gauge (\{.*\})$/gm)];
  const before = output().length;
  process.kill(shop.pid, "SIGUSR2");
  await until(() => output().length > before, 10_000);
  const { rss, heapUsed, heapTotal, external, handles } = JSON.parse(output().at(-1)?.[1] ?? "{}") as Gauge;
  const [memory = 0, heap = 0, heapRoom = 0, buffers = 0] = [rss, heapUsed, heapTotal, external].map(
    (bytes) => bytes / MEGABYTE,
  );
  return { rss: memory, heap, heapRoom, buffers, handles };
}

export const SOAK_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-11",
    hazard: "mixed traffic for --minutes (3), after 3,000 visits",
    passes: "memory < +1 MB a minute, heap within 10 %, handles within 5, 0 unhandled",
    limitSeconds: 900,
    isLasting: true,
    run: leaks,
  },
  {
    id: "D-17",
    hazard: "--requests (250,000) mixed requests to one process, after 30,000",
    passes: "in the last two fifths heap < +50 bytes a request, memory < +25 MB, 0 unhandled",
    isOnRequest: true,
    limitSeconds: 3 * 3_600,
    run: keepsItsMemory,
  },
];
