import { isDeliverable, isSameAddress, type SavedAddress } from "#app/models/customer/address-book.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";

import { type CheckoutValues, prefixed } from "./checkout.ts";
import { NEW_ADDRESS } from "./found-address.ts";

type AddressBook = ReadonlyArray<SavedAddress>;

type Buyer = Readonly<{ email: string; firstName: string; lastName: string }>;

export function customerValues(
  customer: Buyer,
  { addresses, places }: Readonly<{ addresses: AddressBook; places: AddressPlaces }>,
): CheckoutValues {
  const names = { delivery_first_name: customer.firstName, delivery_last_name: customer.lastName };
  const delivery = addresses.find((saved) => saved.isDefaultDelivery) ?? deliverable(addresses, places)[0];
  const billing = addresses.find((saved) => saved.isDefaultBilling);
  const isApart = delivery && billing && !isSameAddress(delivery.address, billing.address);
  return {
    email: customer.email,
    collector_first_name: customer.firstName,
    collector_last_name: customer.lastName,
    ...(delivery ? { delivery_saved: delivery.id, ...prefixed(delivery.address, "delivery") } : names),
    ...(isApart
      ? { billing: "different", billing_saved: billing.id, ...prefixed(billing.address, "billing") }
      : {}),
  };
}

export function withSavedAddresses(values: CheckoutValues, addresses: AddressBook): CheckoutValues {
  const kinds = ["delivery", "billing"] as const;
  return kinds.reduce<CheckoutValues>((filled, kind) => {
    const requested = filled[`${kind}_saved`];
    if (requested === undefined) return filled;
    const saved = addresses.find(({ id }) => id === requested);
    if (!saved) return { ...filled, [`${kind}_saved`]: NEW_ADDRESS };
    return { ...filled, ...prefixed(saved.address, kind) };
  }, values);
}

export function deliverable(addresses: AddressBook, places: AddressPlaces): AddressBook {
  return addresses.filter(({ address }) => isDeliverable(address.country_code, places));
}

export function asksToSave(values: CheckoutValues): boolean {
  if (isCollection(values["method"] ?? null)) return false;
  const chosen = values["delivery_saved"] ?? NEW_ADDRESS;
  return chosen === NEW_ADDRESS && values["delivery_save"] === "on";
}
