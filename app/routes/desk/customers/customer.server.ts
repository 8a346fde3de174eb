import { deskRefusal } from "#app/http/request/require-staff.server.ts";
import { type DeskCustomer, findDeskCustomer } from "#app/models/desk/customer-list.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";

/** Throws the desk's 404 for an address without a customer's id. */
export function customerIdIn({ customerId }: Readonly<{ customerId?: string | undefined }>): CustomerId {
  if (!isCustomerId(customerId)) throw deskRefusal(refused("NOT_FOUND"));
  return customerId;
}

/** Throws the desk's 404 for a customer who does not exist, or no more. */
export async function customerOf(
  params: Readonly<{ customerId?: string | undefined }>,
  now: Date,
): Promise<DeskCustomer> {
  const found = await findDeskCustomer(customerIdIn(params), now);
  if (!found) throw deskRefusal(refused("NOT_FOUND"));
  return found;
}
