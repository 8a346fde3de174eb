/** The coupon of a cart: entered, dropped, and said in words. */
import { db, transact } from "#app/db/db.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { weighCoupon } from "#app/models/promotion/coupon.server.ts";
import type { CouponCode, CouponState } from "#app/models/promotion/coupon.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { type Cart, linesForSale } from "./cart.ts";
import { cartChanged } from "./events.server.ts";
import type { CartPricing } from "./pricing.ts";

/** The coupon of a basket in words, as it was weighed; null without one. */
export function couponState(cart: Cart | null, pricing: CartPricing | null): CouponState | null {
  const code = cart?.couponCode ?? null;
  const weighed = pricing?.coupon ?? null;
  if (code === null || weighed === null) return null;
  return weighed.ok
    ? { code, works: true, text: weighed.value.message }
    : { code, works: false, text: `${shopError(weighed).message}.` };
}

/** Puts the coupon into the cart when it works there now; a refused one leaves the cart as it was. */
export async function enterCoupon(
  cart: Cart,
  typed: string,
  now: Date,
): Promise<Result<null, CouponCode | "cart-not-found">> {
  const person = { customerId: cart.customerId, email: null };
  const lines = linesForSale(cart.lines);
  const weighed = await weighCoupon(typed, { cartId: cart.id, lines, person, now });
  return weighed.ok ? keepCode(cart.id, weighed.value.code, now) : weighed;
}

/** Takes the coupon out of the cart. There being none is nothing. */
export function dropCoupon(cartId: CartId, now: Date): Promise<Result<null, "cart-not-found">> {
  return keepCode(cartId, null, now);
}

/** The version stays: it counts what is in the cart, and the agreed total tells of the rest. */
async function keepCode(
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
