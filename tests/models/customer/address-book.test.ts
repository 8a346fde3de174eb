import { expect, test } from "vitest";

import { demoStore } from "#tests/support/shops/store.ts";
import { asksToSave, customerValues, withSavedAddresses } from "#app/models/checkout/addresses.ts";
import {
  addressLines,
  isSameAddress,
  readAddressEntry,
  savedValues,
} from "#app/models/customer/address-book.ts";
import { hiddenAddress } from "#app/models/order/order.ts";
import { isAddressId } from "#app/models/shared/ids.ts";

const TYPED = {
  first_name: "Grace",
  last_name: "Okafor",
  address1: "22 Whiteladies Road",
  address2: "Flat 3",
  city: "Bristol",
  postal_code: "bs82lg",
  country_code: "GB",
  phone: "07700 900387",
};
const ABROAD = { ...TYPED, country_code: "FR", postal_code: "75001", phone: "" };

function entry(values: Record<string, string> = TYPED) {
  const read = readAddressEntry(values, demoStore.places);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

function saved(email: string, changes: Record<string, string> = {}, defaults = {}) {
  const id = `address_${email.repeat(22)}`;
  if (!isAddressId(id)) throw new Error(id);
  return { id, ...entry({ ...TYPED, ...changes }), ...defaults };
}

test("postcode and phone are normalised, and the country's name follows from its code", () => {
  expect(entry().address).toMatchObject({
    postal_code: "BS8 2LG",
    phone: "+447700900387",
    country: "United Kingdom",
  });
});

test("the address of a forgotten buyer is deleted, and that of a family, which the giver must not learn, is not", () => {
  const { address } = entry();

  expect(addressLines(hiddenAddress("", address))).toEqual(["Deleted"]);
  expect(addressLines(hiddenAddress("Hannah and Tom’s list address", address))).toEqual([
    "Hannah and Tom’s list address",
  ]);
});

test("a delivery address needs a phone number for the courier", () => {
  const read = readAddressEntry({ ...TYPED, phone: "" }, demoStore.places);

  expect(read).toMatchObject({ ok: false, errors: { phone: expect.stringMatching(/phone/) } });
});

test("an address abroad can be saved for billing, and not as the default for delivery", () => {
  expect(readAddressEntry(ABROAD, demoStore.places).ok).toBe(true);
  expect(readAddressEntry({ ...ABROAD, default_delivery: "on" }, demoStore.places)).toMatchObject({
    ok: false,
    errors: { default_delivery: expect.stringMatching(/billing only/) },
  });
});

test("errors are listed in the order of the form", () => {
  const read = readAddressEntry({}, demoStore.places);

  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([
    "first_name",
    "last_name",
    "address1",
    "city",
    "postal_code",
    "phone",
  ]);
});

test("a saved address fills the form", () => {
  const first = entry({ ...TYPED, default_billing: "on" });

  expect(readAddressEntry(savedValues(first), demoStore.places)).toEqual({ ok: true, value: first });
});

test("empty lines are left out", () => {
  expect(addressLines(entry({ ...TYPED, address2: "" }).address)).toEqual([
    "Grace Okafor",
    "22 Whiteladies Road",
    "Bristol BS8 2LG",
    "United Kingdom",
  ]);
});

test("equal addresses are recognised in every spelling", () => {
  expect(isSameAddress(entry().address, entry({ ...TYPED, postal_code: "BS8 2LG " }).address)).toBe(true);
  expect(isSameAddress(entry().address, entry({ ...TYPED, address2: "Flat 4" }).address)).toBe(false);
});

const BUYER = { email: "grace@example.com", firstName: "Grace", lastName: "Okafor" };

test("the checkout starts with the default address, or with the name alone", () => {
  const book = [saved("a"), saved("b", { city: "Bath" }, { isDefaultDelivery: true })];

  expect(customerValues(BUYER, { addresses: book, places: demoStore.places })).toMatchObject({
    email: "grace@example.com",
    delivery_saved: book[1]?.id,
    delivery_city: "Bath",
  });
  expect(customerValues(BUYER, { addresses: [], places: demoStore.places })).toEqual({
    email: "grace@example.com",
    collector_first_name: "Grace",
    collector_last_name: "Okafor",
    delivery_first_name: "Grace",
    delivery_last_name: "Okafor",
  });
});

test("billing has its own default", () => {
  const book = [saved("a", {}, { isDefaultDelivery: true }), saved("b", ABROAD, { isDefaultBilling: true })];

  expect(customerValues(BUYER, { addresses: book, places: demoStore.places })).toMatchObject({
    billing: "different",
    billing_saved: book[1]?.id,
  });
});

test("a chosen address replaces the typed fields below it", () => {
  const book = [saved("a")];

  const values = withSavedAddresses({ delivery_saved: book[0]?.id ?? "", delivery_city: "Leeds" }, book);

  expect(values["delivery_city"]).toBe("Bristol");
});

test("another customer's address is ignored, and the typed fields are used", () => {
  const values = withSavedAddresses({ delivery_saved: saved("z").id, delivery_city: "Leeds" }, [saved("a")]);

  expect(values).toEqual({ delivery_saved: "new", delivery_city: "Leeds" });
});

test("only a typed address can be saved", () => {
  expect(asksToSave({ delivery_save: "on" })).toBe(true);
  expect(asksToSave({ delivery_save: "on", delivery_saved: "new" })).toBe(true);
  expect(asksToSave({ delivery_save: "on", delivery_saved: saved("a").id })).toBe(false);
  expect(asksToSave({ delivery_saved: "new" })).toBe(false);
  expect(asksToSave({ delivery_save: "on", method: "collection" })).toBe(false);
});
