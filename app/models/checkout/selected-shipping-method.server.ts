/** The delivery of an order that is about to be placed: its promise, its booked day, where it is fetched. */
import type { ChosenDelivery } from "#app/models/order/order.ts";
import type { WantedDay } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { type DeliveryOption, isCollection } from "#app/models/shipping/shipping.ts";
import { collectionAddress, collectionPlace } from "#app/models/shipping/store-pickup.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { CheckoutDetails } from "./checkout.ts";

/** What the order keeps of the option: every promise as the shopper read it. */
export async function chosenDelivery(option: DeliveryOption): Promise<ChosenDelivery> {
  const { method, name, price, consignments } = option;
  return {
    method,
    name,
    promises: consignments.map(({ what, when, from, to, day, variantIds }) => ({
      what,
      when,
      from,
      to,
      day,
      variantIds,
    })),
    price,
    ...(isCollection(method) ? { collection: collectionPlace(await findStore()) } : {}),
  };
}

/** The day that the order has to book, or null when nothing in it comes on a booked day. */
export async function findWantedDay(option: DeliveryOption): Promise<WantedDay | null> {
  const { bookedMethod: method, consignments } = option;
  if (method === null) return null;
  const { methods } = await findDeliveryRules();
  return {
    method,
    day: consignments.find(({ day }) => day !== null)?.day ?? null,
    perDay: methods.find(({ key }) => key === method)?.booking?.perDay ?? null,
  };
}

/** The details with the shop's own address as the place where collected goods are handed over. */
export async function addressedDetails(details: CheckoutDetails): Promise<CheckoutDetails> {
  if (!isCollection(details.method)) return details;
  const deliveryAddress = collectionAddress(await findStore(), details.deliveryAddress);
  return { ...details, deliveryAddress };
}
