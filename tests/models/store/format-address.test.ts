import { expect, test } from "vitest";

import { formatAddress } from "#app/models/store/format-address.ts";

const STREET = { address1: "14 Slad Road", address2: "", city: "Stroud", postalCode: "GL5 1QN" };

test("formatAddress puts the postcode behind the town, and leaves out empty parts", () => {
  expect(formatAddress({ ...STREET, name: "Hannah Okafor", company: "", country: "United Kingdom" })).toEqual(
    ["Hannah Okafor", "14 Slad Road", "Stroud GL5 1QN", "United Kingdom"],
  );
});

test("formatAddress puts the postcode behind a county", () => {
  const address = { ...STREET, address2: "Flat 2", company: "Hollybough Ltd", county: "Gloucestershire" };

  expect(formatAddress(address)).toEqual([
    "Hollybough Ltd",
    "14 Slad Road",
    "Flat 2",
    "Stroud",
    "Gloucestershire GL5 1QN",
  ]);
});

test("formatAddress has no line for a town and postcode that are both missing", () => {
  expect(formatAddress({ ...STREET, city: "", postalCode: "" })).toEqual(["14 Slad Road"]);
});
