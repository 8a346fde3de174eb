/** Takes, holds and gives back stock: guarded updates whose count of changed rows is the answer. */
import { sql } from "kysely";

import { noteChange, toldByWriter } from "#app/db/changes.server.ts";
import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { queueTurn } from "#app/models/stock-alert/queue.server.ts";

import { shortageOf, UNITS_TOLD_MAX } from "./stock.ts";

export type StockLine = Readonly<{ variantId: number; quantity: number }>;

/**
 * Holds stock for an order. Call it inside `transact`: a refusal rolls back what was held already.
 * The refusal names the variant, what was asked for and what there is.
 */
export async function reserveStock(
  lines: ReadonlyArray<StockLine>,
): Promise<Result<null, "insufficient-stock">> {
  const soldOut: Array<number> = [];
  for (const { variantId, quantity } of inIdOrder(lines)) {
    const row = await db()
      .updateTable("variants")
      .set({ reserved: sql<number>`reserved + ${quantity}` })
      .where("id", "=", variantId)
      .where(sql<boolean>`on_hand - reserved >= ${quantity}`)
      .returning(["on_hand", "reserved", "product_id"])
      .modifyEnd(toldByWriter)
      .executeTakeFirst();
    if (!row) return refused("insufficient-stock", await shortage(variantId, quantity));
    tellPages(row.on_hand - row.reserved);
    if (row.on_hand === row.reserved) soldOut.push(row.product_id);
  }
  // Last of all: every other order of locks could make two orders wait for each other.
  if (soldOut.length > 0) await bumpCatalogueVersion(soldOut);
  return ok(null);
}

/** Gives back what was held. Inside the transaction that ends the order. */
export async function releaseStock(lines: ReadonlyArray<StockLine>): Promise<void> {
  const back: Array<number> = [];
  for (const { variantId, quantity } of inIdOrder(lines)) {
    const row = await db()
      .updateTable("variants")
      .set({ reserved: sql<number>`reserved - ${quantity}` })
      .where("id", "=", variantId)
      .where("reserved", ">=", quantity)
      .returning(["on_hand", "reserved", "product_id"])
      .modifyEnd(toldByWriter)
      .executeTakeFirst();
    if (!row) throw new Error(`Variant ${variantId} holds less than the ${quantity} to be released`);
    tellPages(row.on_hand - row.reserved - quantity);
    if (row.on_hand - row.reserved !== quantity) continue;
    back.push(row.product_id);
    await queueTurn(variantId);
  }
  if (back.length > 0) await bumpCatalogueVersion(back);
}

/**
 * Takes what was held out of the stock for good, and writes it into the history. Inside the transaction that pays. No
 * page shows anything of it: what can be bought stays as it was.
 */
export async function takeStock(
  lines: ReadonlyArray<StockLine>,
  { reason, now }: Readonly<{ reason: string; now: Date }>,
): Promise<void> {
  for (const { variantId, quantity } of inIdOrder(lines)) {
    const row = await db()
      .updateTable("variants")
      .set({ on_hand: sql<number>`on_hand - ${quantity}`, reserved: sql<number>`reserved - ${quantity}` })
      .where("id", "=", variantId)
      .where("reserved", ">=", quantity)
      .returning("on_hand")
      .modifyEnd(toldByWriter)
      .executeTakeFirst();
    if (!row) throw new Error(`Variant ${variantId} holds less than the ${quantity} to be taken`);
    await db()
      .insertInto("stock_history")
      .values({
        variant_id: variantId,
        quantity_before: row.on_hand + quantity,
        quantity_after: row.on_hand,
        reason,
        at: now.toISOString(),
      })
      .modifyEnd(toldByWriter)
      .execute();
  }
}

/**
 * Puts goods that had been sold back on the shelf, and writes it into the history; whoever waits for them is told.
 * Variants that have left the catalogue are passed over. Inside the transaction that takes them back.
 */
export async function returnStock(
  lines: ReadonlyArray<StockLine>,
  { reason, now }: Readonly<{ reason: string; now: Date }>,
): Promise<void> {
  const returned: Array<number> = [];
  for (const { variantId, quantity } of inIdOrder(lines)) {
    const row = await db()
      .updateTable("variants")
      .set({ on_hand: sql<number>`on_hand + ${quantity}` })
      .where("id", "=", variantId)
      .returning(["on_hand", "reserved", "product_id"])
      .executeTakeFirst();
    if (!row) continue;
    returned.push(row.product_id);
    const before = row.on_hand - quantity;
    await db()
      .insertInto("stock_history")
      .values({
        variant_id: variantId,
        quantity_before: before,
        quantity_after: row.on_hand,
        reason,
        at: now.toISOString(),
      })
      .execute();
    if (before === row.reserved) await queueTurn(variantId);
  }
  if (lines.length > 0) await bumpCatalogueVersion(returned);
}

/** Says that pages show something else, where they tell how many there are of so few. */
function tellPages(fewest: number): void {
  if (fewest < UNITS_TOLD_MAX) noteChange();
}

/** One entry for each variant, ids ascending: two orders never wait for each other crosswise. */
function inIdOrder(lines: ReadonlyArray<StockLine>): ReadonlyArray<StockLine> {
  const sums = new Map<number, number>();
  for (const { variantId, quantity } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity);
  return [...sums].sort(([a], [b]) => a - b).map(([variantId, quantity]) => ({ variantId, quantity }));
}

async function shortage(variantId: number, requested: number) {
  const row = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select([
      "products.name",
      "variants.label",
      sql<number>`variants.on_hand - variants.reserved`.as("available"),
    ])
    .where("variants.id", "=", variantId)
    .executeTakeFirst();
  const label = row?.label ? `, ${row.label}` : "";
  const name = row ? `${row.name}${label}` : "";
  return shortageOf({ variantId, name, requested, available: row?.available ?? 0 });
}
