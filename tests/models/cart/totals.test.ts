import { expect, test } from "vitest";

import { cartTotals, reductions } from "#app/models/cart/totals.ts";
import { addMoney, money, subtractMoney, sumMoney } from "#app/models/shared/money.ts";

test("a cart is priced line by line, with VAT included and delivery added", () => {
  const of = { discount: money(0, "GBP"), wrap: null };
  const stackers = { variantId: 1, quantity: 2, unitPrice: money(5400, "GBP") };
  const duck = { variantId: 2, quantity: 1, unitPrice: money(999, "GBP") };
  const lines = [stackers, duck].map((line) => ({ ...line, taxRateBasisPoints: 2000 }));

  expect(cartTotals({ currency: "GBP", lines, delivery: money(395, "GBP") })).toEqual({
    lines: [
      { ...stackers, ...of, total: money(10_800, "GBP"), vat: money(1800, "GBP") },
      { ...duck, ...of, total: money(999, "GBP"), vat: money(167, "GBP") },
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

test.each([
  ["reduces the price of the item and its VAT", 600, 600, 100],
  ["is never more than the price", 1300, 0, 0],
  ["never adds to the price", -900, 1200, 200],
])("a discount %s", (_, discount, total, vat) => {
  const lines = [{ variantId: 1, quantity: 1, unitPrice: money(1200, "GBP"), taxRateBasisPoints: 2000 }];
  const discounts = [money(discount, "GBP")];

  expect(cartTotals({ currency: "GBP", lines, discounts, delivery: null })).toMatchObject({
    items: money(1200, "GBP"),
    discount: money(1200 - total, "GBP"),
    total: money(total, "GBP"),
    vat: money(vat, "GBP"),
  });
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

const FREE = money(0, "GBP");

test.each([
  ["nothing is left", { discount: 1000 }, 0, undefined],
  ["less than the smallest charge is left of the items", { discount: 980 }, 0, 20],
  ["the smallest charge is left", { discount: 970 }, 30, undefined],
  [
    "little is left of items, wrapping and delivery together",
    { discount: 990, wrap: 10, delivery: 5 },
    0,
    10,
  ],
  ["little is left of the delivery alone", { discount: 1000, delivery: 29 }, 0, 0],
])(
  "if %s, the sums still add up",
  (_, { discount, wrap = 0, delivery = 0 }: Record<string, number>, total, waived) => {
    const lines = [{ variantId: 1, quantity: 2, unitPrice: money(500, "GBP"), taxRateBasisPoints: 2000 }];
    const totals = cartTotals({
      ...{ currency: "GBP", lines, discounts: [money(discount ?? 0, "GBP")], smallestCharge: 30 },
      wraps: wrap ? [{ price: money(wrap, "GBP"), taxRateBasisPoints: 2000 }] : [],
      delivery: money(delivery, "GBP"),
    });

    expect(totals.total.minor).toBe(total);
    expect(totals.waived?.minor).toBe(waived);
    const { items, wrap: wrapped, delivery: sent } = totals;
    const taken = sumMoney(
      reductions({ ...totals, coupon: "FEW" }).map(({ amount }) => amount),
      "GBP",
    );
    expect(addMoney(subtractMoney(items, taken), wrapped ?? FREE, sent ?? FREE).minor).toBe(total);
    expect(totals.lines[0]?.discount).toEqual(totals.discount);
    if (total === 0) expect(totals.vat.minor).toBe(0);
  },
);

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
