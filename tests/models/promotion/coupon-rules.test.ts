import { expect, test } from "vitest";

import { readCouponTerms, type TypedTerms, worthText } from "#app/models/promotion/coupon-form.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const BRITISH = { currency: "GBP", locale: "en-GB" };
const read = (typed: TypedTerms) =>
  readCouponTerms(typed, { timeZone: "Europe/London", format: BRITISH, now: NOW });
const problemsOf = (typed: TypedTerms) => {
  const terms = read(typed);
  return terms.ok ? [] : terms.problems;
};

test("a coupon needs only a code and a value", () => {
  expect(read({ code: " winter10 ", percent: "10" })).toEqual({
    ok: true,
    value: {
      code: "WINTER10",
      name: "10% off",
      message: "10% off: done.",
      type: "percentage",
      amount: 10,
      minimumSpendMinor: null,
      prices: {},
      minimumAppliesTo: "all",
      startsAt: NOW.toISOString(),
      endsAt: null,
      maxUses: null,
      isOncePerCustomer: false,
      isFirstOrderOnly: false,
      categories: [],
      products: [],
      excludesSaleItems: false,
      deliveryMethods: null,
    },
  });
});

test("all rules can be set, and days are whole days in the shop's time zone, summer time included", () => {
  const typed = {
    code: "SUMMER",
    fixed: "7.50",
    minimum: "£40",
    "minimum-on-matching": "",
    categories: "wooden-toys, prams",
    products: "toy-car",
    "not-on-sale-items": "",
    starts: "2027-06-01",
    ends: "2027-10-31",
    "max-uses": "100",
    "once-per-customer": "",
    "first-order": "",
    name: "Summer",
    message: "£7.50 has been taken off.",
  };

  expect(read(typed)).toMatchObject({
    value: {
      type: "fixed",
      amount: 750,
      minimumSpendMinor: 4000,
      minimumAppliesTo: "matching_items",
      // Clocks go back on 31 October 2027: the day begins in summer time and ends in winter time.
      startsAt: "2027-05-31T23:00:00.000Z",
      endsAt: "2027-11-01T00:00:00.000Z",
      maxUses: 100,
      isOncePerCustomer: true,
      isFirstOrderOnly: true,
      categories: ["wooden-toys", "prams"],
      products: ["toy-car"],
      excludesSaleItems: true,
    },
  });
});

test("free delivery names its methods, or applies to all", () => {
  expect(read({ code: "POST", "free-delivery": "" })).toMatchObject({ value: { deliveryMethods: null } });
  expect(read({ code: "POST", "free-delivery": "", methods: "standard" })).toMatchObject({
    value: { type: "free_delivery", amount: 0, deliveryMethods: ["standard"] },
  });
});

test.each<readonly [TypedTerms, string]>([
  [{ code: "A B" }, "the code: must be 3 to 40 letters, digits or hyphens"],
  [{ code: "WINTER" }, "use exactly one of --percent, --fixed and --free-delivery"],
  [{ code: "WINTER", percent: "10", fixed: "5" }, "use exactly one of"],
  [{ code: "WINTER", percent: "0" }, "--percent: must be 1 to 100"],
  [{ code: "WINTER", percent: "101" }, "--percent: must be 1 to 100"],
  [{ code: "WINTER", percent: "ten" }, "--percent: must be a whole number"],
  [{ code: "WINTER", fixed: "5.001" }, "--fixed: must be an amount"],
  [{ code: "WINTER", fixed: "0" }, "--fixed: must be more than 0"],
  [{ code: "WINTER", fixed: "-5" }, "--fixed: must be an amount"],
  [{ code: "WINTER", percent: "10", methods: "standard" }, "--methods: only works with --free-delivery"],
  [{ code: "WINTER", percent: "10", ends: "31/12/2026" }, "--ends: must be a day"],
  [{ code: "WINTER", percent: "10", starts: "2026-02-30" }, "--starts: must be a day"],
  [{ code: "WINTER", percent: "10", ends: "2026-11-20" }, "--ends: must not be before it starts"],
  [{ code: "WINTER", percent: "10", starts: "2026-01-01", ends: "2026-11-20" }, "--ends: is in the past"],
  [{ code: "WINTER", percent: "10", starts: "2027-01-02", ends: "2027-01-01" }, "must not be before"],
  [{ code: "WINTER", percent: "10", "max-uses": "0" }, "--max-uses: must be 1 to"],
  [{ code: "WINTER", percent: "10", categories: " , " }, "--categories: must name at least one"],
  [{ code: "WINTER", percent: "10", name: " " }, "--name: must not be empty"],
])("%j is refused: %s", (typed, problem) => {
  expect(problemsOf(typed)).toContainEqual(expect.stringContaining(problem));
});

test("all errors are reported at once", () => {
  expect(problemsOf({ code: "A", percent: "0", fixed: "x" })).toHaveLength(4);
});

test("the current day is accepted as the last", () => {
  expect(read({ code: "TODAY", percent: "10", ends: "2026-11-21" })).toMatchObject({
    value: { endsAt: "2026-11-22T00:00:00.000Z" },
  });
});

test("its value is described in words", () => {
  expect(worthText({ type: "percentage", amount: 15 }, BRITISH)).toBe("15% off");
  expect(worthText({ type: "fixed", amount: 750 }, BRITISH)).toBe("£7.50 off");
  expect(worthText({ type: "free_delivery", amount: 0 }, BRITISH)).toBe("Free delivery");
});

test("a code may have amounts in the shop's other currencies: in each of them, or in none", () => {
  const inBoth = (typed: TypedTerms, others: ReadonlyArray<string>) =>
    readCouponTerms(typed, { timeZone: "Europe/London", format: BRITISH, others, now: NOW });

  expect(
    inBoth({ code: "FIVE", fixed: "5", "fixed-in": "EUR 6", minimum: "40", "minimum-in": "EUR 45.50" }, [
      "EUR",
    ]),
  ).toMatchObject({
    ok: true,
    value: {
      amount: 500,
      prices: {
        EUR: { amount: 600, minimum_spend: 4_550, name: "€6.00 off", message_ok: "€6.00 off: done." },
      },
    },
  });
  expect(inBoth({ code: "FIVE", fixed: "5" }, ["EUR"])).toMatchObject({ ok: true, value: { prices: {} } });
  for (const [typed, problem] of [
    [{ fixed: "5", "fixed-in": "EUR 6" }, "--fixed-in: must name JPY"],
    [{ fixed: "5", "fixed-in": "EUR 6, JPY 900", minimum: "40" }, "--minimum-in: must name EUR, JPY"],
    [{ fixed: "5", "fixed-in": "EUR 6, JPY 900, USD 7" }, "--fixed-in: the shop does not offer USD"],
    [{ percent: "5", "fixed-in": "EUR 6, JPY 900" }, "--fixed-in: only works with --fixed"],
    [{ fixed: "5", "fixed-in": "EUR" }, "--fixed-in: must be amounts such as EUR 6, USD 7.50"],
    [{ fixed: "5", "fixed-in": "JPY 9.50" }, "--fixed-in: must be amounts such as EUR 6, USD 7.50"],
  ] as const)
    expect(inBoth({ code: "FIVE", ...typed }, ["EUR", "JPY"])).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([problem]) as unknown,
    });
});
