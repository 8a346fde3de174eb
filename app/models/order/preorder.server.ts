/** Pre-orders that wait to be sent: their day may move, and their buyer may cancel them until then. */
import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { isCollection, deliveryOptions } from "#app/models/shipping/shipping.ts";
import { preorderDayText } from "#app/models/shipping/preorder.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { unpack } from "./buyer-answer.server.ts";
import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, type FulfilmentHistory, refundsSoFar, unitsToSend } from "./fulfilment.ts";
import { checkedTransaction } from "./invariants/checked-transaction.server.ts";
import type { Order, OrderPromise } from "./order.ts";
import { type UnsentPreorder, unsentPreorders } from "./preorder.ts";
import { type RefundUnits, remainingRefund } from "./refund-shares.ts";
import { refundAndMove, type RefundRefusal } from "./refund.server.ts";
import { amountDue } from "./refunds/refund-due.ts";
import { isPaidFor } from "./status.ts";
import { isWorkBegun } from "./words.ts";

/**
 * Writes to the buyers of unsent pre-orders whose release has changed, and once to those who bought while the texts of
 * products could still claim that they pay later. Returns how many orders were changed.
 */
export async function followReleases(now: Date): Promise<number> {
  const rows = await db()
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["paid", "packed", "partially-shipped"])
    .where("delivery", "like", '%, pre-order"%')
    .execute();
  let count = 0;
  for (const { id } of rows) {
    if (isOrderId(id) && (await followOrder(id, now))) count += 1;
  }
  if (count > 0) wakeWorker();
  return count;
}

async function followOrder(id: OrderId, now: Date): Promise<boolean> {
  const followed = await transact<Result<boolean, never>>(async () => {
    const order = await lockOrder(id);
    if (!order) return ok(false);
    const found = unsentPreorders(order, await findFulfilmentHistory(id));
    let promises = order.delivery.promises;
    for (const unsent of found) {
      const promise = await followPromise(order, unsent, now);
      if (promise) promises = promises.with(unsent.position, promise);
    }
    if (promises === order.delivery.promises) return ok(false);
    await writePromises(order, promises, now);
    return ok(true);
  });
  return followed.ok && followed.value;
}

/** Writes to its buyer. Null: its release has not changed. */
async function followPromise(order: Order, unsent: UnsentPreorder, now: Date): Promise<OrderPromise | null> {
  const { position, promise } = unsent;
  const isOld = promise.sendBy === undefined;
  const next = (await promiseNow(order, unsent, now)) ?? (isOld ? undated(promise, now) : null);
  if (!next || (!isOld && next.releaseAt === promise.releaseAt)) return null;
  if (isOld) await queueOrderEmail(order.id, { about: "preorder-terms", position });
  else if (isMoved(promise, next)) await queueMove(order, unsent, now);
  return promiseWith(order, { promise, next }, now);
}

/** It is no pre-order any more, so it leaves at once, at the latest on the day when it should arrive. */
function undated(promise: OrderPromise, now: Date): OrderPromise {
  return { ...promise, sendBy: promise.to ?? promise.from ?? now.toISOString().slice(0, 10) };
}

/** A booked day that the new one leaves time for stays. */
function isMoved({ sendBy: before, day = null }: OrderPromise, { sendBy = "" }: OrderPromise): boolean {
  if (before === undefined) return false;
  return day === null ? before !== sendBy : sendBy > day;
}

async function queueMove({ id }: Order, { position, promise }: UnsentPreorder, now: Date): Promise<void> {
  // Another order can have the booked day.
  if (promise.day) await db().deleteFrom("delivery_bookings").where("order_id", "=", id).execute();
  await queueOrderEmail(id, { about: "preorder-moved", position, at: now.getTime() });
}

/** Null where nobody says any more when it is released. */
async function promiseNow(
  { delivery, deliveryAddress }: Order,
  { promise: { variantIds = [], day = null } }: UnsentPreorder,
  now: Date,
): Promise<OrderPromise | null> {
  const saleables = await findSaleables(variantIds, { terms: await findSaleTerms(), cartId: null });
  const lines = variantIds.flatMap((id) => saleables.get(id)?.shown ?? []);
  if (lines.every(({ preorderReleaseAt }) => preorderReleaseAt === null)) return null;
  const rules = await findDeliveryRules();
  const destination = {
    postcode: deliveryAddress.postal_code || null,
    countryCode: deliveryAddress.country_code,
  };
  const items = money(0, rules.currency);
  const options = deliveryOptions({ lines, items, freeMethods: "all", destination, now, day }, rules);
  const leads = options.find(({ method }) => method === delivery.method) ?? options[0];
  return leads?.consignments.find(({ sendBy }) => sendBy !== undefined) ?? null;
}

