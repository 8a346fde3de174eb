/** Redemptions are counted in the database, so that two orders cannot share the last one. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { untilText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type Coupon, type CouponHistory, useByPerson } from "./coupon.ts";

export type Person = Readonly<{
  customerId: string | null;
  /** As typed, so it may be a stranger's: compared only with redemptions, never with orders (decision 0022). */
  email: string | null;
  orderIds?: ReadonlyArray<string>;
}>;

type Counted = Pick<Coupon, "id" | "maxUses" | "used">;
type At = Readonly<{ cartId: CartId; now: Date }>;

/** What orders that wait for their payment hold of a credit, in minor units, by whether they are of the cart. */
type Held = Readonly<{ here: number; elsewhere: number }>;

export async function findCouponUsage(
  coupon: Counted,
  person: Person,
  at: At,
): Promise<CouponHistory & Readonly<{ held: Held }>> {
  const [uses, byPerson, hasOrdered] = await Promise.all([
    usesLeft(coupon, at),
    findUseOf(coupon.id, person, at),
    hasBought(person),
  ]);
  return { ...uses, ...byPerson, hasOrdered };
}

/** They hold a use until they are paid for, or give it back. */
const UNDECIDED: ReadonlyArray<string> = ["awaiting-payment", "payment-review"];

/** Orders of the cart that wait for their payment give their use back before another is placed; those of others do not. */
async function usesLeft(
  { id, maxUses, used }: Counted,
  { cartId, now }: At,
): Promise<Pick<CouponHistory, "isUsedUp" | "inUseUntil"> & Readonly<{ held: Held }>> {
  if (maxUses === null) return { isUsedUp: false, inUseUntil: null, held: { here: 0, elsewhere: 0 } };
  const waiting = await usesOf(id)
    .select(["orders.cart_id", "orders.status", "orders.expires_at", "coupon_uses.credit_minor"])
    .where("orders.status", "in", UNDECIDED)
    .orderBy("orders.expires_at")
    .execute();
  const own = waiting.filter((order) => order.cart_id === cartId && order.status === "awaiting-payment");
  const others = waiting.filter((order) => !own.includes(order));
  const isUsedUp = used - own.length >= maxUses;
  // A payment that a person looks at may take longer than its order says.
  const ending = others.filter(({ expires_at: end }) => end > now.toISOString());
  const end = isUsedUp ? ending[0] : ending.at(-1);
  const isForGood = used - waiting.length >= maxUses;
  return {
    isUsedUp,
    inUseUntil: end && !isForGood ? untilText(end.expires_at, now, await findStore()) : null,
    held: { here: heldBy(own), elsewhere: heldBy(others) },
  };
}

function heldBy(waiting: ReadonlyArray<Readonly<{ credit_minor: number | null }>>): number {
  return waiting.reduce((total, { credit_minor: minor }) => total + (minor ?? 0), 0);
}

type Redemption = Readonly<{
  orderId: OrderId;
  cartId: CartId;
  couponId: number;
  customerId: string | null;
  email: string;
  isOncePerCustomer: boolean;
  discountMinor: number;
}>;

type NotRedeemed = "coupon-used-up" | "coupon-in-use" | "coupon-used-by-you" | "total-changed";

/**
 * Takes from a credit what it saves; the rest is free for other orders. In the transaction that places the order; the counter's row is locked first, so that redemptions at the same moment
 * wait for each other.
 */
export async function redeemCoupon(
  { orderId, cartId, couponId, customerId, email, isOncePerCustomer, discountMinor }: Redemption,
  now: Date,
): Promise<Result<null, NotRedeemed>> {
  const counted = await db()
    .updateTable("coupons")
    .set({ use_count: sql<number>`use_count + 1` })
    .where("id", "=", couponId)
    .where("is_enabled", "=", 1)
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("max_uses", "is", null), row("use_count", "<", row.ref("max_uses"))]))
    // Of a credit another order may have taken a part since the price was worked out.
    .where((row) => row.or([row.not(IS_CREDIT), row("amount", ">=", discountMinor)]))
    .executeTakeFirst();
  if (Number(counted.numUpdatedRows) !== 1) return noUseLeft(couponId, { cartId, now });
  if (isOncePerCustomer) {
    const use = await findUseOf(couponId, { customerId, email }, { cartId, now });
    if (use.isUsedByPerson) return useByPerson(use);
  }
  await insertUse({ orderId, couponId, customerId, email }, now);
  await spendCredit(orderId, discountMinor);
  return ok(null);
}

