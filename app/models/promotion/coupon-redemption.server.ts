/** Who has redeemed which coupon: counted in the database, so that two hundred at once cannot share the last one. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { Coupon, CouponHistory } from "./coupon.ts";

/** Who is buying, as far as it is known. */
export type Person = Readonly<{
  customerId: string | null;
  /**
   * As typed, by anybody. It says who has redeemed a coupon, and never who has bought: the checkout must not tell a
   * stranger whose address that is (decision 57).
   */
  email: string | null;
  /** Orders that this browser placed. */
  orderIds?: ReadonlyArray<string>;
}>;

/** What speaks against this person's using the coupon. What their own unpaid order of `cartId` holds does not. */
export async function findCouponHistory(
  { id, maxUses, used }: Pick<Coupon, "id" | "maxUses" | "used">,
  person: Person,
  cartId: CartId,
): Promise<CouponHistory> {
  const [held, isUsedByPerson, hasOrdered] = await Promise.all([
    countHeldBy(id, cartId),
    hasRedeemed(id, person, cartId),
    hasBought(person),
  ]);
  return {
    isUsedUp: maxUses !== null && used - held >= maxUses,
    isUsedByPerson,
    hasOrdered,
  };
}

type Redemption = Readonly<{
  orderId: OrderId;
  cartId: CartId;
  couponId: number;
  customerId: string | null;
  email: string;
  isOncePerCustomer: boolean;
}>;

/**
 * Redeems the coupon with an order, in the transaction that places it. The counter's row is changed first: whoever
 * redeems the same coupon at the same moment waits there, and then sees this redemption.
 */
export async function redeemCoupon(
  { orderId, cartId, couponId, customerId, email, isOncePerCustomer }: Redemption,
  now: Date,
): Promise<Result<null, "coupon-used-up" | "coupon-used-by-you">> {
  const counted = await db()
    .updateTable("coupons")
    .set({ used: sql<number>`used + 1` })
    .where("id", "=", couponId)
    .where("is_enabled", "=", 1)
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("max_uses", "is", null), row("used", "<", row.ref("max_uses"))]))
    .executeTakeFirst();
  if (Number(counted.numUpdatedRows) !== 1) return refused("coupon-used-up");
  if (isOncePerCustomer && (await hasRedeemed(couponId, { customerId, email }, cartId)))
    return refused("coupon-used-by-you");
  await insertUse({ orderId, couponId, customerId, email }, now);
  return ok(null);
}

/** The order is not going to be paid: somebody else may have its redemption. */
export async function releaseCoupon(orderId: OrderId): Promise<void> {
  const released = await db()
    .deleteFrom("coupon_uses")
    .where("order_id", "=", orderId)
    .returning("coupon_id")
    .executeTakeFirst();
  if (!released) return;
  await db()
    .updateTable("coupons")
    .set({ used: sql<number>`used - 1` })
    .where("id", "=", released.coupon_id)
    .execute();
}

/** Money came for an order that had been given up: it keeps its price, whatever has become of the coupon. */
export async function redeemAgain(
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
    .set({ used: sql<number>`used + 1` })
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
      at: now.toISOString(),
    })
    .execute();
}

async function countHeldBy(couponId: number, cartId: CartId): Promise<number> {
  const { count } = await usesOf(couponId)
    .select(({ fn }) => fn.countAll().as("count"))
    .where("orders.cart_id", "=", cartId)
    .where("orders.status", "=", "awaiting-payment")
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function hasRedeemed(
  couponId: number,
  { customerId, email }: Person,
  cartId: CartId,
): Promise<boolean> {
  if (customerId === null && email === null) return false;
  const row = await usesOf(couponId)
    .select("coupon_uses.order_id")
    .where((use) =>
      use.or([
        use("coupon_uses.email_key", "=", emailKey(email ?? "")),
        use("coupon_uses.customer_id", "=", customerId ?? ""),
      ]),
    )
    .where((use) =>
      use.or([use("orders.cart_id", "<>", cartId), use("orders.status", "<>", "awaiting-payment")]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function usesOf(couponId: number) {
  return db()
    .selectFrom("coupon_uses")
    .innerJoin("orders", "orders.id", "coupon_uses.order_id")
    .where("coupon_uses.coupon_id", "=", couponId);
}

/** Whether the customer who is logged in, or this browser, has paid for an order. */
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
