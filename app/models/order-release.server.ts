/** What an order that will not be paid gives back: the goods it held and the coupon it redeemed. */
import { releaseCoupon } from "./coupon-use.server.ts";
import type { OrderId } from "./ids.ts";
import { releaseHeldStock } from "./order-stock.server.ts";

/** Lets go of all that the order holds, in the transaction that ends it. Nothing when it holds nothing. */
export async function letGo(orderId: OrderId): Promise<void> {
  await releaseHeldStock(orderId);
  await releaseCoupon(orderId);
}
