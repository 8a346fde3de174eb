import { sql } from "kysely";

import { noteChange, notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { endOfDay } from "#app/models/shared/date-window.ts";
import { QUANTITY_SHOWN_MAX } from "#app/models/shared/line-quantity.ts";
import { addDays, type Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { Store } from "#app/models/store/store.ts";

import { stockArrived } from "./events.server.ts";
import { shortageOf } from "./stock.ts";

export type StockLine = Readonly<{ variantId: number; quantity: number }>;

/** Call it inside `transact`, because a refusal must roll back earlier lines. */
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
      .modifyEnd(notifiedByWriter)
      .executeTakeFirst();
    if (!row) return refused("insufficient-stock", await shortage(variantId, quantity));
    refreshStockOnPages(row.on_hand - row.reserved);
    if (row.on_hand === row.reserved) soldOut.push(row.product_id);
  }
  // Last, so that all orders lock in the same order.
  if (soldOut.length > 0) await bumpCatalogueVersion(soldOut);
  return ok(null);
}

/** Call it in the transaction that ends the order. */
export async function releaseStock(lines: ReadonlyArray<StockLine>): Promise<void> {
  const back: Array<number> = [];
  for (const { variantId, quantity } of inIdOrder(lines)) {
    const row = await db()
      .updateTable("variants")
      .set({ reserved: sql<number>`reserved - ${quantity}` })
      .where("id", "=", variantId)
      .where("reserved", ">=", quantity)
      .returning(["on_hand", "reserved", "product_id"])
      .modifyEnd(notifiedByWriter)
      .executeTakeFirst();
    if (!row) throw new Error(`Variant ${variantId} holds less than the ${quantity} to be released`);
    refreshStockOnPages(row.on_hand - row.reserved - quantity);
    if (row.on_hand - row.reserved !== quantity) continue;
    back.push(row.product_id);
    await stockArrived.publish({ variantId });
  }
  if (back.length > 0) await bumpCatalogueVersion(back);
}

/** Call it in the transaction that pays; no page changes, because the available units stay the same. */
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
      .modifyEnd(notifiedByWriter)
      .executeTakeFirst();
    if (!row) throw new Error(`Variant ${variantId} holds less than the ${quantity} to be taken`);
    await stockChange(variantId, [row.on_hand + quantity, row.on_hand], { reason, now })
      .modifyEnd(notifiedByWriter)
      .execute();
  }
}

/** Call it in the transaction that takes the items back; variants that left the catalogue are skipped. */
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
    await stockChange(variantId, [before, row.on_hand], { reason, now }).execute();
    if (before === row.reserved) await stockArrived.publish({ variantId });
  }
  if (lines.length > 0) await bumpCatalogueVersion(returned);
}

/** Its row in the history of stock. */
function stockChange(
  variantId: number,
  [before, after]: readonly [before: number, after: number],
  { reason, now }: Pick<StockBooking, "reason" | "now">,
) {
  return db()
    .insertInto("stock_history")
    .values({
      ...{ variant_id: variantId, quantity_before: before, quantity_after: after },
      ...{ reason, created_at: now.toISOString() },
    });
}

/** Pages show the exact number of few units only. */
function refreshStockOnPages(fewest: number): void {
  if (fewest < QUANTITY_SHOWN_MAX) noteChange();
}

/** By ascending id, so that two orders cannot deadlock. */
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

export type StockChanged = Readonly<{ product: string; before: number; after: number; reserved: number }>;

export type StockChange = Readonly<{ to: number }> | Readonly<{ by: number }>;

type StockBooking = Readonly<{
  reason: string;
  now: Date;
  /** ISO 8601, UTC: stock alerts start then; without it at once. */
  alertsFrom?: string;
}>;

export async function setStock(
  sku: string,
  units: number,
  booking: StockBooking,
): Promise<Result<StockChanged, "variant-not-found" | "stock-is-held">> {
  return changeStock(sku, { to: units }, booking);
}

/** Never below what orders have reserved. */
export async function changeStock(
  sku: string,
  change: StockChange,
  { reason, now, alertsFrom }: StockBooking,
): Promise<Result<StockChanged, "variant-not-found" | "stock-is-held">> {
  return transact(async () => {
    const variant = await lockVariant(sku);
    if (!variant) return refused("variant-not-found");
    const { id, product_id: productId, on_hand: before, reserved } = variant;
    const product = fullName(variant.name, variant.label);
    const after = "to" in change ? change.to : before + change.by;
    if (after < reserved) return refused("stock-is-held", { reserved });
    if (after === before) return ok({ product, before, after, reserved });
    await db().updateTable("variants").set({ on_hand: after }).where("id", "=", id).execute();
    const why = { reason: variant.wasPublished ? reason : "opening", now };
    await stockChange(id, [before, after], why).execute();
    if (before - reserved === 0 && after > reserved)
      await stockArrived.publish({ variantId: id, ...(alertsFrom ? { alertsFrom } : {}) });
    await bumpCatalogueVersion([productId]);
    return ok({ product, before, after, reserved });
  });
}

/**
 * Says on which day (in the shop's time zone) a pre-order is released; the orders that wait for it follow
 * ("pre-order releases" of the scheduled work). It is of the product, so of all its variants.
 */
export async function setRelease(
  sku: string,
  day: Day,
  { timeZone }: Pick<Store, "timeZone">,
): Promise<Result<Readonly<{ product: string }>, "variant-not-found" | "no-preorder">> {
  return transact<Result<Readonly<{ product: string }>, "variant-not-found" | "no-preorder">>(async () => {
    const variant = await lockVariant(sku);
    if (!variant) return refused("variant-not-found");
    const moved = await db()
      .updateTable("products")
      .set({ preorder_release_at: new Date(endOfDay(addDays(day, -1), timeZone) + 1_000).toISOString() })
      .where("id", "=", variant.product_id)
      .where("availability", "=", "preorder")
      .executeTakeFirst();
    if (Number(moved.numUpdatedRows) === 0) return refused("no-preorder");
    await bumpCatalogueVersion([variant.product_id]);
    return ok({ product: variant.name });
  });
}

/** Nobody else changes it until the transaction ends; null if there is none. */
export async function lockVariant(sku: string) {
  const held = await db()
    .updateTable("variants")
    .set({ on_hand: sql<number>`on_hand` })
    .where("sku", "=", sku)
    .returning(["id", "label", "on_hand", "reserved", "product_id"])
    .executeTakeFirst();
  if (!held) return null;
  const product = await db()
    .selectFrom("products")
    .select(["name", "was_published"])
    .where("id", "=", held.product_id)
    .executeTakeFirstOrThrow();
  return { ...held, name: product.name, wasPublished: product.was_published === 1 };
}

export async function findStockHistory(sku: string, limit: number) {
  const variant = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["variants.id", "variants.sku", "label", "on_hand", "reserved", "products.name"])
    .where("variants.sku", "=", sku)
    .executeTakeFirst();
  if (!variant) return null;
  const rows = await db()
    .selectFrom("stock_history")
    .select(["created_at", "quantity_before", "quantity_after", "reason"])
    .where("variant_id", "=", variant.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return {
    product: fullName(variant.name, variant.label),
    sku: variant.sku,
    onHand: variant.on_hand,
    reserved: variant.reserved,
    changes: rows.map((row) => ({
      at: row.created_at,
      before: row.quantity_before,
      after: row.quantity_after,
      reason: row.reason,
    })),
  };
}
