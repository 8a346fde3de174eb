import { expect, test } from "vitest";

import { zoneOf } from "#app/models/shipping/zone.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

test.each([
  [null, "mainland"],
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
  // Other countries are overseas, and the islands with codes of their own are not.
  ["75001", "overseas", "FR"],
  ["JE2 3AA", "channel_islands", "JE"],
])("%s is in %s", (postcode, zone, countryCode?: string) => {
  expect(zoneOf(demoDeliveryRules, { postcode, countryCode })?.key).toBe(zone);
});
