import { expect, test } from "vitest";

import { coupons } from "#app/models/desk/resources/coupons.server.ts";
import { type CouponTerms, termsProblem, worthText } from "#app/models/coupon/coupon-terms.ts";
import { readTexts, rowTexts, type Texts } from "#app/models/resource/field.ts";
import { couponTerms } from "#tests/support/people/coupon-terms.ts";

const BRITISH = { currency: "GBP", locale: "en-GB", timeZone: "Europe/London", currencies: ["GBP"] };
const read = (typed: Texts) => readTexts(coupons.fields, { code: "WINTER", ...typed }, BRITISH);

test("a code, amounts, days and lists are read as they are typed, and written as they are read", () => {
  const { row, errors } = read({
    ...{ code: " winter10 ", type: "fixed", amountOff: "£7.50", minimumSpend: "40", maxUses: "100" },
    ...{ otherAmounts: "EUR 6, JPY 900", firstDay: "2027-06-01", isFirstOrderOnly: "on" },
    categories: "Cars, vans and tractors\r\n\nprams ",
  });

  expect(errors).toEqual({});
  expect(row).toMatchObject({
    ...{ code: "WINTER10", amountOff: 750, minimumSpend: 4_000, maxUses: 100 },
    ...{ otherAmounts: { EUR: 600, JPY: 900 }, firstDay: "2027-06-01", isFirstOrderOnly: true },
    ...{ categories: ["Cars, vans and tractors", "prams"], products: [], lastDay: null },
  });
  const texts = rowTexts(coupons.fields, row, BRITISH);
  expect(readTexts(coupons.fields, texts, BRITISH).row).toEqual(row);
});

test.each<readonly [Texts, string, string]>([
  [{ code: "A B" }, "code", "Must be 3 to 40 letters, digits or hyphens"],
  [{ percent: "0" }, "percent", "Use 1 to 100"],
  [{ percent: "101" }, "percent", "Use 1 to 100"],
  [{ percent: "ten" }, "percent", "Use a whole number"],
  [{ amountOff: "5.001" }, "amountOff", "Use an amount such as 7.50"],
  [{ amountOff: "-5" }, "amountOff", "Use an amount such as 7.50"],
  [{ lastDay: "31/12/2026" }, "lastDay", "Use a day such as 2026-12-31"],
  [{ firstDay: "2026-02-30" }, "firstDay", "Use a day such as 2026-12-31"],
  [{ maxUses: "0" }, "maxUses", "Use 1 to 1000000"],
  [{ otherAmounts: "EUR" }, "otherAmounts", "Must be amounts such as EUR 6, USD 7.50"],
  [{ otherAmounts: "JPY 9.50" }, "otherAmounts", "Must be amounts such as EUR 6, USD 7.50"],
  [{ type: "half" }, "type", "Choose one of the list: percentage, fixed, free_delivery"],
])("%j is refused at %s: %s", (typed, field, problem) => {
  expect(read(typed).errors).toEqual({ [field]: problem });
});

test.each<readonly [Partial<CouponTerms>, keyof CouponTerms, string]>([
  [{ type: "percentage" }, "percent", "Type a number from 1 to 100"],
  [{ type: "fixed", percent: 10 }, "percent", "Leave this empty, or choose Per cent"],
  [{ type: "fixed" }, "amountOff", "Type how much it takes off"],
  [{ amountOff: 0 }, "amountOff", "Must be more than 0"],
  [
    { percent: 10, deliveryMethods: ["standard"] },
    "deliveryMethods",
    "Leave this empty, or choose Free delivery",
  ],
  [{ percent: 10, minimumSpend: 0 }, "minimumSpend", "Must be more than 0"],
  [
    { percent: 10, firstDay: "2027-01-02", lastDay: "2027-01-01" },
    "lastDay",
    "Must not be before the first day",
  ],
  [{ amountOff: 500, otherAmounts: { EUR: 600 } }, "otherAmounts", "Name JPY too"],
  [
    { amountOff: 500, otherAmounts: { EUR: 600, JPY: 900 }, minimumSpend: 4_000 },
    "otherMinimums",
    "Name EUR, JPY too",
  ],
  [
    { amountOff: 500, otherAmounts: { EUR: 6, JPY: 9, USD: 7 } },
    "otherAmounts",
    "The shop does not offer USD",
  ],
  [{ percent: 5, otherAmounts: { EUR: 600 } }, "otherAmounts", "Leave this empty: there is no amount of it"],
])("%j is refused at %s: %s", (terms, field, problem) => {
  const shop = { currency: "GBP", others: ["EUR", "JPY"] };
  expect(termsProblem(couponTerms({ code: "FIVE", ...terms }), shop)).toEqual({ field, problem });
});

test("a code may have amounts in every currency of the shop, or in its own alone", () => {
  const shop = { currency: "GBP", others: ["EUR"] };
  const both = { otherAmounts: { EUR: 600 }, minimumSpend: 4_000, otherMinimums: { EUR: 4_550 } };

  expect(termsProblem(couponTerms({ code: "FIVE", amountOff: 500, ...both }), shop)).toBeNull();
  expect(termsProblem(couponTerms({ code: "FIVE", amountOff: 500 }), shop)).toBeNull();
});

test("its value is a short text", () => {
  expect(worthText({ type: "percentage", amount: 15 }, BRITISH)).toBe("15% off");
  expect(worthText({ type: "fixed", amount: 750 }, BRITISH)).toBe("£7.50 off");
  expect(worthText({ type: "free_delivery", amount: 0 }, BRITISH)).toBe("Free delivery");
});
