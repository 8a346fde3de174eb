import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { closePayment } from "#app/models/order/payment/page.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { PROCESSING_DAYS, processingUntil } from "#app/models/order/payment/settlement.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";

import { type ClosedPage, cancelUnpaidOrder } from "./reservation.server.ts";

/** Without a webhook, until the provider is polled. */
const RECONCILE_AFTER_MINUTES = 10;
const ASK_AGAIN_MINUTES = 5;
const MINUTE_MS = 60_000;
const BATCH = 1_000;
/** About an ended order whose payment the provider had not ended. */
const LATE_MONEY_DAYS = 2;
const DAY_MINUTES = 24 * 60;
const SILENT_MAX = 5;

/**
 * The provider is polled first: a paid order is settled, and one without an answer stays. Returns how many were ended.
 */
export async function releaseStaleOrders(now: Date): Promise<number> {
  const stale = await polledOrders()
    .where("orders.status", "=", "awaiting-payment")
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
 * Also those that ended while the provider did not say what became of their payment; each is polled by one process, and
 * again only after some minutes. Returns how many.
 */
export async function reconcilePayments(now: Date): Promise<number> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
  const isEnded = sql<boolean>`orders.status in ('cancelled', 'declined')`;
  const silent = await polledOrders()
    .where((row) =>
      row.or([
        row("orders.status", "=", "awaiting-payment"),
        row.and([
          isEnded,
          row("orders.paid_at", "is", null),
          row("orders.updated_at", ">=", before(LATE_MONEY_DAYS * DAY_MINUTES)),
          row("payments.provider_payment_id", "is not", null),
          row("payments.status", "in", ["pending", "processing"]),
        ]),
      ]),
    )
    // Nothing older waits for a bank or for late money: this is what the index narrows.
    .where("orders.placed_at", ">=", before((PROCESSING_DAYS + LATE_MONEY_DAYS) * DAY_MINUTES))
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
  await askAbout(silent, async ({ id, status, provider_checked_at: requestedAt }) => {
    if (!(await noteRequested(id, now, requestedAt))) return true;
    count += 1;
    if (status !== "awaiting-payment") await closePayment(id);
    return (await settle(id, now))?.providerAnswered ?? true;
  });
  return count;
}

export async function countOverdueOrders(before: Date): Promise<number> {
  const { count } = await db()
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "awaiting-payment")
    .where("expires_at", "<=", before.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

function polledOrders() {
  return db()
    .selectFrom("orders")
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select(["orders.id", "orders.status", "payments.provider_checked_at"])
    .orderBy((eb) => eb.fn.coalesce("payments.provider_checked_at", eb.val("")))
    .limit(BATCH);
}

type Polled = Readonly<{ id: string; status: string; provider_checked_at: string | null }>;

/** Ends when the provider does not answer; `ask` returns whether it did. */
async function askAbout(
  orders: ReadonlyArray<Polled>,
  ask: (order: Polled & Readonly<{ id: OrderId }>) => Promise<boolean>,
): Promise<void> {
  let inSilence = 0;
  for (const { id, ...order } of orders) {
    if (!isOrderId(id)) continue;
    inSilence = (await ask({ id, ...order })) ? 0 : inSilence + 1;
    if (inSilence === SILENT_MAX) return;
  }
}

/** False if another process did so since `before` was read. */
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
  return (await transact(() => cancelUnpaidOrder(closed, { reason: "expired", by: "clock", now }))).ok;
}
