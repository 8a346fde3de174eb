import { expect, test } from "vitest";

import { checkoutValues, readCheckout } from "#app/models/checkout/checkout.ts";
import { hideCardNumbers } from "#app/models/shared/text-field.ts";
import { demoStore } from "#tests/support/shops/store.ts";
import { details, TYPED } from "#tests/support/people/checkout.ts";

function errorsOf(changes: Record<string, string>) {
  const read = readCheckout({ ...TYPED, ...changes }, demoStore.places);
  return read.ok ? {} : read.errors;
}

test("the form's input is normalised into the order's details", () => {
  const read = details({ gift_message: " For Ada \r\n with love " });

  expect(read).toMatchObject({
    email: "hannah@example.com",
    method: "standard",
    giftMessage: "For Ada \n with love",
    note: null,
    deliveryAddress: { postal_code: "GL5 1QN", country: "United Kingdom", company: "" },
  });
  expect(read.billingAddress).toEqual(read.deliveryAddress);
});

test("an empty form names every missing field, in the order of the page", () => {
  const read = readCheckout({}, demoStore.places);

  expect(read.ok ? [] : Object.keys(read.errors)).toEqual([
    "email",
    "delivery_postal_code",
    "method",
    "delivery_first_name",
    "delivery_last_name",
    "delivery_address1",
    "delivery_city",
    "delivery_phone",
  ]);
});

test("another billing address needs its fields, without a phone number", () => {
  expect(Object.keys(errorsOf({ billing: "different" }))).toEqual([
    "billing_first_name",
    "billing_last_name",
    "billing_address1",
    "billing_city",
    "billing_postal_code",
  ]);
});

test.each([
  ["hannah", "refused"],
  ["hannah@", "refused"],
  ["@example.com", "refused"],
  ["hannah@example", "refused"],
  ["a b@example.com", "refused"],
  ["hannah@example..com", "refused"],
  ["o'brien+toys@sub.example.co.uk", "accepted"],
  ["jürgen@bücher.example", "accepted"],
])("the email address %j is %s", (email, answer) => {
  const refusal = { email: expect.stringMatching(/email address/) as string };
  expect(errorsOf({ email })).toEqual(answer === "accepted" ? {} : refusal);
});

const ELSEWHERE = {
  billing: "different",
  billing_first_name: "Ada",
  billing_last_name: "Byron",
  billing_address1: "1 rue A",
  billing_city: "Paris",
  billing_country_code: "FR",
  billing_postal_code: "75001",
};

test.each([
  ["delivery, billed to the same address", {}],
  ["delivery, billed elsewhere", ELSEWHERE],
  ["collection without an address", { method: "collection" }],
  ["collection, billed to an address", { ...ELSEWHERE, method: "collection" }],
])("the values of an earlier try fill the form again with the same details: %s", (_, changes) => {
  const first = details(changes);

  const again = readCheckout(checkoutValues(first), demoStore.places);

  expect(again).toEqual({ ok: true, value: first });
});

test("a card number in a note is masked, and an order or phone number is not", () => {
  expect(hideCardNumbers("pay with 4242 4242 4242 4242 thanks")).toBe("pay with •••• •••• •••• •••• thanks");
  expect(hideCardNumbers("ring +447700900142, order 12345678")).toBe("ring +447700900142, order 12345678");
});
