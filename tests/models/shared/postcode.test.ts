import { expect, test } from "vitest";

import { normalisePhone } from "#app/models/shared/phone.ts";
import { needsPostcode, normalisePostcode, postcodeName } from "#app/models/shared/postcode.ts";
import { countriesText } from "#app/models/store/country.ts";
import { formatAddress } from "#app/models/store/format-address.ts";

test.each([
  ["sw1a1aa", "GB", "SW1A 1AA"],
  [" hr8  1ab ", "GB", "HR8 1AB"],
  ["M1-1AE", "GB", "M1 1AE"],
  ["b33.8th", "GB", "B33 8TH"],
  ["gir 0aa", "GB", "GIR 0AA"],
  ["bfpo 57", "GB", "BFPO 57"],
  ["ＨＲ８ １ＡＢ", "GB", "HR8 1AB"],
  ["\u200BHR8\u200D 1AB\uFEFF", "GB", "HR8 1AB"],
  ...["", "HR8", "12345", "SW1A 1CI", "SW1A1AAA", "90210-1234", "HR8 1AB; DROP TABLE"].map(
    (typed) => [typed, "GB", null] as const,
  ),
  ["d02af30", "IE", "D02 AF30"],
  ["D02-XXXXX", "IE", null],
  ["1000001", "JP", "100-0001"],
  ["100-0001", "JP", "100-0001"],
  ["lt-01100", "LT", "LT-01100"],
  ["01100", "LT", "LT-01100"],
  ["L-1009", "LU", "1009"],
  ["nl1012ab", "NL", "1012 AB"],
  ["vlt 1117", "MT", "VLT 1117"],
  ["k1a0b1", "CA", "K1A 0B1"],
  ["10117", "DE", "10117"],
  ["D-10117", "DE", null],
  ["1011", "DE", null],
  ["any  thing", "AE", "ANY THING"],
] as const)("%j in %s is written as %j", (typed, country, postcode) => {
  expect(normalisePostcode(typed, country)).toBe(postcode);
});

test("a postcode has the name of its country, and an example that has its form", () => {
  expect(["GB", "IE", "JP", "US"].map((country) => postcodeName(country).label)).toEqual([
    "Postcode",
    "Eircode",
    "Postal code",
    "ZIP code",
  ]);
  for (const country of ["GB", "IE", "JP", "KW", "US", "CA", "DE", "SE", "PL"]) {
    const { example } = postcodeName(country);
    expect(normalisePostcode(example, country), country).toBe(example);
  }
  expect(["GB", "JP", "DE", "IE", "KW", "AE"].filter(needsPostcode)).toEqual(["GB", "JP", "DE"]);
});

test.each([
  ["07700 900142", "GB", "+447700900142"],
  ["020 912 3456", "IE", "+353209123456"],
  ["03-0000-0000", "JP", "+81300000000"],
  ["2220 1234", "KW", "+96522201234"],
  ["00965 2220 1234", "KW", "+96522201234"],
  ["+1 212 555 0100", "JP", "+12125550100"],
  ["06 698 00000", "IT", "+390669800000"],
  ["12345", "AQ", "12345"],
])("the phone number %j in %s is stored as %j", (typed, country, stored) => {
  expect(normalisePhone(typed, country)).toBe(stored);
});

test("an address is printed in the order of its country", () => {
  const address = { address1: "1 Street", address2: "", city: "Town", postalCode: "12345" };

  expect(formatAddress({ ...address, countryCode: "DE" })).toEqual(["1 Street", "12345 Town"]);
  expect(formatAddress({ ...address, countryCode: "IE" })).toEqual(["1 Street", "Town", "12345"]);
  expect(formatAddress({ ...address, countryCode: "JP" })).toEqual(["1 Street", "Town 12345"]);
});

test("countries are named in a sentence", () => {
  expect(countriesText(["GB", "IM", "JE", "GG"])).toBe(
    "the United Kingdom, the Isle of Man and the Channel Islands",
  );
  expect(countriesText(["IE"])).toBe("Ireland");
  expect(countriesText(["IE", "NL"])).toBe("Ireland and the Netherlands");
});
