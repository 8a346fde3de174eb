/** D-13 and C-03: a database server that hangs up on the shop, or is gone for a moment. */
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import { LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket, filledCheckout, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { restartAtOnce } from "#tests/support/shops/ephemeral-postgres.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import { newShelf, PLENTY, until, untilJobsDone } from "./catalogue-driver.ts";
import { isWayToPay, timed } from "./checkout-driver.ts";
import { type Ground, onOwnServer } from "./engine.ts";
import { notPaid } from "./provider.ts";
import { Breaks, type Measured, type Storm, type StormRow } from "./row.ts";

const RECOVERY_MAX_MS = 5_000;
const GIVE_UP_MS = 60_000;

/** The server hangs up on every connection of the shop, again and again, while people buy. */
async function hungUp(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  return underFire(storm, ground, { name: "hung up", strike: () => hangUp(ground) });
}

/** The server crashes and comes back, again and again, while people buy. */
async function restarted(storm: Storm): Promise<Measured> {
  return onOwnServer({ fsync: "on" }, async (ground, server) => {
    await ground.lookAway();
    const strike = async () => {
      await ground.lookAway();
      restartAtOnce(server);
    };
    const { figure, breaks } = await underFire(storm, ground, { name: "restarted at once", strike });
    const waiting = await untilJobsDone(ground, LEASE_MS + GIVE_UP_MS);
    const books = await brokenInvariants(ground.where);
    return { figure, breaks: [...breaks, ...waiting.map((job) => `still to be done: ${job}`), ...books] };
  });
}

type Blow = Readonly<{ name: string; strike: () => Promise<void> }>;

/** People buy while the database is struck again and again; how long the shop takes each time once the blow is over. */
async function underFire(storm: Storm, ground: Ground, { name, strike }: Blow): Promise<Measured> {
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
  let slowestBlow = 0;
  for (let time = 0; time < times; time += 1) {
    await pause(500);
    const blow = await timed(strike);
    const recovery = await timed(() => until(() => isWell(shop), GIVE_UP_MS));
    slowest = Math.max(slowest, recovery.ms);
    slowestBlow = Math.max(slowestBlow, blow.ms);
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
  return breaks.measured(
    `${times}× ${name}: ${tally.bought} bought, ${tally.failed} told to try again, ${lost.length} lost; ` +
      `the blow itself ${Math.round(slowestBlow)} ms, well again ${Math.round(slowest)} ms later (bar ${RECOVERY_MAX_MS})`,
  );
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

export const SERVER_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-13",
    hazard: "the database server hangs up ten times under load",
    passes: "0 payments lost, well again in 5 s",
    engines: ["postgres"],
    limitSeconds: 120,
    run: hungUp,
  },
  {
    id: "C-03",
    hazard: "the database server crashes and comes back (pg_ctl restart -m immediate) ten times under load",
    passes: "0 payments acknowledged and lost, well again in 5 s",
    engines: ["postgres"],
    limitSeconds: 300,
    run: restarted,
  },
];