async function noUseLeft(couponId: number, at: At): Promise<Refusal<NotRedeemed>> {
  const coupon = await db()
    .selectFrom("coupons")
    .select(["id", "max_uses as maxUses", "use_count as used"])
    .where("id", "=", couponId)
    .executeTakeFirstOrThrow();
  const { isUsedUp, inUseUntil } = await usesLeft(coupon, at);
  if (!isUsedUp) return refused("total-changed");
  return inUseUntil === null ? refused("coupon-used-up") : refused("coupon-in-use", { until: inUseUntil });
}

/** A credit works in one currency alone, and is no coupon of the shop's. */
const IS_CREDIT = sql<boolean>`(type = 'fixed' AND rules LIKE '%"only_in":"%')`;

/**
 * Once for each order; the rest stays on the code. Call it after the stock, because an order that is placed locks both in
 * that order.
 */
export async function spendCredit(orderId: OrderId, discountMinor: number): Promise<void> {
  const use = await db()
    .selectFrom("coupon_uses")
    .select("coupon_id")
    .where("order_id", "=", orderId)
    .where("credit_minor", "is", null)
    .executeTakeFirst();
  const credit = use && (await lockCredit(use.coupon_id));
  if (!credit) return;
  const taken = Math.min(credit.amount, discountMinor);
  await db()
    .updateTable("coupon_uses")
    .set({ credit_minor: taken })
    .where("order_id", "=", orderId)
    .execute();
  await setBalance(credit.id, credit.amount - taken);
}

async function lockCredit(couponId: number) {
  return db()
    .updateTable("coupons")
    .set({ amount: sql<number>`amount` })
    .where("id", "=", couponId)
    .where(IS_CREDIT)
    .returning(["id", "amount"])
    .executeTakeFirst();
}

/** One more order may use the credit while something is left and no order that uses it waits for its payment. */
async function setBalance(couponId: number, amount: number, until: string | null = null): Promise<void> {
  const waiting = sql<number>`(SELECT COUNT(*) FROM coupon_uses WHERE coupon_id = coupons.id AND credit_minor IS NULL)`;
  await db()
    .updateTable("coupons")
    .set({
      amount,
      ends_at: sql`CASE WHEN ends_at < ${until} THEN ${until} ELSE ends_at END`,
      max_uses: sql<number>`use_count + CASE WHEN ${amount > 0 ? 1 : 0} = 1 AND ${waiting} = 0 THEN 1 ELSE 0 END`,
    })
    .where("id", "=", couponId)
    .execute();
}

/** A credit gets back what the order had taken off it. */
export async function releaseCoupon(orderId: OrderId, now: Date): Promise<void> {
  const released = await db()
    .deleteFrom("coupon_uses")
    .where("order_id", "=", orderId)
    .returning(["coupon_id", "credit_minor"])
    .executeTakeFirst();
  if (!released) return;
  await db()
    .updateTable("coupons")
    .set({ use_count: sql<number>`use_count - 1` })
    .where("id", "=", released.coupon_id)
    .execute();
  if (released.credit_minor !== null) await addToCredit(released.coupon_id, released.credit_minor, now);
}

/** Minor units that the order took off a credit and has not given back; null: it used none. */
export async function findCreditUse(orderId: OrderId): Promise<number | null> {
  const use = await db()
    .selectFrom("coupon_uses")
    .select("credit_minor")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return use?.credit_minor ?? null;
}

/** Minor units that went back to the code since it was `before`. Call it while the order is locked. */
export async function creditBackSince(orderId: OrderId, before: number | null): Promise<number> {
  return (before ?? 0) - ((await findCreditUse(orderId)) ?? 0);
}

