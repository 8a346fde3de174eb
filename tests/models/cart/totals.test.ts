import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { cartTotals, type PricedLine } from "#app/models/cart/totals.ts";
import { money } from "#app/models/shared/money.ts";

test("a cart is priced line by line, with VAT included and delivery added", () => {
  const lines = [
    { variantId: 1, quantity: 2, unitPrice: money(5400, "GBP"), taxRateBasisPoints: 2000 },
    { variantId: 2, quantity: 1, unitPrice: money(999, "GBP"), taxRateBasisPoints: 2000 },
  ];

  const totals = cartTotals({ currency: "GBP", lines, delivery: money(395, "GBP") });

  expect(totals).toEqual({
    lines: [
      {
        variantId: 1,
        quantity: 2,
        unitPrice: money(5400, "GBP"),
        total: money(10_800, "GBP"),
        discount: money(0, "GBP"),
        vat: money(1800, "GBP"),
        wrap: null,
      },
      {
        variantId: 2,
        quantity: 1,
        unitPrice: money(999, "GBP"),
        total: money(999, "GBP"),
        discount: money(0, "GBP"),
        vat: money(167, "GBP"),
        wrap: null,
      },
    ],
    items: money(11_799, "GBP"),
    discount: money(0, "GBP"),
    coupon: null,
    wrap: null,
    delivery: money(395, "GBP"),
    total: money(12_194, "GBP"),
    vat: money(1800 + 167 + 66, "GBP"),
  });
});

test("discounts reduce the price of the items and its VAT", () => {
  const lines = [{ variantId: 1, quantity: 1, unitPrice: money(1200, "GBP"), taxRateBasisPoints: 2000 }];

  const totals = cartTotals({ currency: "GBP", lines, discounts: [money(600, "GBP")], delivery: null });

  expect(totals.total).toEqual(money(600, "GBP"));
  expect(totals.vat).toEqual(money(100, "GBP"));
});

test("a discount never exceeds its line's price and never adds to it", () => {
  const lines = [{ variantId: 1, quantity: 1, unitPrice: money(500, "GBP"), taxRateBasisPoints: 2000 }];

  expect(
    cartTotals({ currency: "GBP", lines, discounts: [money(900, "GBP")], delivery: null }).total,
  ).toEqual(money(0, "GBP"));
  expect(
    cartTotals({ currency: "GBP", lines, discounts: [money(-900, "GBP")], delivery: null }).total,
  ).toEqual(money(500, "GBP"));
});

test("wrapping is added with VAT at its own rate, and does not change items or delivery", () => {
  const lines = [{ variantId: 1, quantity: 2, unitPrice: money(1000, "GBP"), taxRateBasisPoints: 0 }];
  const wraps = [{ price: money(900, "GBP"), taxRateBasisPoints: 2000 }];

  const totals = cartTotals({ currency: "GBP", lines, wraps, delivery: money(395, "GBP") });

  expect(totals.lines[0]?.wrap).toEqual({
    price: money(900, "GBP"),
    taxRateBasisPoints: 2000,
    vat: money(150, "GBP"),
  });
  expect(totals).toMatchObject({
    items: money(2000, "GBP"),
    wrap: money(900, "GBP"),
    total: money(3295, "GBP"),
    vat: money(150, "GBP"),
  });
});

test("an empty cart costs nothing", () => {
  const nothing = money(0, "GBP");

  expect(cartTotals({ currency: "GBP", lines: [], delivery: null })).toEqual({
    lines: [],
    items: nothing,
    discount: nothing,
    coupon: null,
    wrap: null,
    delivery: null,
    total: nothing,
    vat: nothing,
  });
});

const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  variantId: fc.integer({ min: 1, max: 10_000 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPrice: fc.nat(200_000).map((minor) => money(minor, "GBP")),
  taxRateBasisPoints: fc.constantFrom(0, 500, 2000),
});

test("the parts sum to the total in whole pennies, and VAT is at most a sixth of it and a penny for each part", () => {
  const cart = fc.record({
    lines: fc.array(anyLine, { maxLength: 50 }),
    discounts: fc.array(
      fc.nat(300_000).map((minor) => money(minor, "GBP")),
      { maxLength: 50 },
    ),
    delivery: fc.option(fc.nat(20_000).map((minor) => money(minor, "GBP"))),
  });
  fc.assert(
    fc.property(cart, (given) => {
      const { lines, items, discount, delivery, total, vat } = cartTotals({ ...given, currency: "GBP" });

      expect(lines.reduce((sum, line) => sum + line.total.minor, 0)).toBe(items.minor);
      expect(lines.every((line) => line.total.minor === line.unitPrice.minor * line.quantity)).toBe(true);
      expect(total.minor).toBe(items.minor - discount.minor + (delivery?.minor ?? 0));
      expect(discount.minor).toBeGreaterThanOrEqual(0);
      expect(discount.minor).toBeLessThanOrEqual(items.minor);
      expect([items, discount, total, vat].every(({ minor }) => Number.isSafeInteger(minor))).toBe(true);
      expect(vat.minor).toBeLessThanOrEqual(total.minor);
      expect(vat.minor).toBeLessThanOrEqual(total.minor / 6 + lines.length + 3);
    }),
  );
});
