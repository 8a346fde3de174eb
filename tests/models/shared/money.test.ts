import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  addMoney,
  formatMoney,
  money,
  multiplyMoney,
  shareOfMoney,
  splitMoney,
  subtractMoney,
} from "#app/models/shared/money.ts";

const pennies = fc.integer({ min: 0, max: 100_000_000 });

test("an amount with a fraction of a penny is refused", () => {
  expect(() => money(0.5, "GBP")).toThrow(RangeError);
  expect(() => money(Number.NaN, "GBP")).toThrow(RangeError);
  expect(() => money(2 ** 53, "GBP")).toThrow(RangeError);
});

test("addition and subtraction are inverse", () => {
  fc.assert(
    fc.property(pennies, pennies, (a, b) => {
      expect(subtractMoney(addMoney(money(a, "GBP"), money(b, "GBP")), money(b, "GBP"))).toEqual(
        money(a, "GBP"),
      );
    }),
  );
});

test("multiplying by a quantity does not repeat rounding", () => {
  expect(multiplyMoney(money(1999, "GBP"), 3)).toEqual(money(5997, "GBP"));
});

test("a share is rounded half away from zero", () => {
  expect(shareOfMoney(money(5, "GBP"), 1, 2)).toEqual(money(3, "GBP"));
  expect(shareOfMoney(money(-5, "GBP"), 1, 2)).toEqual(money(-3, "GBP"));
  expect(shareOfMoney(money(4, "GBP"), 1, 3)).toEqual(money(1, "GBP"));
});

test("the parts of a split sum to the whole, each within a penny of its share", () => {
  fc.assert(
    fc.property(
      pennies,
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 }),
      (amount, weights) => {
        const parts = splitMoney(money(amount, "GBP"), weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0);

        expect(parts.reduce((sum, part) => sum + part.minor, 0)).toBe(amount);
        if (total > 0) {
          parts.forEach((part, index) => {
            expect(Math.abs(part.minor - (amount * (weights[index] ?? 0)) / total)).toBeLessThan(1);
          });
        }
      },
    ),
  );
});

test("of two equal shares the earlier one gets the odd penny, despite floating-point errors", () => {
  // 10p × 2/14 and 10p × 9/14 both leave 6/14 of a penny.
  expect(splitMoney(money(10, "GBP"), [2, 9, 3]).map(({ minor }) => minor)).toEqual([2, 6, 2]);
});

test("money is written in pounds with thousands separators", () => {
  expect(formatMoney(money(115_000, "GBP"), "en-GB")).toBe("£1,150.00");
  expect(formatMoney(money(0, "GBP"), "en-GB")).toBe("£0.00");
});

test.each(["GBP", "EUR", "USD"] as const)("%s is written as Unicode CLDR has it", (currency) => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const amounts = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
  const steps = Array.from({ length: 14 }, (_, power) => [
    10 ** power - 1,
    10 ** power,
    -(10 ** power),
  ]).flat();

  for (const minor of steps)
    expect(formatMoney(money(minor, currency), "en-GB")).toBe(format.format(minor / 100));
  fc.assert(
    fc.property(
      amounts,
      (minor) => formatMoney(money(minor, currency), "en-GB") === format.format(minor / 100),
    ),
  );
});

test("another locale writes money in its own way", () => {
  expect(formatMoney(money(115_000, "EUR"), "de-DE")).toBe("1.150,00\u00a0€");
});
