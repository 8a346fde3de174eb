/** Pre-orders that wait to be sent: their day may move, and their buyer may cancel them until then. */
import { sql } from "kysely";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { eachByItself } from "#app/models/jobs/each-by-itself.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { preorderDayText, unbookedText } from "#app/models/shipping/preorder.ts";
import { findRulesOfOrders } from "#app/models/shipping/shipping.server.ts";
import { deliveryOptions } from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { queueOrderEmail } from "./email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import type { Actor } from "./fulfilment.ts";
import { checkedTransaction } from "./invariants/checked-transaction.server.ts";
import type { ChosenDelivery, Order, OrderPromise } from "./order.ts";
import { isPreorder, type UnsentPreorder, unsentPreorders } from "./preorder.ts";
import { findEarlierRefund, type RefundRefusal } from "./refund.server.ts";
import { amountDue } from "./refunds/refund-due.ts";
import { refundUnsent, unsentRefund } from "./refunds/refund-unsent.server.ts";
import { isPaidFor, TO_BE_SENT } from "./status.ts";

/**
 * Writes to the buyers of unsent pre-orders whose release has changed, and once to those who bought while the texts of
 * products could still claim that they pay later. Returns how many orders were changed.
 */
export async function followReleases(now: Date): Promise<number> {
  let count = 0;
  const follow = async (id: OrderId) => {
    if (!(await followOrder(id, now))) return;
    count += 1;
    wakeWorker();
  };
  await eachByItself(await listChanged(), (id) => `order ${id}`, follow);
  return count;
}

/** As a constant, as in the index `products_preorder`. */
const IS_PREORDER = sql<boolean>`products.availability = 'preorder'`;

/** Orders with a promise that is not as the catalogue has it now, or has no day yet. */
async function listChanged(): Promise<ReadonlyArray<OrderId>> {
  const [orders, variants] = await Promise.all([
    db()
      .selectFrom("orders")
      .select(["id", "delivery"])
      .where("status", "in", TO_BE_SENT)
      .where("delivery", "like", '%, pre-order"%')
      .execute(),
    db()
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select(["variants.id", "products.preorder_release_at"])
      .where(IS_PREORDER)
      .execute(),
  ]);
  const releases = new Map(variants.map((row) => [row.id, row.preorder_release_at]));
  // What comes on a booked day waits for the last release.
  const isChanged = ({ sendBy, releaseAt, variantIds = [], day = null, to }: OrderPromise): boolean => {
    const found = variantIds.flatMap((id) => releases.get(id) ?? []).sort();
    const deciding = day !== null || to === null ? found.slice(-1) : found;
    return sendBy === undefined || deciding.some((release) => release !== releaseAt);
  };
  return orders.flatMap(({ id, delivery }) => {
    const { promises } = JSON.parse(delivery) as ChosenDelivery;
    return isOrderId(id) && promises.filter(isPreorder).some(isChanged) ? [id] : [];
  });
}

async function followOrder(id: OrderId, now: Date): Promise<boolean> {
  const followed = await transact<Result<boolean, never>>(async () => {
    const order = await lockOrder(id);
    if (!order) return ok(false);
    const before = order.delivery.promises;
    let promises = before;
    for (const unsent of unsentPreorders(order, await findFulfilmentHistory(id)))
      promises = await followPromise(order, unsent, { promises, now });
    if (promises === before) return ok(false);
    await writePromises(order, promises, now);
    return ok(true);
  });
  return followed.ok && followed.value;
}

/** Writes to its buyer. Items that move leave the promise that they shared with others, and stand last. */
async function followPromise(
  order: Order,
  unsent: UnsentPreorder,
  { promises, now }: Readonly<{ promises: ReadonlyArray<OrderPromise>; now: Date }>,
): Promise<ReadonlyArray<OrderPromise>> {
  const { position, promise, units } = unsent;
  const left = order.lines.filter((_, at) => (units[at] ?? 0) > 0);
  const moved = await promisesNow(order, { promise, left }, now);
  if (moved.length === 0) return promises;
  const ids = moved.flatMap(({ variantIds = [] }) => variantIds);
  const rest = promise.variantIds?.filter((id) => !ids.includes(id)) ?? [];
  const isShared = left.some(({ variantId }) => rest.includes(variantId));
  const parts = moved.map((next, at) => {
    // What was sent or cancelled stays with it.
    const variantIds = [...(next.variantIds ?? []), ...(isShared || at > 0 ? [] : rest)];
    return promiseWith(order, { promise: { ...promise, variantIds }, next }, now);
  });
  const [first = promise, ...added] = isShared ? [{ ...promise, variantIds: rest }, ...parts] : parts;
  const all = [...promises.with(position, first), ...added];
  for (const [index, next] of moved.entries())
    await queueNews(order, { promise, next, position: all.indexOf(parts[index] ?? first) }, now);
  return all;
}

type Change = Readonly<{ promise: OrderPromise; next: OrderPromise }>;

async function queueNews(
  { id }: Order,
  { promise, next, position }: Change & Preorder,
  now: Date,
): Promise<void> {
  if (promise.sendBy === undefined) {
    await queueOrderEmail(id, { about: "preorder-terms", position });
  } else if (isMoved(promise, next)) {
    // Another order can have the booked day.
    if (promise.day) await db().deleteFrom("delivery_bookings").where("order_id", "=", id).execute();
    await queueOrderEmail(id, { about: "preorder-moved", position, at: now.getTime() });
  }
}

