import { expect, test } from "vitest";

import { missingContacts } from "#app/models/catalogue/product-safety.ts";
import { safetyAreaOf } from "#app/models/store/product-safety-area.ts";

const maker = (countryCode: string | null, electronicAddress: string | null = "safety@maker.example") => ({
  name: "Maker",
  address: "1 Street",
  electronicAddress,
  countryCode,
});

const NO_PERSON = ["a responsible person in the EU or Northern Ireland"];

test.each([
  ["a maker in the Union", maker("DK"), null, []],
  ["a maker in Northern Ireland", maker("XI"), null, []],
  ["a maker without an electronic address", maker("DK", null), null, ["the maker's electronic address"]],
  ["a British maker", maker("GB"), null, NO_PERSON],
  ["a maker of an unknown country", maker(null), null, NO_PERSON],
  ["a British maker with a person in Ireland", maker("GB"), maker("IE"), []],
  [
    "a person outside the Union",
    maker("TW"),
    maker("GB"),
    ["a responsible person who is in the EU or Northern Ireland"],
  ],
  [
    "a person without an electronic address",
    maker("GB"),
    maker("IE", null),
    ["the responsible person's electronic address"],
  ],
])("missing safety contacts, %s", (_, manufacturer, responsiblePerson, missing) => {
  expect(missingContacts({ manufacturer, responsiblePerson })).toEqual(missing);
});

test.each([
  ["GB", "BT1 5GS", "XI"],
  ["GB", "bt15gs", "XI"],
  ["GB", "B1 1TB", null],
  ["IE", "D02 AF30", "IE"],
  ["JE", "JE2 3QA", null],
  ["CH", "8001", null],
  ["GB", "", null],
])("product safety area, %s %s: %s", (country_code, postal_code, area) => {
  expect(safetyAreaOf({ country_code, postal_code })).toBe(area);
});
