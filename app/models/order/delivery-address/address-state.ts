import { type FulfilmentHistory, unitsToSend } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

import type { MovedDelivery } from "./moved-delivery.ts";

export type AddressStateRefusal = "order-state-conflict" | "address-collected" | "address-of-list";

/** Refused once all is sent, for what is collected, and for a gift whose buyer must not learn the family's address. */
export function addressState(
  order: Pick<Order, "status" | "lines" | "delivery">,
  life: Pick<FulfilmentHistory, "lines">,
): Result<null, AddressStateRefusal> {
  if (order.delivery.giftList?.sentTo) return refused("address-of-list");
  if (isCollection(order.delivery.method)) return refused("address-collected");
  return unitsToSend(order, life).some((units) => units > 0) ? ok(null) : refused("order-state-conflict");
}

/** Names what the change means, so that a form is done only while that is the same. */
export function moveKey({ dearerMinor, isLater }: MovedDelivery): string {
  return [dearerMinor === 0 ? "" : String(dearerMinor), isLater ? "later" : ""].filter(Boolean).join(" ");
}
