/** D-14: a database server with fewer connections than the shop would like, and 200 clients at once. */
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import { newShelf, PLENTY } from "./catalogue-driver.ts";
import { cpuSeconds, statuses, timed, type Timed } from "./checkout-driver.ts";
import { type Ground, onOwnServer } from "./engine.ts";
import { Breaks, type Measured, percentile, type Storm, type StormRow } from "./row.ts";

const CLIENTS = 200;
/** Longest wait in the queue, and what the answer itself may take on top, in milliseconds. */
const QUEUE_BAR_MS = 2_000;
const ANSWER_MS = 1_000;
/** How long somebody else keeps what every basket needs: longer than anybody may wait. */
const LOCKED_MS = 4_000;

function exhausted(storm: Storm): Promise<Measured> {
  const few = { max_connections: "5", superuser_reserved_connections: "2" };
  return onOwnServer(few, (ground) => crowd(storm, ground));
}

async function crowd(storm: Storm, ground: Ground): Promise<Measured> {
  const clients = storm.isShort ? 60 : CLIENTS;
  const [id = 0] = await newShelf(ground)(PLENTY);
  await ground.lookAway();
  const shop = await ground.open();
  const cpuBefore = cpuSeconds(shop.pid);
  const first = await atOnce(shop, id, clients);
  const unlock = await lockBaskets(ground);
  const locked = atOnce(shop, id, clients);
  await pause(storm.isShort ? LOCKED_MS - 1_000 : LOCKED_MS);
  await unlock();
  const second = await locked;
  const cpu = cpuSeconds(shop.pid) - cpuBefore;
  const after = await atOnce(shop, id, 6);
  const breaks = new Breaks();
  const late = second.filter(({ value }) => value.status === 503);
  const all = [...first, ...second].map(({ value }) => value);
  breaks.unlessEqual(
    all.filter(isWrong).map(({ status }) => status),
    [],
    "answers that are none of these",
  );
  breaks.unless(late.length > 0, "nobody had to wait too long: nothing was proved");
  breaks.unlessEqual(statuses(after.map(({ value }) => value)), "3×200 3×303", "afterwards");
  const slowest = percentile(
    late.map(({ ms }) => ms),
    1,
  );
  if (!storm.isShort) breaks.unless(slowest < QUEUE_BAR_MS + ANSWER_MS, `told after ${slowest} ms`);
  await shop.stop();
  breaks.list.push(...(await brokenInvariants(ground.where)));
  return breaks.measured(
    `3 connections, ${clients} clients: ${statuses(first.map(({ value }) => value))}; with baskets locked for 4 s: ` +
      `${statuses(second.map(({ value }) => value))}, told after ${slowest} ms at most (bar ${QUEUE_BAR_MS} in the ` +
      `queue), all of it in ${cpu.toFixed(1)} s of the shop's CPU; afterwards ${statuses(after.map(({ value }) => value))}`,
  );
}

/** Half of them look, half of them add to a basket. */
function atOnce(shop: RunningShop, id: number, clients: number): Promise<ReadonlyArray<Timed<Answer>>> {
  return Promise.all(
    Array.from({ length: clients }, (_, index) => {
      const shopper = new Shopper(shop.origin);
      return timed(() => (index % 2 === 0 ? shopper.get("/c/wooden-toys") : addToBasket(shopper, id)));
    }),
  );
}

function isWrong({ status, headers }: Answer): boolean {
  return status === 503 ? headers["retry-after"] === undefined : status !== 200 && status !== 303;
}

/** Keeps every basket from being read or written, from one of the connections that are reserved. */
async function lockBaskets({ where }: Ground): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: where });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE carts, catalogue_version IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
}

export const POOL_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "D-14",
    hazard: "a database server with max_connections 5, of which the shop gets 3, and 200 clients at once",
    passes: "a queue of 2 s at most, then 503 with Retry-After; no deadlock, all well afterwards",
    engines: ["postgres"],
    limitSeconds: 120,
    run: exhausted,
  },
];
