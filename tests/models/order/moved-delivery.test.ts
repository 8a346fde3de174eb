/** The delivery of an order whose address changes, by the rules of the demo shop. */
import { expect, test } from "vitest";

import { movedDelivery } from "#app/models/order/delivery-address/moved-delivery.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";

const HOME = { country_code: "GB", postal_code: "GL5 1QN" };
const WIGHT = { country_code: "GB", postal_code: "PO30 1UD" };
const FRANCE = { country_code: "FR", postal_code: "75001" };
const WEDNESDAY = "2026-12-16";
const THURSDAY = "2026-12-17";

const line = {
  ...({ variantId: 1, deliveryClass: "small", isFreeShipping: false, preorderReleaseAt: null } as const),
  taxRateBasisPoints: 2000,
};
const request = {
  ...{ from: HOME, to: WIGHT, lines: [line], method: "standard", day: null },
  now: new Date("2026-11-23T10:00:00Z"),
};
const booked = {
  ...request,
  lines: [{ ...line, deliveryClass: "two_person" as const }],
  method: "two_person",
};
/** Sends everything to France as to the mainland. */
const withFrance = (taxRates: Record<string, Record<number, number>>) => ({
  ...demoDeliveryRules,
  taxRates,
  zones: demoDeliveryRules.zones.map((zone) =>
    zone.isDefault ? { ...zone, countries: [...zone.countries, "FR"] } : zone,
  ),
});

test("a method that the shop no longer has costs nothing more there", () => {
  expect(movedDelivery({ ...request, method: "by-drone" }, demoDeliveryRules)).toEqual({
    ok: true,
    value: { dearerMinor: 0, isLater: false },
  });
});

test.each([
  [WEDNESDAY, { ok: true, value: { dearerMinor: 3000 } }],
  [THURSDAY, { ok: false, code: "address-day" }],
])("a delivery that is booked for %s, to an island that has it on Wednesdays", (day, expected) => {
  expect(movedDelivery({ ...booked, day }, demoDeliveryRules)).toMatchObject(expected);
});

test.each([
  ["another rate", { FR: { 2000: 2100 } }, { ok: false, code: "address-tax" }],
  ["another rate for other goods", { FR: { 0: 550 } }, { ok: true }],
  ["the same rate", { FR: { 2000: 2000 } }, { ok: true }],
])("an order does not move to a country whose VAT is another: %s", (_, taxRates, expected) => {
  expect(movedDelivery({ ...request, to: FRANCE }, withFrance(taxRates))).toMatchObject(expected);
});
