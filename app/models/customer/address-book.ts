import type { AddressId } from "#app/models/shared/ids.ts";
import { formatAddress } from "#app/models/store/format-address.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";

import { type Address, ADDRESS_FIELDS } from "./address.ts";
import { type AddressErrors, readAddress } from "./address-form.ts";

export const ADDRESSES_MAX = 30;

export type AddressDefaults = Readonly<{ isDefaultDelivery: boolean; isDefaultBilling: boolean }>;

export type SavedAddress = Readonly<{ id: AddressId; address: Address }> & AddressDefaults;

export type AddressEntry = Readonly<{ address: Address }> & AddressDefaults;

export type AddressEntryErrors = AddressErrors & Readonly<{ default_delivery?: string }>;

type Read = Readonly<{ ok: true; value: AddressEntry }> | Readonly<{ ok: false; errors: AddressEntryErrors }>;

const ABROAD_MESSAGE = "We do not deliver to this country, so you can use this address for billing only";

export function readAddressEntry(values: Readonly<Record<string, string>>, places: AddressPlaces): Read {
  const canDeliver = isDeliverable(values["country_code"] ?? places.home, places);
  const read = readAddress(values, { use: canDeliver ? "delivery" : "billing", places });
  const isDefaultDelivery = values["default_delivery"] === "on";
  const abroad = isDefaultDelivery && !canDeliver ? { default_delivery: ABROAD_MESSAGE } : {};
  if (!read.ok) return { ok: false, errors: { ...inFormOrder(read.errors), ...abroad } };
  if (abroad.default_delivery) return { ok: false, errors: abroad };
  return {
    ok: true,
    value: { address: read.value, isDefaultDelivery, isDefaultBilling: values["default_billing"] === "on" },
  };
}

export function inFormOrder(errors: AddressErrors): AddressErrors {
  const wrong = ADDRESS_FIELDS.filter((field) => errors[field] !== undefined);
  return Object.fromEntries(wrong.map((field) => [field, errors[field]]));
}

export function savedValues(saved: AddressEntry): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, saved.address[field]])),
    ...(saved.isDefaultDelivery ? { default_delivery: "on" } : {}),
    ...(saved.isDefaultBilling ? { default_billing: "on" } : {}),
  };
}

export function isDeliverable(countryCode: string, { delivered }: AddressPlaces): boolean {
  return delivered.includes(countryCode);
}

/** The country alone is left of the address of a forgotten buyer, and is not one. */
export function addressLines(address: Address): ReadonlyArray<string> {
  const {
    first_name: firstName,
    last_name: lastName,
    postal_code: postalCode,
    country_code: countryCode,
    ...rest
  } = address;
  const isRemoved = [firstName, lastName, rest.company, rest.address1, rest.city].every(
    (part) => part === "",
  );
  if (isRemoved) return ["Deleted"];
  return formatAddress({ ...rest, name: `${firstName} ${lastName}`, postalCode, countryCode });
}

export function isSameAddress(one: Address, other: Address): boolean {
  return [...addressLines(one), one.phone].join("\n") === [...addressLines(other), other.phone].join("\n");
}
