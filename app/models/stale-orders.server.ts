/** Orders that nobody paid: their goods go back on the shelf. Payments nobody told us about: they are asked after. */
import { db, transact } from "#app/db/db.server.ts";

import { isOrderId, type OrderId } from "./ids.ts";
import { moveOrder } from "./order.server.ts";
import { letGo } from "./order-release.server.ts";
import { closePayment, settle } from "./payment.server.ts";
import { ok } from "./result.ts";
import { processingUntil } from "./settlement.server.ts";

/** How long a payment may stay silent before the provider is asked, in minutes. */
const RECONCILE_AFTER_MINUTES = 10;
/** Orders looked at in one round. */
const BATCH = 200;

/**
 * Ends the orders whose time to be paid is over and gives their stock back. The provider is asked first: one that
 * was paid after all is settled instead. Answers how many were ended.
 */
export async function releaseStaleOrders(now: Date): Promise<number> {
  const ids = await waitingOrders("expires_at", now);
  let count = 0;
  for (const id of ids) {
    if (!(await closePayment(id))) continue;
    const settled = await settle(id, now);
    if (settled?.order.status === "cancelled") count += 1;
    if (settled?.order.status !== "awaiting-payment") continue;
    if (settled.state === "processing" && now < processingUntil(settled.order.placedAt)) continue;
    if (await giveUp(id, now)) count += 1;
  }
  return count;
}

/** Settles orders whose webhook never came. Answers how many were looked at. */
export async function reconcilePayments(now: Date): Promise<number> {
  const ids = await waitingOrders("placed_at", new Date(now.getTime() - RECONCILE_AFTER_MINUTES * 60_000));
  for (const id of ids) await settle(id, now);
  return ids.length;
}

async function waitingOrders(
  column: "expires_at" | "placed_at",
  until: Date,
): Promise<ReadonlyArray<OrderId>> {
  const rows = await db()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "awaiting-payment")
    .where(column, "<=", until.toISOString())
    .orderBy(column)
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.id).filter(isOrderId);
}

async function giveUp(id: OrderId, now: Date): Promise<boolean> {
  const ended = await transact(async () => {
    const moved = await moveOrder(id, { from: "awaiting-payment", to: "cancelled", reason: "expired", now });
    if (!moved.ok) return moved;
    await letGo(id);
    return ok(null);
  });
  return ended.ok;
}
