import type { Address } from "#app/models/customer/address.ts";
import type { CheckoutDetails } from "#app/models/order/checkout-details.ts";
import type { ChosenDelivery } from "#app/models/order/order.ts";
import type { RequestedDay } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { type DeliveryOption, isCollection } from "#app/models/shipping/shipping.ts";
import { collectionPlace } from "#app/models/shipping/store-pickup.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

/** The option as the order stores it: every promise as the shopper read it. */
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

/** The day to book, or null if nothing is delivered on a booked day. */
export async function findRequestedDay(option: DeliveryOption): Promise<RequestedDay | null> {
  const { bookedMethod: method, consignments } = option;
  if (method === null) return null;
  const { methods } = await findDeliveryRules();
  return {
    method,
    day: consignments.find(({ day }) => day !== null)?.day ?? null,
    perDay: methods.find(({ key }) => key === method)?.booking?.perDay ?? null,
  };
}

/** The details with the shop's own address for collected items. */
export async function addressedDetails(details: CheckoutDetails): Promise<CheckoutDetails> {
  if (!isCollection(details.method)) return details;
  const deliveryAddress = collectionAddress(await findStore(), details.deliveryAddress);
  return { ...details, deliveryAddress };
}

/** The place as the address of an order, with the name and telephone number of who collects. */
function collectionAddress({ company }: Pick<Store, "company">, collector: Address): Address {
  const { address } = company;
  return {
    first_name: collector.first_name,
    last_name: collector.last_name,
    phone: collector.phone,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    postal_code: address.postalCode,
    country: address.country,
    country_code: address.countryCode,
  };
}
