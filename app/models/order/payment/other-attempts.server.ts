import type { ClosedPage } from "#app/models/order/reservation.server.ts";
import type { AttemptId, CartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { findBasketOrders, blockingOrders } from "./basket-payment.server.ts";
import { closePayment } from "./page.server.ts";
import { settle } from "./payment.server.ts";

/** The money came, whatever happened later. */
const PAID_STATES: ReadonlyArray<string> = ["paid", "disputed", "lost"];

/**
 * Returns the closed pages of orders that still wait and must end; call it outside any transaction, because it asks the
 * provider.
 */
export async function closeOtherAttempts(
  cartId: CartId,
  attemptId: AttemptId,
  now: Date,
): Promise<
  Result<ReadonlyArray<ClosedPage>, "already-ordered" | "payment-under-way" | "payment-unavailable">
> {
  const waiting: Array<ClosedPage> = [];
  for (const orderId of blockingOrders(await findBasketOrders(cartId), attemptId)) {
    const closed = await closePayment(orderId);
    if (!closed.isClosed) return refused("payment-unavailable");
    const settled = await settle(orderId, now);
    if (!settled) continue;
    const { order, state } = settled;
    if (PAID_STATES.includes(state)) return refused("already-ordered", { orderId });
    if (state === "processing" || order.status === "payment-review")
      return refused("payment-under-way", { orderId });
    if (order.status !== "awaiting-payment") continue;
    // The provider closed it and did not say what became of it: it may have been paid.
    if (!settled.providerAnswered) return refused("payment-unavailable");
    waiting.push(closed);
  }
  return ok(waiting);
}
