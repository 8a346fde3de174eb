import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { hasOwnPage } from "#app/models/catalogue/on-shop.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

import { queueAlertEmail } from "./email.server.ts";
import { alertsInBatch, BATCH_PAUSE_MS } from "./batch.ts";

/** Call it in the transaction in which stock returns or somebody joins; the job runs after it. */
export async function queueBatch(variantId: number, runAt?: string): Promise<void> {
  await enqueue({
    ...(runAt ? { runAt } : {}),
    key: `stock-alert-batch:${newId("batch")}`,
    kind: "stock-alert-batch",
    payload: { variantId },
  });
}

/** Of the product's variants, or of all where it is null, those that have stock and somebody waiting for it. */
export async function queueBatches(productId: number | null): Promise<void> {
  const rows = await saleable()
    .select("variants.id")
    .$if(productId !== null, (variants) => variants.where("products.id", "=", productId))
    .where("variants.id", "in", (waiting) =>
      waiting.selectFrom("stock_alerts").select("variant_id").where("status", "=", "confirmed"),
    )
    .orderBy("variants.id")
    .execute();
  for (const { id } of rows) await queueBatch(id);
}

export async function takeAlertBatch({ key, payload }: Job): Promise<void> {
  const { variantId } = payload;
  if (typeof variantId !== "number") throw new Error(`The job ${key} is about no variant`);
  await takeSlot(variantId, new Date());
}

/**
 * A few people for each available unit, in the order of sign-up, then nobody for a day; one transaction, so of several
 * workers one takes the batch. Returns the number of emails.
 */
export async function takeSlot(variantId: number, now: Date): Promise<number> {
  const taken = await transact(async () => {
    const nextAt = new Date(now.getTime() + BATCH_PAUSE_MS).toISOString();
    const pausedUntil = await claimBatch(variantId, nextAt, now);
    if (pausedUntil) {
      if (await isAwaited(variantId)) await queueBatchAt(variantId, pausedUntil);
      return ok(0);
    }
    const people = await nextInQueue(variantId);
    // Rolled back, so that an empty batch costs no pause.
    if (people.length === 0) return refused("nobody");
    for (const { id } of people) {
      await db()
        .updateTable("stock_alerts")
        .set({ status: "mailed", mailed_at: now.toISOString() })
        .where("id", "=", id)
        .execute();
      await queueAlertEmail("back", id);
    }
    if (await isAwaited(variantId)) await queueBatchAt(variantId, nextAt);
    return ok(people.length);
  });
  return taken.ok ? taken.value : 0;
}

/** Null if this worker has the batch, else when the pause ends; the row is the lock between workers. */
async function claimBatch(variantId: number, nextAt: string, now: Date): Promise<string | null> {
  await db()
    .insertInto("back_in_stock_batches")
    .values({ variant_id: variantId, next_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("variant_id").doNothing())
    .execute();
  const claimed = await db()
    .updateTable("back_in_stock_batches")
    .set({ next_at: nextAt })
    .where("variant_id", "=", variantId)
    .where("next_at", "<=", now.toISOString())
    .returning("variant_id")
    .executeTakeFirst();
  if (claimed) return null;
  const row = await db()
    .selectFrom("back_in_stock_batches")
    .select("next_at")
    .where("variant_id", "=", variantId)
    .executeTakeFirstOrThrow();
  return row.next_at;
}

async function nextInQueue(variantId: number) {
  const variant = await saleable()
    .select(sql<number>`variants.on_hand - variants.reserved`.as("available"))
    .where("variants.id", "=", variantId)
    .executeTakeFirst();
  const count = alertsInBatch(variant?.available ?? 0);
  if (count === 0) return [];
  return db()
    .selectFrom("stock_alerts")
    .select("id")
    .where("variant_id", "=", variantId)
    .where("status", "=", "confirmed")
    .orderBy("created_at")
    .orderBy("id")
    .limit(count)
    .execute();
}

/** Variants with stock that shoppers can buy. */
function saleable() {
  return db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .where(hasOwnPage)
    .where("variants.is_visible", "=", 1)
    .where("products.availability", "<>", "discontinued")
    .where(sql<boolean>`variants.on_hand > variants.reserved`);
}

async function isAwaited(variantId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("stock_alerts")
    .select("id")
    .where("variant_id", "=", variantId)
    .where("status", "=", "confirmed")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The same time twice is one job. */
async function queueBatchAt(variantId: number, at: string): Promise<void> {
  const key = `stock-alert-batch:${variantId}:${at}`;
  await enqueue({ key, kind: "stock-alert-batch", payload: { variantId }, runAt: at });
}
