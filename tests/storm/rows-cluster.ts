/** C-01 and C-02: several processes, of which one is killed again and again, or all are renewed with another build. */
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import { addToBasket, filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { findNginx, HOW_TO_GET_NGINX } from "#tests/support/shops/nginx.ts";
import type { ShopPair } from "#tests/support/shops/shop-pair.ts";

import { newShelf, PLENTY } from "./catalogue-driver.ts";
import { isWayToPay } from "./checkout-driver.ts";
import { deployed } from "./deploy.ts";
import type { Ground } from "./engine.ts";
import { notPaid } from "./provider.ts";
import { Breaks, type Measured, NotProvoked, type Storm, type StormRow } from "./row.ts";

const BUYERS = 6;
const KILLS = 6;
const PAUSE_MS = 10_000;
/** How long a process that was killed stays away: as a service manager would leave it. */
const AWAY_MS = 1_000;
/** What was sent in the moments around a kill was under way, in milliseconds: nginx learns of it a little later. */
const MOMENT_MS = 100;
/** Times that a buyer presses a button again. */
const PRESSES = 5;

type Span = Readonly<{ from: number; to: number }>;
type Failure = Span & Readonly<{ what: string; isRead: boolean }>;
type Fire = Readonly<{
  failures: Array<Failure>;
  /** Payment pages of which the shop has said that they are paid. */
  promised: Set<string>;
  tally: { requests: number; bought: number };
}>;

async function killedOneByOne(storm: Storm): Promise<Measured> {
  if (!findNginx()) throw new NotProvoked(HOW_TO_GET_NGINX);
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  const shop = await ground.openPair();
  const fire: Fire = { failures: [], promised: new Set(), tally: { requests: 0, bought: 0 } };
  const state = { isOn: true };
  const buying = Array.from({ length: BUYERS }, async () => {
    while (state.isOn) await buyPatiently(shop, id, fire);
  });
  const kills: Array<Span> = [];
  for (let time = 0; time < (storm.isShort ? 2 : KILLS); time += 1) {
    await pause(storm.isShort ? 1_500 : PAUSE_MS);
    kills.push(await killOne(shop, time % 2 === 0 ? 0 : 1));
  }
  state.isOn = false;
  await Promise.all(buying);
  return reckon(ground, fire, kills);
}

/** Kills it, and opens it anew a moment later. Answers with when it was killed. */
async function killOne(shop: ShopPair, which: 0 | 1): Promise<Span> {
  const from = performance.now();
  await shop.shops()[which]?.kill();
  const to = performance.now();
  await pause(AWAY_MS);
  await shop.reopen(which);
  return { from, to };
}

async function reckon(ground: Ground, fire: Fire, kills: ReadonlyArray<Span>): Promise<Measured> {
  const { failures, promised, tally } = fire;
  const unexplained = failures.filter(
    ({ isRead, from, to }) =>
      isRead || !kills.some((kill) => from <= kill.to + MOMENT_MS && to >= kill.from - MOMENT_MS),
  );
  const lost = await notPaid(ground, promised);
  const twice = await orderedTwice(ground);
  const breaks = new Breaks();
  breaks.unless(tally.bought > kills.length, "too little was bought to prove anything");
  breaks.unlessEqual(
    unexplained.map(({ what }) => what),
    [],
    "failed requests that were not under way on a killed process, or could be repeated",
  );
  breaks.unlessEqual(lost, [], "payments acknowledged and lost");
  breaks.unlessEqual(twice, [], "baskets that were paid for twice");
  return breaks.measured(
    `${kills.length} kills: ${tally.requests} requests, ${failures.length} failed with their process, ` +
      `${unexplained.length} others; ${tally.bought} bought, ${lost.length} lost, ${twice.length} twice`,
  );
}

/** One purchase; what fails is pressed again, as it was. */
async function buyPatiently(shop: ShopPair, id: number, fire: Fire): Promise<void> {
  const shopper = new Shopper(shop.origin);
  await pressed(fire, "GET /", () => shopper.get("/"));
  if (!(await pressed(fire, "POST /cart", () => addToBasket(shopper, id)))) return;
  await pressed(fire, "GET /cart", () => shopper.get("/cart"));
  const form = await filledIn(shopper, fire);
  const placed = form && (await pressed(fire, "POST /checkout", () => shopper.post("/checkout", form)));
  if (!placed || !isWayToPay(placed)) return;
  const page = placed.location ?? "";
  const paid = await pressed(fire, "POST /test-payment", () => payAt(shopper, page));
  if (paid?.status !== 303) return;
  fire.promised.add(page);
  fire.tally.bought += 1;
  await pressed(fire, "GET after paying", () => shopper.get(paid.location ?? "/"));
}

/** The till's form. It asks for prices by a POST that may meet its end, too. */
async function filledIn(shopper: Shopper, fire: Fire) {
  for (let time = 0; time < PRESSES; time += 1) {
    const from = performance.now();
    fire.tally.requests += 2;
    try {
      return await filledCheckout(shopper);
    } catch (error) {
      const what = `POST /checkout (prices): ${String(error)}`;
      // That the page itself did not come says its status; only the prices may fail.
      const isRead = String(error).includes("is not open");
      fire.failures.push({ what, isRead, from, to: performance.now() });
    }
  }
  return null;
}

/** The answer, after as many presses as it takes; null when it never comes. Every failure is noted. */
async function pressed(fire: Fire, name: string, ask: () => Promise<Answer>): Promise<Answer | null> {
  for (let time = 0; time < PRESSES; time += 1) {
    const from = performance.now();
    fire.tally.requests += 1;
    const answer = await ask().catch((error: unknown) => String(error));
    if (typeof answer !== "string" && answer.status < 500) return answer;
    const what = `${name}: ${typeof answer === "string" ? answer : answer.status}`;
    fire.failures.push({ what, isRead: name.startsWith("GET"), from, to: performance.now() });
  }
  return null;
}

/** Each buyer pays for one basket once. */
async function orderedTwice({ db }: Ground): Promise<ReadonlyArray<string>> {
  const { rows } = await sql<{ cart_id: string }>`
    SELECT cart_id FROM orders WHERE paid_at IS NOT NULL GROUP BY cart_id HAVING COUNT(*) > 1
  `.execute(db);
  return rows.map((row) => row.cart_id);
}

export const CLUSTER_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "C-01",
    hazard: "two processes behind nginx, one killed every 10 s while people buy",
    passes: "0 failed but POSTs under way on the killed one; 0 lost, 0 twice",
    engines: ["postgres"],
    limitSeconds: 400,
    run: killedOneByOne,
  },
  {
    id: "C-02",
    hazard: "a deploy under load: another build is made, and all processes are renewed with it",
    passes: "0 failed requests; files of the old build stay; an open browser goes on or reloads once",
    limitSeconds: 900,
    run: deployed,
  },
];
