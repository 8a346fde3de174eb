import { z } from "zod";

import { assignCartToCustomer, currentCartId } from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { againText, orderedAgainText, reorderAvailability } from "#app/models/order/customer-order.ts";
import type { Order } from "#app/models/order/order.ts";
import { listAvailability, orderAgain } from "#app/models/order/reorder.server.ts";
import { refused } from "#app/models/shared/result.ts";

export async function againView(request: Request, order: Order) {
  const lines = await listAvailability(order, null);
  return {
    text: againText(lines),
    isPossible: lines.some((line) => reorderAvailability(line) !== "gone"),
    states: lines.map(reorderAvailability),
    done: orderedAgainText(addedIn(request), order.lines.length),
  };
}

function addedIn(request: Request): number | null {
  const added = new URL(request.url).searchParams.get("again") ?? "";
  return /^\d{1,3}$/.test(added) ? Number(added) : null;
}

const formSchema = z.object({ intent: z.literal("order-again") });

/** Adds the order to the basket. Throws the redirect to the order's page; answers with a refusal of another form. */
export async function buyAgain(request: Request, order: Order, pathOf: (again: number) => string) {
  const form = await readForm(request, formSchema);
  if (!form.ok) return refusal(refused("unknown-action"));
  const now = new Date();
  const again = await orderAgain(order, await currentCartId(request), now);
  // A new cart belongs to the customer at once.
  const cartId =
    again.cartId && again.added > 0 ? await assignCartToCustomer(request, again.cartId, now) : null;
  const headers: HeadersInit = cartId ? { "Set-Cookie": await cartIdCookie(cartId) } : {};
  throw seeOther(pathOf(again.added), headers);
}
