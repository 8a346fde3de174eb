/** The stock, the orders and the emails of a storm's ground: put there, waited for, counted. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { sql } from "kysely";

import type { RunningShop } from "#tests/support/shops/server.ts";

import type { Ground, Opening } from "./engine.ts";
import type { OpenShop, Storm } from "./row.ts";

/** Units of what a row must not run out of. */
export const PLENTY = 1_000_000;
const LOOK_EVERY_MS = 100;

/** Ids of `count` variants that go by parcel and can be bought five at a time, the first `skip` left out. */
export async function parcelVariantsOn(
  { db }: Pick<Ground, "db">,
  count: number,
  skip = 0,
): Promise<ReadonlyArray<number>> {
  const rows = await db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.delivery_class", "=", "small")
    .where("products.availability", "=", "available")
    .where("products.is_visible", "=", 1)
    .where("products.order_quantity_minimum", "<=", 1)
    .where("products.order_quantity_maximum", ">=", 5)
    .orderBy("variants.id")
    .offset(skip)
    .limit(count)
    .execute();
  if (rows.length < count) throw new Error(`The demo catalogue has only ${rows.length} such variants`);
  return rows.map(({ id }) => id);
}

/** Hands out variants that nobody had before, each with as many units as asked for. */
export type Shelf = (...units: ReadonlyArray<number>) => Promise<ReadonlyArray<number>>;

export function newShelf(ground: Ground): Shelf {
  let taken = 0;
  return async (...units) => {
    const skip = taken;
    taken += units.length;
    const ids = await parcelVariantsOn(ground, units.length, skip);
    for (const [index, id] of ids.entries()) await putOnShelf(ground, id, units[index] ?? 0);
    return ids;
  };
}

/** The shop that rows share, and a variant of the row's own. */
export async function atSharedShop(
  { shared }: Storm,
  units = PLENTY,
): Promise<OpenShop & Readonly<{ id: number }>> {
  const open = await shared();
  const [id = 0] = await open.shelf(units);
  return { ...open, id };
}

/** A shop of the row's own, with a variant that never runs out. */
export async function atOwnShop(
  storm: Storm,
  options?: Opening,
): Promise<Readonly<{ ground: Ground; shop: RunningShop; id: number }>> {
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  return { ground, shop: await ground.open(options), id };
}

/** Units on the shelf, said in the stock's history. What orders hold stays held. */
async function putOnShelf({ db }: Ground, id: number, onHand: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { on_hand: before } = await transaction
      .selectFrom("variants")
      .select("on_hand")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const at = new Date().toISOString();
    await transaction.updateTable("variants").set({ on_hand: onHand }).where("id", "=", id).execute();
    const counted = { variant_id: id, quantity_before: before, quantity_after: onHand };
    await transaction
      .insertInto("stock_history")
      .values({ ...counted, reason: "count", created_at: at })
      .execute();
    await transaction
      .updateTable("catalogue_version")
      .set({ version: sql<number>`version + 1` })
      .execute();
  });
}

export async function stockOf(
  { db }: Ground,
  id: number,
): Promise<Readonly<{ onHand: number; reserved: number }>> {
  const row = await db
    .selectFrom("variants")
    .select(["on_hand", "reserved"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { onHand: row.on_hand, reserved: row.reserved };
}

export type OrderSeen = Readonly<{
  id: string;
  number: number;
  status: string;
  units: number;
  total: number;
}>;

/** The orders for a variant, the oldest first. */
export async function ordersFor({ db }: Ground, variantId: number): Promise<ReadonlyArray<OrderSeen>> {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .select(["orders.id", "orders.number", "orders.status", "orders.total_minor", "order_lines.quantity"])
    .where("order_lines.variant_id", "=", variantId)
    .orderBy("orders.placed_at")
    .execute();
  return rows.map(({ id, number, status, quantity, total_minor }) => ({
    id,
    number,
    status,
    units: quantity,
    total: total_minor,
  }));
}

/** Statuses of the orders for a variant, in the order of the alphabet. */
export async function orderStatuses(ground: Ground, variantId: number): Promise<ReadonlyArray<string>> {
  return (await ordersFor(ground, variantId)).map(({ status }) => status).sort();
}

/** How many of these orders have exactly one email. */
export function countEmailedOnce(
  ground: Ground,
  orders: ReadonlyArray<Readonly<{ orderId: string }>>,
): number {
  return orders.filter(({ orderId }) => emailsAbout(ground, orderId).length === 1).length;
}

/** Names of the emails that left for this order, by the file carrier. */
export function emailsAbout({ dataDir }: Ground, orderId: string): ReadonlyArray<string> {
  return emails(dataDir).filter((name) => name.includes(orderId));
}

/** Names of all emails that left by the file carrier. */
export function emails(dataDir: string): ReadonlyArray<string> {
  try {
    return readdirSync(join(dataDir, "mail")).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}

/** Waits until no job is to be done now. What could not be done in time is answered, by key. */
export async function untilJobsDone({ db }: Ground, maxMs = 30_000): Promise<ReadonlyArray<string>> {
  let open: ReadonlyArray<string> = [];
  await until(async () => {
    const rows = await db
      .selectFrom("jobs")
      .select(["key", "status", "last_error"])
      .where("status", "in", ["waiting", "running"])
      .execute();
    open = rows.map(({ key, status, last_error }) => `${key} ${status} ${last_error ?? ""}`.trim());
    return open.length === 0;
  }, maxMs);
  return open;
}

/** The waits of jobs that failed or were put off are over. */
export async function makeJobsDue({ db }: Pick<Ground, "db">): Promise<void> {
  const past = new Date(Date.now() - 1_000).toISOString();
  await db.updateTable("jobs").set({ run_at: past }).where("status", "=", "waiting").execute();
}

/** Bytes of the write-ahead log of SQLite. */
export function logSize({ dataDir }: Ground): number {
  return statSync(join(dataDir, "shop.db-wal"), { throwIfNoEntry: false })?.size ?? 0;
}

/** Looks until `isSo`, for at most `maxMs`. Answers whether it came to be. */
export async function until(isSo: () => Promise<boolean> | boolean, maxMs: number): Promise<boolean> {
  const end = Date.now() + maxMs;
  while (Date.now() < end) {
    if (await isSo()) return true;
    await pause(LOOK_EVERY_MS);
  }
  return isSo();
}

/** As if the order had been placed `minutes` earlier: its time to be paid, and the payment's, are that much nearer. */
export async function makeOlder(
  { db }: Ground,
  orderIds: ReadonlyArray<string>,
  minutes: number,
): Promise<void> {
  const earlier = (time: string) => new Date(Date.parse(time) - minutes * 60_000).toISOString();
  const times = db.selectFrom("orders").select(["id", "placed_at", "expires_at"]);
  for (const order of await times.where("id", "in", orderIds).execute())
    await db
      .updateTable("orders")
      .set({ placed_at: earlier(order.placed_at), expires_at: earlier(order.expires_at) })
      .where("id", "=", order.id)
      .execute();
}
