import { expect, test } from "vitest";

import { changesBy, needsCode, priceBy, readPriceRule } from "#app/models/desk/products/bulk-rule.ts";

const TODAY = "2026-11-26";
const rule = (typed: Readonly<Record<string, string>>) => {
  const read = readPriceRule(typed, TODAY);
  if (!read.rule) throw new Error(JSON.stringify(read.errors));
  return read.rule;
};

test.each([
  [{ percent: "5" }, 8500, 8900],
  [{ percent: "5", round: "exact" }, 8500, 8925],
  [{ percent: "−5 %" }, 8500, 8100],
  [{ kind: "sale", percent: "15" }, 5400, 4600],
  [{ kind: "sale", percent: "2.5", round: "exact" }, 5400, 5265],
  // Nothing is given away by rounding.
  [{ kind: "sale", percent: "90" }, 300, 100],
])("%j makes of %i minor units %i", (typed, before, after) => {
  expect(priceBy(rule(typed), before, "GBP")).toBe(after);
});

test.each([
  [{ percent: "" }, "percent"],
  [{ percent: "0" }, "percent"],
  [{ percent: "a lot" }, "percent"],
  [{ percent: "201" }, "percent"],
  [{ kind: "sale", percent: "-5" }, "percent"],
  [{ kind: "sale", percent: "91" }, "percent"],
  [{ kind: "sale", percent: "5", first: "soon" }, "first"],
  [{ kind: "sale", percent: "5", last: "2026-11-25" }, "last"],
  [{ kind: "sale", percent: "5", first: "2026-12-02", last: "2026-12-01" }, "last"],
])("%j is refused at %s", (typed, field) => {
  const { rule: none, errors } = readPriceRule(typed, TODAY);
  expect([none, Object.keys(errors)]).toEqual([null, [field]]);
});

test("a sale has its days, and a price has none", () => {
  const days = { first: "2026-11-27", last: "2026-11-30" };

  expect(changesBy(rule({ kind: "sale", percent: "10", ...days }), 5000, "GBP")).toEqual({
    sale: "4500 2026-11-27 2026-11-30",
  });
  expect(changesBy(rule({ percent: "10", ...days }), 5000, "GBP")).toEqual({ price: "5500" });
});

test("many products and large changes need a second factor", () => {
  expect(needsCode(rule({ percent: "5" }), 20)).toBe(false);
  expect(needsCode(rule({ percent: "5" }), 21)).toBe(true);
  expect(needsCode(rule({ percent: "30" }), 1)).toBe(false);
  expect(needsCode(rule({ percent: "-31" }), 1)).toBe(true);
});
