import { expect, test } from "vitest";

import { cartTotals } from "#app/models/cart/totals.ts";
import {
  noRefund,
  type RefundableOrder,
  refundShares,
  type RefundShares,
  type RefundUnits,
} from "#app/models/order/refund-shares.ts";
import { money } from "#app/models/shared/money.ts";

/** Three for £10.00 after a discount of 50p, one for £4.99, £3.95 of delivery; all at 20 %. */
const ORDER = orderOf({
  lines: [
    { variantId: 1, quantity: 3, unitPrice: money(350, "GBP"), taxRateBasisPoints: 2000 },
    { variantId: 2, quantity: 1, unitPrice: money(499, "GBP"), taxRateBasisPoints: 2000 },
  ],
  discounts: [money(50, "GBP"), money(0, "GBP")],
  delivery: money(395, "GBP"),
});
const NONE = noRefund(2);

function orderOf(cart: Omit<Parameters<typeof cartTotals>[0], "currency">): RefundableOrder {
  const totals = cartTotals({ ...cart, currency: "GBP" });
  return { totals, lines: totals.lines };
}

function sharesOf(order: RefundableOrder, requested: RefundUnits, earlier: RefundUnits): RefundShares {
  const result = refundShares(order, requested, earlier);
  if (!result.ok) throw new Error(result.code);
  return result.value;
}

test("a unit's share is an equal part of its line's payment, with its VAT", () => {
  const shares = sharesOf(ORDER, { units: [1, 0], delivery: false }, NONE);

  expect(shares.lines).toEqual([
    { amount: money(333, "GBP"), vat: money(56, "GBP") },
    { amount: money(0, "GBP"), vat: money(0, "GBP") },
  ]);
  expect(shares.total).toEqual({ amount: money(333, "GBP"), vat: money(56, "GBP") });
});

test("the odd penny is refunded once, with the unit that it belongs to", () => {
  const one = { units: [1, 0], delivery: false };
  const amounts = [0, 1, 2].map(
    (before) => sharesOf(ORDER, one, { ...one, units: [before, 0] }).total.amount.minor,
  );

  expect(amounts).toEqual([333, 334, 333]);
});

test("delivery is refunded with its own VAT, once", () => {
  expect(sharesOf(ORDER, { units: [0, 0], delivery: true }, NONE).delivery).toEqual({
    amount: money(395, "GBP"),
    vat: money(66, "GBP"),
  });
  expect(refundShares(ORDER, { units: [1], delivery: true }, { units: [0], delivery: true })).toMatchObject({
    code: "refund-delivery",
  });
});

test("wrapping is refunded with its units", () => {
  const [line] = ORDER.lines;
  if (!line) throw new Error("No line");
  const wrap = { price: money(1350, "GBP"), vat: money(225, "GBP"), taxRateBasisPoints: 2000 };
  const wrapped = { ...ORDER, lines: [{ ...line, wrap }] };

  expect(sharesOf(wrapped, { units: [1], delivery: false }, noRefund(1)).total).toEqual({
    amount: money(333 + 450, "GBP"),
    vat: money(56 + 75, "GBP"),
  });
});

test.each<readonly [string, RefundUnits, object]>([
  ["more than there are", { units: [4, 0], delivery: false }, { code: "refund-units", detail: { left: 2 } }],
  ["more than are left", { units: [3, 0], delivery: false }, { code: "refund-units", detail: { line: 1 } }],
  ["half a unit", { units: [0.5, 0], delivery: false }, { code: "refund-units" }],
  ["fewer than none", { units: [-1, 0], delivery: false }, { code: "refund-units" }],
  ["a line that is not there", { units: [0, 0, 1], delivery: false }, { code: "refund-units" }],
  ["nothing", { units: [0, 0], delivery: false }, { code: "refund-nothing" }],
])("%s is refused", (_, requested, refusal) => {
  expect(refundShares(ORDER, requested, { units: [1, 0], delivery: false })).toMatchObject(refusal);
});

test("free items refund nothing and cause no error", () => {
  const free = orderOf({
    lines: [{ variantId: 1, quantity: 2, unitPrice: money(100, "GBP"), taxRateBasisPoints: 2000 }],
    discounts: [money(200, "GBP")],
    delivery: null,
  });

  expect(sharesOf(free, { units: [1], delivery: true }, noRefund(1)).total).toEqual({
    amount: money(0, "GBP"),
    vat: money(0, "GBP"),
  });
});