/** It is no pre-order any more, so it leaves at once, at the latest on the day when it should arrive. */
function undated(promise: OrderPromise, today: Day): OrderPromise {
  const day = promise.to ?? promise.from ?? today;
  return { ...promise, sendBy: day < today ? today : day };
}

/** A booked day stays unless the first that can be booked, counted from the later release, comes after it. */
function isMoved({ sendBy: before, releaseAt = "", day = null }: OrderPromise, next: OrderPromise): boolean {
  if (before === undefined) return false;
  if (day === null) return before !== next.sendBy;
  return (next.releaseAt ?? "") > releaseAt && (next.from ?? next.sendBy ?? "") > day;
}
/** What is left of it, where its release has changed; none: it has not, or nobody says it any more. */
async function promisesNow(
  { delivery, deliveryAddress }: Order,
  { promise, left }: Readonly<{ promise: OrderPromise; left: Order["lines"] }>,
  now: Date,
): Promise<ReadonlyArray<OrderPromise>> {
  const ids = left.map(({ variantId }) => variantId);
  const saleables = await findSaleables(ids, { terms: await findSaleTerms(), cartId: null });
  const lines = left.flatMap(({ variantId, personalisation }) => {
    const shown = saleables.get(variantId)?.shown;
    return shown ? [{ ...shown, personalisation }] : [];
  });
  const rules = await findRulesOfOrders();
  const destination = {
    postcode: deliveryAddress.postal_code || null,
    countryCode: deliveryAddress.country_code,
  };
  const items = money(0, rules.currency);
  const options = deliveryOptions({ lines, items, freeMethods: "all", destination, now }, rules);
  const leads = options.find(({ method }) => method === delivery.method) ?? options[0];
  const moved = leads?.consignments.filter(
    ({ sendBy, releaseAt }) => sendBy !== undefined && releaseAt !== promise.releaseAt,
  );
  if (promise.sendBy !== undefined || moved?.length) return moved ?? [];
  return [undated(promise, localTime(now, rules.calendar.timeZone).day)];
}

/** No page of an order offers a day. */
function whenText({ when, from, to, day }: OrderPromise, now: Date): string {
  return from && !to && !day ? unbookedText(from, now) : when;
}

/** What the buyer read first stays, however often the day moves before the buyer answers. */
function promiseWith(order: Order, { promise, next }: Change, now: Date): OrderPromise {
  const { from = null, to = null, day = null, releaseAt, sendBy } = next;
  const dated = { ...promise, ...(releaseAt ? { releaseAt } : {}), ...(sendBy ? { sendBy } : {}) };
  if (!isMoved(promise, next)) return dated;
  const terms = { isCollected: isCollection(order.delivery.method), isOrdered: true, now };
  const movedFrom = promise.movedFrom ?? preorderDayText(promise, null, terms);
  return { ...dated, when: whenText(next, now), from, to, day, movedFrom };
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

export type WaitRefusal = "order-not-found" | "preorder-moved";

/**
 * The buyer waits for the new day, `sendBy` as the page showed it; "preorder-moved" if it has moved again since. The same
 * answer again changes nothing.
 */
export async function waitForPreorder(
  id: OrderId,
  { position, sendBy }: Preorder & Readonly<{ sendBy: Day }>,
  now: Date,
): Promise<Result<null, WaitRefusal>> {
  return transact<Result<null, WaitRefusal>>(async () => {
    const order = await lockOrder(id);
    const promise = order?.delivery.promises[position];
    if (!order || !promise) return refused("order-not-found");
    if (promise.sendBy !== sendBy) return refused("preorder-moved");
    const waits = { ...promise, movedFrom: null };
    if (promise.movedFrom) await writePromises(order, order.delivery.promises.with(position, waits), now);
    return ok(null);
  });
}

export type PreorderRefusal = "preorder-sent" | "cancel-work-begun" | RefundRefusal;

/**
 * Takes it out of its order and refunds it in full, delivery too if nothing else is sent. Packed or not: what has left
 * the shop can no longer be cancelled, nor what was made with the buyer's words once work on it began or it was packed.
 */
export async function cancelPreorder(
  id: OrderId,
  { position, by, now }: Preorder & Actor,
): Promise<Result<Readonly<{ order: Order }>, PreorderRefusal>> {
  const reason = "pre-order cancelled by the customer";
  const key = `pre-order ${position}`;
  const end = async (): Promise<Result<Readonly<{ order: Order }>, PreorderRefusal>> => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const life = await findFulfilmentHistory(id);
    const unsent = unsentPreorders(order, life).find((one) => one.position === position);
    if (!unsent) return (await findEarlierRefund(id, key)) ? ok({ order }) : refused("preorder-sent");
    if (!unsent.canCancel) return refused("cancel-work-begun");
    const done = await refundUnsent(order, life, { key, units: unsent.units, reason, by, now });
    return done.ok ? ok({ order }) : done;
  };
  const done = await checkedTransaction(end, ({ order }) => order.id, now);
  wakeWorker();
  return done;
}

/** What cancelling it would refund. */
export async function refundOfPreorder(order: Order, unsent: UnsentPreorder): Promise<Money> {
  if (!isPaidFor(order.status)) return money(0, order.totals.total.currency);
  const life = await findFulfilmentHistory(order.id);
  return amountDue(order, life, unsentRefund(order, life, unsent.units));
}
