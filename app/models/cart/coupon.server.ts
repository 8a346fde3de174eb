import { db, transact } from "#app/db/db.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { evaluateCoupon } from "#app/models/coupon/coupon.server.ts";
import type { CouponCode, CouponState } from "#app/models/coupon/coupon.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type Cart, linesForSale } from "./cart.ts";
import { cartChanged } from "./events.server.ts";
import type { CartPricing } from "./pricing.ts";

export function couponState(cart: Cart | null, pricing: CartPricing | null): CouponState | null {
  const code = cart?.couponCode ?? null;
  const weighed = pricing?.coupon ?? null;
  if (code === null || weighed === null) return null;
  return weighed.ok
    ? { code, works: true, text: weighed.value.message }
    : { code, works: false, text: `${shopError(weighed).message}.` };
}

export async function applyCoupon(
  cart: Cart,
  typed: string,
  now: Date,
): Promise<Result<null, CouponCode | "cart-not-found">> {
  const person = { customerId: cart.customerId, email: null };
  const lines = linesForSale(cart.lines);
  const weighed = await evaluateCoupon(typed, { cartId: cart.id, lines, person, now });
  return weighed.ok ? setCouponCode(cart.id, weighed.value.code, now) : weighed;
}

export function removeCoupon(cartId: CartId, now: Date): Promise<Result<null, "cart-not-found">> {
  return setCouponCode(cartId, null, now);
}

/** The version stays: it counts changes of the items, and the agreed total covers the coupon. */
async function setCouponCode(
  cartId: CartId,
  code: string | null,
  now: Date,
): Promise<Result<null, "cart-not-found">> {
  return transact(async () => {
    const { numUpdatedRows } = await db()
      .updateTable("carts")
      .set({ coupon_code: code, updated_at: now.toISOString() })
      .where("id", "=", cartId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return refused("cart-not-found");
    await cartChanged.publish({ cartId, now });
    return ok(null);
  });
}
