import { expect, test } from "vitest";

import { couponDiscount, type Coupon, couponCode, type CouponLine } from "#app/models/coupon/coupon.ts";
import { money } from "#app/models/shared/money.ts";
import { NO_HISTORY } from "#tests/support/shops/coupon-history.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");

const COUPON: Coupon = {
  id: 1,
  code: "HELLO10",
  name: "10% off",
  type: "percentage",
  amount: 10,
  minimumSpend: null,
  onlyIn: null,
  locale: "en-GB",
  minimumAppliesTo: "all",
  startsAt: "2026-11-01T00:00:00.000Z",
  endsAt: "2026-12-01T00:00:00.000Z",
  isEnabled: true,
  maxUses: null,
  used: 0,
  categoryIds: null,
  productIds: null,
  deliveryMethods: null,
  excludesSaleItems: false,
  isOncePerCustomer: false,
  isFirstOrderOnly: false,
  message: "10% has been taken off.",
};

const line = (minor: number, rest: Partial<CouponLine> = {}): CouponLine => ({
  productId: 1,
  categoryIds: [7],
  isOnSale: false,
  total: money(minor, "GBP"),
  ...rest,
});

type Basket = Partial<Parameters<typeof couponDiscount>[1]>;

function apply(changes: Partial<Coupon>, basket: Basket = {}) {
  return couponDiscount(
    { ...COUPON, ...changes },
    { lines: [line(1999), line(3000)], history: NO_HISTORY, now: NOW, ...basket },
  );
}

const worth = (result: ReturnType<typeof apply>) =>
  result.ok ? result.value.discounts.map(({ minor }) => minor) : result.code;

test("a percentage is rounded once and divided among the lines so that the parts add up", () => {
  expect(worth(apply({}))).toEqual([200, 300]);
  expect(worth(apply({ amount: 33 }, { lines: [line(100), line(100), line(100)] }))).toEqual([33, 33, 33]);
  expect(worth(apply({ amount: 50 }, { lines: [line(1), line(1), line(1)] }))).toEqual([1, 1, 0]);
});

test("a fixed amount never exceeds the price of the items", () => {
  expect(worth(apply({ type: "fixed", amount: 500 }))).toEqual([200, 300]);
  expect(worth(apply({ type: "fixed", amount: 99_999 }))).toEqual([1999, 3000]);
});

test("free delivery does not reduce the items and names its methods", () => {
  const some = apply({ type: "free_delivery", amount: 0, deliveryMethods: ["standard"] });
  const all = apply({ type: "free_delivery", amount: 0 });

  expect(some).toMatchObject({ ok: true, value: { freeMethods: ["standard"] } });
  expect(all).toMatchObject({ ok: true, value: { freeMethods: "all" } });
  expect(worth(all)).toEqual([0, 0]);
});

test("limits to categories, products and full-price items leave the other lines alone", () => {
  const lines = [
    line(1000),
    line(1000, { productId: 2, categoryIds: [8, 9] }),
    line(1000, { isOnSale: true }),
  ];

  expect(worth(apply({ categoryIds: new Set([9]) }, { lines }))).toEqual([0, 100, 0]);
  expect(worth(apply({ productIds: new Set([2]) }, { lines }))).toEqual([0, 100, 0]);
  expect(worth(apply({ excludesSaleItems: true }, { lines }))).toEqual([100, 100, 0]);
  expect(worth(apply({ categoryIds: new Set([99]) }, { lines }))).toBe("coupon-no-match");
});

test("the minimum counts all items, or only eligible ones, and the refusal names the missing sum", () => {
  const lines = [line(2000), line(4000, { categoryIds: [8] })];
  const minimum = { minimumSpend: money(5000, "GBP"), categoryIds: new Set([7]) };

  expect(worth(apply(minimum, { lines }))).toEqual([200, 0]);
  expect(worth(apply({ minimumSpend: money(6000, "GBP") }, { lines }))).toEqual([200, 400]);
  expect(apply({ ...minimum, minimumAppliesTo: "matching_items" }, { lines })).toMatchObject({
    code: "coupon-minimum",
    detail: { minimum: "£50.00", missing: "£30.00" },
  });
});

test.each([
  [{ startsAt: "2026-11-21T12:00:00.000Z" }, {}, [200, 300]],
  [{ startsAt: "2026-11-21T12:00:00.001Z" }, {}, "coupon-not-yet"],
  [{ endsAt: "2026-11-21T12:00:00.001Z" }, {}, [200, 300]],
  [{ endsAt: "2026-11-21T12:00:00.000Z" }, {}, "coupon-ended"],
  [{ endsAt: null }, {}, [200, 300]],
  [{ isEnabled: false }, {}, "coupon-unknown"],
  [{}, { isUsedUp: true }, "coupon-used-up"],
  [{}, { isUsedUp: true, inUseUntil: "14:30" }, "coupon-in-use"],
  [{}, { inUseUntil: "14:30" }, [200, 300]],
  [{ isOncePerCustomer: true }, { isUsedByPerson: true }, "coupon-used-by-you"],
  [{ isOncePerCustomer: true }, { isUsedByPerson: true, inUseByPersonUntil: "14:30" }, "coupon-in-use"],
  [{}, { isUsedByPerson: true, inUseByPersonUntil: "14:30" }, [200, 300]],
  [{ isFirstOrderOnly: true }, { hasOrdered: true }, "coupon-first-order"],
  [{}, { hasOrdered: true }, [200, 300]],
] as const)("%j with %j comes to %j", (coupon, history, expected) => {
  expect(worth(apply(coupon, { history: { ...NO_HISTORY, ...history } }))).toEqual(expected);
});

test.each([
  ["\u200bHELLO\u200d10\u2800", "HELLO10"],
  [" hello10 ", "HELLO10"],
  ["ｈｅｌｌｏ１０", "HELLO10"],
  ["summer-26", "SUMMER-26"],
  ["ab", null],
  ["a b c", null],
  ["x'; drop table coupons", null],
  ["a".repeat(41), null],
])("%j is read as %j", (typed, code) => {
  expect(couponCode(typed)).toBe(code);
});
