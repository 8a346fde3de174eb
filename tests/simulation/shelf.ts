/** The catalogue that simulated shops sell, and the database that each of them begins with. */
import { rmSync } from "node:fs";
import { resolve } from "node:path";

import pg from "pg";

import { closeDatabase, connectTo, db, transact } from "#app/db/db.server.ts";
import { postgresDialect, sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { type Catalogue, readCatalogue } from "#app/db/seed/read-catalogue.server.ts";
import { writeCatalogue } from "#app/db/seed/write-catalogue.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import type { CustomerId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";

import { resetClock, withSimulatedClock } from "./clock.ts";
import { type Engine, type EngineName, postgresEngine, sqliteEngine } from "./engine.ts";
import type { Random } from "./random.ts";

/** Two toys by parcel, a third that is often sold out, and a cot whose delivery day is booked. */
export const VARIANTS = [5000, 5003, 5004, 5081];
export const SKUS = ["HB-0101-MUTE", "HB-0102", "HB-0103", "HB-0148-NATU-NONE"];
const UNITS = [6, 4, 2, 2];
/** The first may be used once in all, the second once by each customer. */
export const COUPONS = ["FIVEROFF", "FIVEROFF", "POSTFREE", "PLAY15"];

export const CUSTOMERS: ReadonlyArray<CustomerId> = [
  "customer_AnnAnnAnnAnnAnnAnnAnnA",
  "customer_BenBenBenBenBenBenBenB",
];

/** The list of a family that wants a few of the same toys. Nobody else's acts change it. */
export const GIFT_LIST: GiftListId = "giftlist_FamilyFamilyFamilyFami";

export const GIFTS: ReadonlyArray<Readonly<{ id: GiftId; variantId: number; quantity: number }>> = [
  { id: "gift_StackerStackerStackerS", variantId: 5000, quantity: 2 },
  { id: "gift_RattleRattleRattleRatt", variantId: 5003, quantity: 1 },
];

/** Prices in pence whose tax is odd for two units. */
const ODD_PRICES: Readonly<Record<number, number>> = { 101: 5403, 102: 2235, 103: 2667 };

/** What may be written on the first toy. Only a scenario does. */
const ENGRAVING = {
  ...{ name: "Engraving", note: "By hand.", length_max: 24, marks: "" },
  ...{ price: 0, working_days: 0, is_returnable: true, returns_source: null },
};

/** Products of the catalogue, so that an import is short. */
const PRODUCT_MAX = 12;

let catalogue: Catalogue | null = null;

async function smallCatalogue(): Promise<Catalogue> {
  const problems: Array<unknown> = [];
  const whole = await readCatalogue(resolve("content/catalogue"), (problem) => problems.push(problem));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const sold = [101, 102, 103, 148];
  const others = whole.products
    .filter(({ row }) => !sold.includes(row.id))
    .slice(0, PRODUCT_MAX - sold.length);
  const retained = new Set([...sold, ...others.map(({ row }) => row.id)]);
  return {
    ...whole,
    products: whole.products
      .filter(({ row }) => retained.has(row.id))
      .map(({ index, row }) => ({
        index,
        row: {
          ...row,
          related: [],
          price: ODD_PRICES[row.id] ?? row.price,
          ...(row.id === 101 ? { personalisation: ENGRAVING } : {}),
        },
      })),
    reviews: [],
    compatibility: null,
    coupons: whole.coupons.map(({ index, row }) => ({
      index,
      row: row.code === "FIVEROFF" ? { ...row, max_uses: 1 } : row,
    })),
  };
}

/** The catalogue as the owner imports it: a price has changed. */
export function importedCatalogue(random: Random) {
  if (!catalogue) throw new Error("There is no catalogue yet");
  const price = 2019 + 102 * random.below(4);
  const products = catalogue.products.map(({ index, row }) => ({
    index,
    row: row.id === 102 ? { ...row, price } : row,
  }));
  return { catalogue: { ...catalogue, products }, measured: measuredImages(catalogue) };
}

function measuredImages({ products }: Catalogue) {
  const images = products.flatMap(({ row }) => row.images.map(({ file }) => file));
  return new Map(images.map((file) => [file, { file, width: 800, height: 800, sinkPercent: 0 }]));
}

async function fill(): Promise<void> {
  registerListeners();
  resetClock();
  catalogue ??= await smallCatalogue();
  const writing = { catalogue, measured: measuredImages(catalogue), now: new Date() };
  await withSimulatedClock(async () => {
    await migrate();
    const now = new Date();
    await transact(async () => {
      const { problems } = await writeCatalogue({ ...writing, now });
      if (problems.length > 0) throw new Error(JSON.stringify(problems));
      return { ok: true };
    });
    for (const [index, sku] of SKUS.entries())
      await setStock(sku, UNITS[index] ?? 0, { reason: "counted", now });
    for (const id of CUSTOMERS) await insertCustomer(id, now.toISOString());
    await insertGiftList(now.toISOString());
  });
}

async function insertCustomer(id: CustomerId, at: string): Promise<void> {
  await db()
    .insertInto("customers")
    .values({
      id,
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      first_name: "Ann",
      last_name: "Okafor",
      verified_at: at,
      wants_newsletter: 0,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

async function insertGiftList(at: string): Promise<void> {
  await db()
    .insertInto("gift_lists")
    .values({
      id: GIFT_LIST,
      occasion: "baby",
      name: "Hannah and Tom’s baby",
      event_day: "2026-09-01",
      is_month_only: 1,
      first_name: "Hannah",
      last_name: "Okafor",
      email: "hannah@example.com",
      email_key: "hannah@example.com",
      is_findable: 0,
      code: "ABCD2345",
      closes_on: "2026-12-01",
      created_at: at,
      updated_at: at,
      confirmed_at: at,
      is_closed_quietly: 0,
    })
    .execute();
  for (const [position, { id, variantId, quantity }] of GIFTS.entries())
    await db()
      .insertInto("gift_list_gifts")
      .values({
        id,
        list_id: GIFT_LIST,
        product_id: 101 + position,
        variant_id: variantId,
        name: "A toy",
        quantity,
        is_any_colour: 0,
        is_most_needed: 0,
        position,
        added_at: at,
      })
      .execute();
}

/** Opens `name` with a database of its own, which goes when the engine is closed. */
export async function openEngine(name: EngineName): Promise<Engine> {
  return name === "sqlite" ? openSqlite() : openPostgres();
}

async function openSqlite(): Promise<Engine> {
  const template = resolve(process.env["DATA_DIR"] ?? "data", `simulation-${process.pid}.db`);
  connectTo(sqliteDialect(template));
  await fill();
  await closeDatabase();
  const engine = sqliteEngine(template);
  const close = async () => {
    await engine.close();
    rmSync(template, { force: true });
  };
  return { ...engine, close };
}

async function openPostgres(): Promise<Engine> {
  const server = await findPostgres();
  if (!server) throw new Error("No PostgreSQL server answers");
  const name = `shop_simulation_${process.pid}`;
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  connectTo(postgresDialect(url.toString()));
  await fill();
  await closeDatabase();
  const engine = await postgresEngine(url.toString());
  const close = async () => {
    await engine.close();
    await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { ...engine, close };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
