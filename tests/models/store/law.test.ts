import { expect, test } from "vitest";

import { cancellationLaw, lawFrom, lawSchema } from "#app/models/store/law.ts";

const SOURCE = "the law of the place";

test("a shop without a law keeps none of its rules but the notice that follows the country of delivery", () => {
  expect(lawFrom(lawSchema.parse(undefined))).toEqual({
    hasWithdrawalFunction: false,
    lowestPrice: "none",
    hasProductSafety: false,
    hasLegalGuaranteeNotice: true,
  });
});

test.each([
  [true, "lowest_price", "basis"],
  [true, "price_before", "beside"],
  [false, "lowest_price", "none"],
])("the rule of 30 days, applies %s, percentage of %s", (applies, percentage_of, rule) => {
  const law = { lowest_price_of_30_days: { applies, percentage_of, source: SOURCE } };

  expect(lawFrom(lawSchema.parse(law)).lowestPrice).toBe(rule);
});

test("every unknown and wrong setting is named at once", () => {
  const law = {
    withdrawel_function: { applies: true, source: SOURCE },
    withdrawal_function: { applies: "yes", source: SOURCE },
    lowest_price_of_30_days: { applies: true, percentage_of: "any", source: SOURCE, days: 30 },
    product_safety: { applies: true },
    legal_guarantee_notice: { applies: false },
  };

  const issues = lawSchema.safeParse(law).error?.issues ?? [];

  expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).sort()).toEqual([
    ": has settings that do not exist: withdrawel_function",
    "legal_guarantee_notice.source: Required",
    "lowest_price_of_30_days.percentage_of: Invalid enum value. Expected 'price_before' | 'lowest_price', received 'any'",
    "lowest_price_of_30_days: has settings that do not exist: days",
    "product_safety.source: Required",
    "withdrawal_function.applies: Expected boolean, received string",
  ]);
});

test.each([
  ["GB", false, "GB", "united-kingdom"],
  ["GB", true, "JE", "united-kingdom"],
  ["GB", true, "IE", "european-union"],
  ["IE", false, "NO", "european-union"],
  ["IE", true, "GB", "united-kingdom"],
  ["IE", false, "US", "none"],
  ["IE", true, "US", "european-union"],
  ["JP", false, "JP", "none"],
  ["JP", true, "JP", "none"],
  ["KW", false, "", "none"],
] as const)(
  "a shop in %s, withdrawal function %s, delivers to %s under the law of %s",
  (country, applies, to, law) => {
    const rules = lawFrom(lawSchema.parse({ withdrawal_function: { applies, source: SOURCE } }));

    expect(cancellationLaw({ country, law: rules }, to)).toBe(law);
  },
);
