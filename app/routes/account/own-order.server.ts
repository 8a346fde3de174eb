import { notFound } from "#app/http/response/responses.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { findCustomerOrder } from "#app/models/order/customer-order.server.ts";
import type { CustomerOrder } from "#app/models/order/customer-order.ts";
import { isOrderId } from "#app/models/shared/ids.ts";

/** Throws the one 404 for ids that are malformed, unknown or somebody else's. */
export async function ownOrder(
  request: Request,
  customer: Pick<Customer, "id">,
  orderId: string | undefined,
): Promise<CustomerOrder> {
  const own = isOrderId(orderId) ? await findCustomerOrder(customer.id, orderId) : null;
  if (!own) throw notFound(request);
  return own;
}