type Change = Readonly<{ promise: OrderPromise; next: OrderPromise }>;

/** What the buyer read first stays, however often the day moves before the buyer answers. */
function promiseWith(order: Order, { promise, next }: Change, now: Date): OrderPromise {
  const { when, from = null, to = null, day = null, releaseAt, sendBy } = next;
  const dated = { ...promise, ...(releaseAt ? { releaseAt } : {}), ...(sendBy ? { sendBy } : {}) };
  if (!isMoved(promise, next)) return dated;
  const terms = { isCollected: isCollection(order.delivery.method), now };
  const movedFrom = promise.movedFrom ?? preorderDayText(promise, null, terms);
  return { ...dated, when, from, to, day, movedFrom };
}

async function writePromises(
  { id, delivery }: Order,
  promises: ReadonlyArray<OrderPromise>,
  now: Date,
): Promise<void> {
  await db()
    .updateTable("orders")
    .set({ delivery: JSON.stringify({ ...delivery, promises }), updated_at: now.toISOString() })
    .where("id", "=", id)
    .modifyEnd(notifiedByWriter)
    .execute();
}

type Preorder = Readonly<{
  /** The place of its promise in the order's delivery. */
  position: number;
}>;

/** The buyer waits for the new day. The same answer again changes nothing. */
export async function waitForPreorder(
  id: OrderId,
  { position }: Preorder,
  now: Date,
): Promise<Result<null, "order-not-found">> {
  return transact<Result<null, "order-not-found">>(async () => {
    const order = await lockOrder(id);
    const promise = order?.delivery.promises[position];
    if (!order || !promise) return refused("order-not-found");
    const waits = { ...promise, movedFrom: null };
    if (promise.movedFrom) await writePromises(order, order.delivery.promises.with(position, waits), now);
    return ok(null);
  });
}

export type PreorderRefusal = "preorder-sent" | "cancel-work-begun" | RefundRefusal;

/**
 * Takes it out of its order and refunds it in full, delivery too if nothing else is sent. Packed or not: only what has
 * left the shop can no longer be cancelled.
 */
export async function cancelPreorder(
  id: OrderId,
  { position, by, now }: Preorder & Actor,
): Promise<Result<Readonly<{ order: Order }>, PreorderRefusal>> {
  const reason = "pre-order cancelled by the customer";
  const end = async (): Promise<Result<Readonly<{ order: Order }>, PreorderRefusal>> => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const life = await findFulfilmentHistory(id);
    const unsent = unsentPreorders(order, life).find((one) => one.position === position);
    if (!unsent) return refused("preorder-sent");
    if (isWorkBegun(order, life, unsent.units)) return refused("cancel-work-begun");
    const unpacked = await unpack(order, { by, now });
    if (!unpacked.ok) return unpacked;
    const refund = refundOf(order, life, unsent);
    const key = `pre-order ${position}`;
    const request = { key, refund, isRestocked: true, isUpToLeft: true, reason, by, now };
    const done = await refundAndMove(unpacked.value, request);
    return done.ok ? ok({ order }) : done;
  };
  const done = await checkedTransaction(end, ({ order }) => order.id, now);
  wakeWorker();
  return done;
}

function refundOf(order: Order, life: FulfilmentHistory, { units }: UnsentPreorder): RefundUnits {
  const earlier = refundsSoFar(life);
  const left = remainingRefund(order, earlier);
  const isAll = unitsToSend(order, life).every((count, at) => count === units[at]);
  const isNoneSent = life.lines.every(({ sent }) => sent === 0);
  return {
    units: units.map((count, at) => Math.min(count, left.units[at] ?? 0)),
    delivery: isAll && isNoneSent && left.delivery,
  };
}

/** What cancelling it would refund. */
export async function refundOfPreorder(order: Order, unsent: UnsentPreorder): Promise<Money> {
  if (!isPaidFor(order.status)) return money(0, order.totals.total.currency);
  const life = await findFulfilmentHistory(order.id);
  return amountDue(order, life, refundOf(order, life, unsent));
}
