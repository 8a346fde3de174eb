/** Whether a basket can still be had as it stands: asked once before an order is placed, without a lock. */
import { type Cart, lineProblem, linesForSale } from "#app/models/cart/cart.ts";
import { fullName } from "#app/models/cart/line.server.ts";
import { shortageOf } from "#app/models/catalogue/inventory/stock.ts";
import { findOrderByAttempt } from "#app/models/order/order.server.ts";
import type { AttemptId } from "#app/models/shared/ids.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

/**
 * The refusal for the first line of `cart` of which there is too little, or null. `cart` must have been read after the
 * checkout began. What the cart's own unpaid orders hold counts as available; and a second click on the same button,
 * which finds that the first has bought the last unit, is let through to the order of `attemptId`. Nothing is promised
 * to a cart that passes: {@link reserveStock} decides.
 */
export async function findShortage(
  cart: Cart,
  attemptId: AttemptId,
): Promise<Refusal<"insufficient-stock"> | null> {
  const line = linesForSale(cart.lines).find((one) => lineProblem(one) === "insufficient-stock");
  if (!line || (await findOrderByAttempt(attemptId))) return null;
  const { variantId, quantity: requested, available } = line;
  return refused("insufficient-stock", shortageOf({ variantId, name: fullName(line), requested, available }));
}
