import { expect, test } from "vitest";

import { cartTotals, sumRows } from "#app/models/cart/totals.ts";
import { money } from "#app/models/shared/money.ts";

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

const ITEMS = (pence: string) => ["Too little to charge", `−£0.${pence}`] as const;
const WRAP = ["Gift wrapping", "Too little to charge"] as const;
const DELIVERY = ["Delivery", "Too little to charge"] as const;

test.each<readonly [string, Record<string, number>, number, ReadonlyArray<readonly [string, string]>]>([
  ["nothing is left", { discount: 1000 }, 0, []],
  ["less than the smallest charge is left of the items", { discount: 980 }, 0, [ITEMS("20")]],
  ["the smallest charge is left", { discount: 970 }, 30, []],
  [
    "little is left of items, wrapping and delivery together",
    { discount: 990, wrap: 10, delivery: 5 },
    0,
    [ITEMS("10"), WRAP, DELIVERY],
  ],
  ["little is left of the delivery alone", { discount: 1000, delivery: 29 }, 0, [DELIVERY]],
  ["little is left of the wrapping alone", { discount: 1000, wrap: 29 }, 0, [WRAP]],
])(
  "if %s, the sums still add up, and what is let go is named",
  (_, { discount, wrap = 0, delivery = 0 }, total, waived) => {
    const lines = [{ variantId: 1, quantity: 2, unitPrice: money(500, "GBP"), taxRateBasisPoints: 2000 }];
    const totals = cartTotals({
      ...{ currency: "GBP", lines, discounts: [money(discount ?? 0, "GBP")], smallestCharge: 30 },
      wraps: wrap ? [{ price: money(wrap, "GBP"), taxRateBasisPoints: 2000 }] : [],
      delivery: money(delivery, "GBP"),
    });

    expect(totals.total.minor).toBe(total);
    const rows = sumRows({ ...totals, coupon: "FEW" }, lines, { locale: "en-GB" });
    expect(rows.filter((row) => Object.values(row).includes("Too little to charge"))).toEqual(
      waived.map(([label, amount]) => ({ label, amount })),
    );
    const pence = rows.map(
      (row) => Math.round(Number(row.amount.replace("−", "-").replace("£", "")) * 100) || 0,
    );
    expect(pence.reduce((sum, one) => sum + one, 0)).toBe(total);
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
