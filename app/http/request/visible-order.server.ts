import { readSession } from "#app/http/session/session.server.ts";
import { isOrderOf } from "#app/models/order/customer-order.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";

import { findVisitor } from "./require-customer.server.ts";

/** `id` if this request may see it. Unknown and foreign orders are both null. */
export async function visibleOrderId(request: Request, id: unknown): Promise<OrderId | null> {
  if (!isOrderId(id)) return null;
  if ((await readSession(request)).ownsOrder(id)) return id;
  const customer = await findVisitor(request);
  return customer && (await isOrderOf(customer.id, id)) ? id : null;
}
