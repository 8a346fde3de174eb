import { expect, test } from "vitest";

import { demoStore } from "#tests/support/shops/store.ts";
import { readAddress } from "#app/models/customer/address-form.ts";
import { normalisePhone } from "#app/models/shared/phone.ts";

const GOOD = {
  first_name: "Zoë",
  last_name: "O’Brien-Nguyễn",
  company: "",
  address1: "14 Slad Road",
  address2: "",
  city: "Stroud",
  country_code: "GB",
  phone: "07700 900142",
  postal_code: "GL5 1QN",
};

function messages(input: Record<string, string>, use: "delivery" | "billing" = "delivery") {
  const read = readAddress({ ...GOOD, ...input }, { use, places: demoStore.places });
  return read.ok ? {} : read.errors;
}

function normalised(input: Record<string, string>) {
  const read = readAddress({ ...GOOD, ...input }, { use: "delivery", places: demoStore.places });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

test("an address has exactly ten fields (requirement customer-4)", () => {
  expect(Object.keys(normalised({})).sort()).toEqual([...Object.keys(GOOD), "country"].sort());
});

test.each([
  ["sw1a1aa", "SW1A 1AA"],
  [" gl5  1qn ", "GL5 1QN"],
  ["GIR0AA", "GIR 0AA"],
  ["ec1a.1bb", "EC1A 1BB"],
])("the postcode %j is written %j", (typed, written) => {
  expect(normalised({ postal_code: typed }).postal_code).toBe(written);
});

test.each([
  ["JE2 3AB", "JE", "Jersey"],
  ["GY1 1AA", "GG", "Guernsey"],
  ["IM1 1AA", "IM", "Isle of Man"],
  ["HR8 9ZZ", "GB", "United Kingdom"],
])("the postcode %s is in %s, whatever country was chosen", (postal_code, code, country) => {
  expect(normalised({ postal_code, country_code: "GB" })).toMatchObject({ country_code: code, country });
});

test.each([
  ["07700 900142", "+447700900142"],
  ["+44 (0)7700 900142", "+447700900142"],
  ["0044 7700-900142", "+447700900142"],
  ["+33 1 23 45 67 89", "+33123456789"],
  ["\u202A07700 900142\u202C", "+447700900142"],
])("the phone number %j is stored as %j", (typed, stored) => {
  expect(normalisePhone(typed, "GB")).toBe(stored);
});

test.each([
  [{ first_name: "  " }, { first_name: "Enter a first name" }],
  [{ address1: "" }, { address1: "Enter the house number and street" }],
  [{ postal_code: "STROUD" }, { postal_code: "Enter a full UK postcode, such as BS1 4DJ" }],
  [{ postal_code: "GL5" }, { postal_code: "Enter a full UK postcode, such as BS1 4DJ" }],
  [{ phone: "" }, { phone: "Enter a phone number so that the courier can contact you" }],
  [{ phone: "ask my neighbour" }, { phone: "Enter a phone number with its area code, such as 07700 900142" }],
  [{ country_code: "XX" }, { country_code: "Choose a country" }],
  [{ city: "Stroud\u0000" }, { city: "Remove any hidden or special characters" }],
  [{ city: "x".repeat(101) }, { city: "Use at most 100 characters" }],
])("%j is refused with a helpful message", (input, expected) => {
  expect(messages(input)).toEqual(expected);
});

test.each([
  { first_name: "R", last_name: "X Æ A-12" },
  { last_name: "Łukasiewicz" },
  { first_name: "太郎", last_name: "山田" },
  { address1: "Flat 3/2, 17½ St. Mary's-in-the-Marsh (rear)" },
  { city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
] as ReadonlyArray<Record<string, string>>)("an unusual but valid value is accepted: %j", (input) => {
  expect(messages(input)).toEqual({});
});

test("accented characters count as one each, in both encodings", () => {
  expect(normalised({ first_name: "Zoe\u0308" }).first_name).toBe("Zoë");
});

test("blanks at the ends and double blanks are removed", () => {
  expect(normalised({ city: "  Bishop's   Castle " }).city).toBe("Bishop's Castle");
});

test("delivery is possible to the United Kingdom and the islands only, and billing to any country", () => {
  const abroad = { country_code: "FR", postal_code: "75001", phone: "" };

  expect(messages(abroad).country_code).toMatch(/We deliver to/);
  expect(messages(abroad, "billing")).toEqual({});
});
