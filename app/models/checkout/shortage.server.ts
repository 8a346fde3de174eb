/** Checks the stock of a cart once before an order is placed, without a lock (decision 0005). */
import { type Cart, lineProblem, linesForSale } from "#app/models/cart/cart.ts";
import { fullName } from "#app/models/cart/line.server.ts";
import { shortageOf } from "#app/models/catalogue/inventory/stock.ts";
import { findOrderByAttempt } from "#app/models/order/order.server.ts";
import type { AttemptId } from "#app/models/shared/ids.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

/**
 * The refusal for the first line of `cart` with too little stock, or null. `cart` must be read after the checkout
 * began. Units that the cart's own unpaid orders hold count as available. A second click, whose first click bought the
 * last unit, passes on to the order of `attemptId`. {@link reserveStock} decides in the end.
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
