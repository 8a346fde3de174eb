import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { vatWithin, vatWithinDelivery } from "#app/models/cart/tax.ts";
import { money } from "#app/models/shared/money.ts";

const pennies = fc.integer({ min: 0, max: 10_000_000 });
const rate = fc.constantFrom(0, 500, 2000);

test.each([
  [1200, 2000, 200],
  [5400, 2000, 900],
  [999, 2000, 167],
  [1, 2000, 0],
  [3, 2000, 1],
  [10_500, 500, 500],
  [2500, 0, 0],
])("in %i pence at %i hundredths of a per cent there are %i pence of VAT", (amount, basisPoints, vat) => {
  expect(vatWithin(money(amount, "GBP"), basisPoints)).toEqual(money(vat, "GBP"));
});

test("VAT is whole pennies, never more than the price, and within half a penny of the exact sum", () => {
  fc.assert(
    fc.property(pennies, rate, (amount, basisPoints) => {
      const vat = vatWithin(money(amount, "GBP"), basisPoints).minor;

      expect(Number.isInteger(vat)).toBe(true);
      expect(vat).toBeLessThanOrEqual(amount);
      expect(Math.abs(vat - (amount * basisPoints) / (10_000 + basisPoints))).toBeLessThanOrEqual(0.5);
    }),
  );
});

test("a refund is rounded like the payment", () => {
  fc.assert(
    fc.property(pennies, rate, (amount, basisPoints) => {
      expect(vatWithin(money(-amount, "GBP"), basisPoints).minor).toBe(
        -vatWithin(money(amount, "GBP"), basisPoints).minor || 0,
      );
    }),
  );
});

test("delivery has the VAT rate of the items when they share one", () => {
  const items = [
    { total: money(3000, "GBP"), taxRateBasisPoints: 2000 },
    { total: money(50, "GBP"), taxRateBasisPoints: 2000 },
  ];

  expect(vatWithinDelivery(money(395, "GBP"), items)).toEqual(vatWithin(money(395, "GBP"), 2000));
});

test("delivery of items with several rates is apportioned by their value", () => {
  const items = [
    { total: money(7500, "GBP"), taxRateBasisPoints: 2000 },
    { total: money(2500, "GBP"), taxRateBasisPoints: 0 },
  ];

  // Three quarters of 4.00 are 3.00, in which there are 50p.
  expect(vatWithinDelivery(money(400, "GBP"), items)).toEqual(money(50, "GBP"));
});

test("delivery with no items, or of free items, does not fail", () => {
  expect(vatWithinDelivery(money(395, "GBP"), [])).toEqual(money(0, "GBP"));
  expect(
    vatWithinDelivery(money(395, "GBP"), [{ total: money(0, "GBP"), taxRateBasisPoints: 2000 }]),
  ).toEqual(money(66, "GBP"));
});
