import { db, transact } from "#app/db/db.server.ts";
import { closePayment } from "#app/models/order/payment/page.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { processingUntil } from "#app/models/order/payment/settlement.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";

import { type ClosedPage, endUnpaid } from "./reservation.server.ts";

/** Minutes without a webhook until the provider is polled. */
const RECONCILE_AFTER_MINUTES = 10;
/** Minutes until it is polled again. */
const ASK_AGAIN_MINUTES = 5;
const MINUTE_MS = 60_000;
const BATCH = 1_000;
/** Unanswered questions in a row after which the round ends. */
const SILENT_MAX = 5;

/**
 * Ends orders whose payment time is over and releases their stock. The provider is polled first: a paid order is
 * settled, and one without an answer stays. Returns how many were ended.
 */
export async function releaseStaleOrders(now: Date): Promise<number> {
  const stale = await waitingOrders()
    .where("orders.expires_at", "<=", now.toISOString())
    .orderBy("orders.expires_at")
    .execute();
  let count = 0;
  await askAbout(stale, async ({ id }) => {
    const outcome = await releaseIfUnpaid(id, now);
    if (outcome === "silent") await noteRequested(id, now);
    if (outcome === "ended") count += 1;
    return outcome !== "silent";
  });
  return count;
}

async function releaseIfUnpaid(id: OrderId, now: Date): Promise<"ended" | "kept" | "silent"> {
  const closed = await closePayment(id);
  if (!closed.isClosed) return "silent";
  const settled = await settle(id, now);
  if (!settled) return "kept";
  if (["cancelled", "declined"].includes(settled.order.status)) return "ended";
  if (settled.order.status !== "awaiting-payment") return "kept";
  if (!settled.providerAnswered) return "silent";
  if (settled.state === "processing" && now < processingUntil(settled.order.placedAt)) return "kept";
  return (await giveUp(closed, now)) ? "ended" : "kept";
}

/**
 * Settles orders whose webhook never came. Each is polled by one process, and again only after some minutes. Returns
 * how many were polled.
 */
export async function reconcilePayments(now: Date): Promise<number> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
  const silent = await waitingOrders()
    .where("orders.placed_at", "<=", before(RECONCILE_AFTER_MINUTES))
    .where((eb) =>
      eb.or([
        eb("payments.provider_checked_at", "is", null),
        eb("payments.provider_checked_at", "<=", before(ASK_AGAIN_MINUTES)),
      ]),
    )
    .orderBy("orders.placed_at")
    .execute();
  let count = 0;
  await askAbout(silent, async ({ id, provider_checked_at: requestedAt }) => {
    if (!(await noteRequested(id, now, requestedAt))) return true;
    count += 1;
    return (await settle(id, now))?.providerAnswered ?? true;
  });
  return count;
}

/** Orders whose payment time ended before `before` and that nobody has ended. */
export async function countOverdueOrders(before: Date): Promise<number> {
  const { count } = await db()
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "awaiting-payment")
    .where("expires_at", "<=", before.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** Orders that await payment, those that were polled longest ago first. */
function waitingOrders() {
  return db()
    .selectFrom("orders")
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select(["orders.id", "payments.provider_checked_at"])
    .where("orders.status", "=", "awaiting-payment")
    .orderBy((eb) => eb.fn.coalesce("payments.provider_checked_at", eb.val("")))
    .limit(BATCH);
}

type Waiting = Readonly<{ id: string; provider_checked_at: string | null }>;

/** Calls `ask` for one order after another until the provider does not answer. `ask` returns whether it answered. */
async function askAbout(
  orders: ReadonlyArray<Waiting>,
  ask: (order: Waiting & Readonly<{ id: OrderId }>) => Promise<boolean>,
): Promise<void> {
  let inSilence = 0;
  for (const { id, provider_checked_at } of orders) {
    if (!isOrderId(id)) continue;
    inSilence = (await ask({ id, provider_checked_at })) ? 0 : inSilence + 1;
    if (inSilence === SILENT_MAX) return;
  }
}

/** Notes when the order was polled; false if another process did so since `before` was read. */
async function noteRequested(id: OrderId, now: Date, before?: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("payments")
    .set({ provider_checked_at: now.toISOString() })
    .where("order_id", "=", id)
    .$if(before !== undefined, (query) =>
      before
        ? query.where("provider_checked_at", "=", before)
        : query.where("provider_checked_at", "is", null),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

async function giveUp(closed: ClosedPage, now: Date): Promise<boolean> {
  return (await transact(() => endUnpaid(closed, { reason: "expired", by: "clock", now }))).ok;
}