/** Puts `minor` of it back on the code, or leaves it to a new one of the caller's. Call it while the order is locked. */
export async function giveBackCredit(
  orderId: OrderId,
  minor: number,
  { now, isNewCode = false }: Readonly<{ now: Date; isNewCode?: boolean }>,
): Promise<void> {
  if (minor === 0) return;
  const { coupon_id: couponId } = await db()
    .updateTable("coupon_uses")
    .set((row) => ({ credit_minor: row("credit_minor", "-", minor) }))
    .where("order_id", "=", orderId)
    .returning("coupon_id")
    .executeTakeFirstOrThrow();
  if (!isNewCode) await addToCredit(couponId, minor, now);
}

const BACK_DAYS = 90;

/** What comes back can be spent for 90 days at least, also if the code has ended. */
async function addToCredit(couponId: number, minor: number, now: Date): Promise<void> {
  const credit = await lockCredit(couponId);
  const until = new Date(now.getTime() + BACK_DAYS * 86_400_000).toISOString();
  if (credit) await setBalance(credit.id, credit.amount + minor, until);
}

/** For late money: the order keeps its price, whatever happened to the coupon. */
export async function restoreRedemption(
  order: Readonly<{ id: OrderId; customerId: string | null; email: string }>,
  code: string,
  now: Date,
): Promise<void> {
  const coupon = await db().selectFrom("coupons").select("id").where("code", "=", code).executeTakeFirst();
  const known = await db()
    .selectFrom("coupon_uses")
    .select("order_id")
    .where("order_id", "=", order.id)
    .executeTakeFirst();
  if (!coupon || known) return;
  await db()
    .updateTable("coupons")
    .set({ use_count: sql<number>`use_count + 1` })
    .where("id", "=", coupon.id)
    .execute();
  await insertUse({ ...order, orderId: order.id, couponId: coupon.id }, now);
}

async function insertUse(
  use: Readonly<{ orderId: OrderId; couponId: number; customerId: string | null; email: string }>,
  now: Date,
): Promise<void> {
  await db()
    .insertInto("coupon_uses")
    .values({
      order_id: use.orderId,
      coupon_id: use.couponId,
      customer_id: use.customerId,
      email_key: emailKey(use.email),
      created_at: now.toISOString(),
    })
    .execute();
}

/** Orders of the cart that wait for their payment do not count. */
async function findUseOf(
  couponId: number,
  { customerId, email }: Person,
  { cartId, now }: At,
): Promise<Pick<CouponHistory, "isUsedByPerson" | "inUseByPersonUntil">> {
  if (customerId === null && email === null) return { isUsedByPerson: false, inUseByPersonUntil: null };
  const uses = await usesOf(couponId)
    .select(["orders.status", "orders.expires_at"])
    .where((use) =>
      use.or([
        use("coupon_uses.email_key", "=", emailKey(email ?? "")),
        use("coupon_uses.customer_id", "=", customerId ?? ""),
      ]),
    )
    .where((use) =>
      use.or([use("orders.cart_id", "<>", cartId), use("orders.status", "<>", "awaiting-payment")]),
    )
    .orderBy("orders.expires_at")
    .execute();
  const isUndecided = uses.every(({ status }) => UNDECIDED.includes(status));
  const last = isUndecided ? uses.findLast(({ expires_at: end }) => end > now.toISOString()) : undefined;
  return {
    isUsedByPerson: uses.length > 0,
    inUseByPersonUntil: last ? untilText(last.expires_at, now, await findStore()) : null,
  };
}

function usesOf(couponId: number) {
  return db()
    .selectFrom("coupon_uses")
    .innerJoin("orders", "orders.id", "coupon_uses.order_id")
    .where("coupon_uses.coupon_id", "=", couponId);
}

async function hasBought({ customerId, orderIds = [] }: Person): Promise<boolean> {
  if (customerId === null && orderIds.length === 0) return false;
  const row = await db()
    .selectFrom("orders")
    .select("id")
    .where("paid_at", "is not", null)
    .where((order) =>
      order.or([
        order("customer_id", "=", customerId ?? ""),
        ...(orderIds.length > 0 ? [order("id", "in", orderIds)] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
