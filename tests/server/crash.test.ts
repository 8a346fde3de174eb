/** The power goes while people buy, again and again: what the shop has said yes to is still so afterwards. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants, openShopDatabase } from "#tests/support/invariants.ts";
import { addToBasket, filledCheckout, parcelVariants, payAt, stockUp } from "#tests/support/purchase.ts";
import { freePort, type RunningShop, startShop } from "#tests/support/server.ts";
import { type Fields, Shopper } from "#tests/support/shopper.ts";

const ROUNDS = 25;
/** How long the shop lives under fire in each round, in milliseconds. */
const LIFE_MIN_MS = 150;
const LIFE_MAX_MS = 350;
const SHOPPERS = 6;
const BASKETS_EACH = 3;
const PLENTY = 100_000;
const DELIVERY_MAX_MS = 30_000;

let dataDir: string;
let variants: ReadonlyArray<number> = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-crash-"));
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(`${ROUNDS} power cuts during orders and payments lose nothing that was acknowledged`, async () => {
  const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
  const random = randomFrom(seed);
  const port = await freePort();
  const said: Said = { placed: new Set(), paid: new Set() };
  const slowest = { startMs: 0 };

  for (let round = 1; round <= ROUNDS; round += 1) {
    const shop = await open(port, slowest);
    const ready = await basketsAtTheTill(shop);
    const buying = ready.map((baskets) => buyUntilTheEnd(baskets, said));
    await pause(LIFE_MIN_MS + random() * (LIFE_MAX_MS - LIFE_MIN_MS));
    await shop.kill();
    await Promise.all(buying);
  }

  endLeasesOfTheDead();
  const shop = await open(port, slowest);
  await untilDelivered();
  await shop.stop();

  const orders = ordersByPayment();
  process.stdout.write(
    `seed ${seed}: ${said.placed.size} orders and ${said.paid.size} payments acknowledged, ` +
      `${orders.size} orders in all, slowest start ${Math.round(slowest.startMs)} ms\n`,
  );
  expect(said.placed.size).toBeGreaterThan(ROUNDS);
  expect(said.paid.size).toBeGreaterThan(ROUNDS);
  expect([...said.placed].filter((path) => !orders.has(path))).toEqual([]);
  expect([...said.paid].filter((path) => orders.get(path) !== "paid")).toEqual([]);
  expect(brokenInvariants(dataDir)).toEqual([]);
  expect(letters()).toEqual(paidOrders().map((id) => `order-confirmation-${id}.eml`));
}, 150_000);

/** Addresses of payment pages: what the shop has answered with 303. */
type Said = Readonly<{ placed: Set<string>; paid: Set<string> }>;
type Basket = Readonly<{ shopper: Shopper; form: Fields }>;

/** The shop on the same folder, at the same address as before. */
async function open(port: number, slowest: { startMs: number }): Promise<RunningShop> {
  const startedAt = performance.now();
  const shop = await startShop({
    dataDir,
    port,
    prepare: (database) => {
      const ids = parcelVariants(database, SHOPPERS);
      stockUp(database, Object.fromEntries(ids.map((id) => [id, PLENTY])));
    },
  });
  slowest.startMs = Math.max(slowest.startMs, performance.now() - startedAt);
  if (variants.length === 0) {
    const database = openShopDatabase(dataDir);
    variants = parcelVariants(database, SHOPPERS);
    database.close();
  }
  return shop;
}

/** For each shopper a few baskets, two products in each, with the till's form filled in. */
function basketsAtTheTill({ origin }: RunningShop): Promise<ReadonlyArray<ReadonlyArray<Basket>>> {
  return Promise.all(
    Array.from({ length: SHOPPERS }, async (_, index) => {
      const baskets: Array<Basket> = [];
      for (let count = 0; count < BASKETS_EACH; count += 1) {
        const shopper = new Shopper(origin);
        await addToBasket(shopper, variants[index] ?? 0, 1);
        await addToBasket(shopper, variants[(index + 1) % SHOPPERS] ?? 0, 2);
        baskets.push({ shopper, form: await filledCheckout(shopper) });
      }
      return baskets;
    }),
  );
}

/** Orders and pays one basket after the other until the line goes dead, and notes what was promised. */
async function buyUntilTheEnd(baskets: ReadonlyArray<Basket>, said: Said): Promise<void> {
  for (const { shopper, form } of baskets) {
    try {
      const placed = await shopper.post("/checkout", form);
      if (placed.status !== 303 || !placed.location) throw new UnexpectedAnswer(placed.status);
      said.placed.add(placed.location);
      const paid = await payAt(shopper, placed.location);
      if (paid.status !== 303 || !paid.location) throw new UnexpectedAnswer(paid.status);
      said.paid.add(placed.location);
      await shopper.get(paid.location);
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
      return;
    }
  }
}

class UnexpectedAnswer extends Error {
  constructor(status: number) {
    super(`The shop answered ${status}`);
  }
}

/** What killed workers had in hand is free a minute later, and what failed is tried again: this is that minute. */
function endLeasesOfTheDead(): void {
  const database = new SqliteDatabase(join(dataDir, "shop.db"));
  const past = new Date(Date.now() - 1_000).toISOString();
  database.prepare("UPDATE jobs SET leased_until = ? WHERE status = 'running'").run(past);
  database.prepare("UPDATE jobs SET run_at = ? WHERE status = 'waiting'").run(past);
  database.close();
}

async function untilDelivered(): Promise<void> {
  const until = Date.now() + DELIVERY_MAX_MS;
  let open = unfinishedJobs();
  while (open.length > 0 && Date.now() < until) {
    await pause(100);
    open = unfinishedJobs();
  }
  expect(open).toEqual([]);
}

function unfinishedJobs(): ReadonlyArray<unknown> {
  return rows("SELECT key, status, tries, last_error FROM jobs WHERE status <> 'done'");
}

/** Status of each order by the path of its payment page. */
function ordersByPayment(): ReadonlyMap<string, string> {
  const found = rows(
    `SELECT payments.provider_payment_id AS id, orders.status FROM payments
     JOIN orders ON orders.id = payments.order_id WHERE payments.provider_payment_id IS NOT NULL`,
  ) as ReadonlyArray<{ id: string; status: string }>;
  return new Map(found.map(({ id, status }) => [`/test-payment/${id}`, status]));
}

function paidOrders(): ReadonlyArray<string> {
  const found = rows("SELECT id FROM orders WHERE status = 'paid'") as ReadonlyArray<{ id: string }>;
  return found.map(({ id }) => id).sort();
}

function letters(): ReadonlyArray<string> {
  return readdirSync(join(dataDir, "mail"))
    .filter((name) => name.endsWith(".eml"))
    .sort();
}

function rows(query: string): ReadonlyArray<unknown> {
  const database = openShopDatabase(dataDir);
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** Numbers from 0 to 1, the same again for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
