import { expect, test } from "vitest";

import { normalisePostcode } from "#app/models/shared/postcode.ts";
import { zoneOf } from "#app/models/shipping/zone.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

test.each([
  ["sw1a1aa", "SW1A 1AA"],
  [" hr8  1ab ", "HR8 1AB"],
  ["M1-1AE", "M1 1AE"],
  ["b33.8th", "B33 8TH"],
  ["gir 0aa", "GIR 0AA"],
  ["bfpo 57", "BFPO 57"],
  ["ＨＲ８ １ＡＢ", "HR8 1AB"],
])("%j is written %j", (typed, normal) => {
  expect(normalisePostcode(typed, "GB")).toBe(normal);
});

test.each(["", "HR8", "12345", "SW1A 1CI", "SW1A1AAA", "90210-1234", "HR8 1AB; DROP TABLE"])(
  "%j is not a postcode",
  (typed) => {
    expect(normalisePostcode(typed, "GB")).toBeNull();
  },
);

test.each([
  ["HR8 1AB", "mainland"],
  ["PO29 1AA", "mainland"],
  ["PO30 1AA", "isle_of_wight"],
  ["PO41 1AA", "isle_of_wight"],
  ["PO4 1AA", "mainland"],
  ["IV1 1AA", "highlands_islands"],
  ["KA27 8AA", "highlands_islands"],
  ["KA26 8AA", "mainland"],
  ["PA49 1AA", "highlands_islands"],
  ["PA55 1AA", "mainland"],
  ["PA60 1AA", "highlands_islands"],
  ["PH16 1AA", "mainland"],
  ["PH17 1AA", "highlands_islands"],
  ["BT1 1AA", "northern_ireland"],
  ["B1 1AA", "mainland"],
  ["IM1 1AA", "isle_of_man"],
  ["TR21 0AA", "scilly"],
  ["TR2 1AA", "mainland"],
  ["JE2 3AA", "channel_islands"],
  ["GY1 1AA", "channel_islands"],
  ["G1 1AA", "mainland"],
  ["BF1 2AT", "bfpo"],
  ["BFPO 57", "bfpo"],
])("%s is in %s", (postcode, zone) => {
  expect(zoneOf(demoDeliveryRules, { postcode })?.key).toBe(zone);
});

test("without a postcode the mainland is meant", () => {
  expect(zoneOf(demoDeliveryRules, { postcode: null })?.key).toBe("mainland");
});

test("other countries are overseas, and the islands with codes of their own are not", () => {
  expect(zoneOf(demoDeliveryRules, { postcode: "75001", countryCode: "FR" })?.key).toBe("overseas");
  expect(zoneOf(demoDeliveryRules, { postcode: "JE2 3AA", countryCode: "JE" })?.key).toBe("channel_islands");
});
