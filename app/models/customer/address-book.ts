/** A customer's saved addresses: what the form sends, what is checked, and which of them come first. */
import type { AddressId } from "#app/models/shared/ids.ts";

import { type Address, ADDRESS_FIELDS, DELIVERY_COUNTRIES } from "./address.ts";
import { type AddressErrors, readAddress } from "./address-form.ts";

/** Most addresses that one customer may keep. */
export const ADDRESSES_MAX = 30;

/** Which bills or parcels an address is offered for first. */
export type AddressDefaults = Readonly<{ isDefaultDelivery: boolean; isDefaultBilling: boolean }>;

export type SavedAddress = Readonly<{ id: AddressId; address: Address }> & AddressDefaults;

export type AddressEntry = Readonly<{ address: Address }> & AddressDefaults;

export type AddressEntryErrors = AddressErrors & Readonly<{ default_delivery?: string }>;

type Read = Readonly<{ ok: true; value: AddressEntry }> | Readonly<{ ok: false; errors: AddressEntryErrors }>;

const ABROAD_MESSAGE = "We cannot deliver to this country, so this address can only be for bills";

/**
 * The address in the form, or a message for each field that needs another look. Where the shop delivers, the
 * courier needs a telephone number; an address elsewhere can only be for bills.
 */
export function readAddressEntry(values: Readonly<Record<string, string>>): Read {
  const canDeliver = isDeliverable(values["country_code"] ?? "GB");
  const read = readAddress(values, canDeliver ? "delivery" : "billing");
  const isDefaultDelivery = values["default_delivery"] === "on";
  const abroad = isDefaultDelivery && !canDeliver ? { default_delivery: ABROAD_MESSAGE } : {};
  if (!read.ok) return { ok: false, errors: { ...inFormOrder(read.errors), ...abroad } };
  if (abroad.default_delivery) return { ok: false, errors: abroad };
  return {
    ok: true,
    value: { address: read.value, isDefaultDelivery, isDefaultBilling: values["default_billing"] === "on" },
  };
}

function inFormOrder(errors: AddressErrors): AddressErrors {
  const wrong = ADDRESS_FIELDS.filter((field) => errors[field] !== undefined);
  return Object.fromEntries(wrong.map((field) => [field, errors[field]]));
}

/** The form's values that say what `saved` says: for changing it. */
export function savedValues(saved: AddressEntry): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, saved.address[field]])),
    ...(saved.isDefaultDelivery ? { default_delivery: "on" } : {}),
    ...(saved.isDefaultBilling ? { default_billing: "on" } : {}),
  };
}

/** True for a country that the shop sends to. */
export function isDeliverable(countryCode: string): boolean {
  return (DELIVERY_COUNTRIES as ReadonlyArray<string>).includes(countryCode);
}

/** The address as lines of text, name first, empty ones left out. */
export function addressLines(address: Address): ReadonlyArray<string> {
  return [
    `${address.first_name} ${address.last_name}`,
    address.company,
    address.address1,
    address.address2,
    `${address.city} ${address.postal_code}`.trim(),
    address.country,
  ].filter(Boolean);
}

/** True when the two say the same, field for field. */
export function isSameAddress(one: Address, other: Address): boolean {
  return [...addressLines(one), one.phone].join("\n") === [...addressLines(other), other.phone].join("\n");
}
