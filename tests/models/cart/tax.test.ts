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

test.each([
  [
    "of the items' one rate",
    395,
    [
      [3000, 2000],
      [50, 2000],
    ],
    66,
  ],
  // Three quarters of 4.00 are 3.00, in which there are 50p.
  [
    "of several rates, by their value",
    400,
    [
      [7500, 2000],
      [2500, 0],
    ],
    50,
  ],
  ["of free items", 395, [[0, 2000]], 66],
  ["without items", 395, [], 0],
] as const)("delivery has the VAT %s", (_, price, items, vat) => {
  const rated = items.map(([total, taxRateBasisPoints]) => ({
    ...{ total: money(total, "GBP"), taxRateBasisPoints },
  }));

  expect(vatWithinDelivery(money(price, "GBP"), rated)).toEqual(money(vat, "GBP"));
});
