import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { amountOf, decimalOf, wholeUnits } from "#app/models/shared/decimal.ts";
import { money } from "#app/models/shared/money.ts";

test("an amount is written as people write it, and read back it is the same", () => {
  const text = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (minor) => {
      const amount = amountOf(money(minor, "GBP"));

      expect(JSON.stringify(amount)).toBe(text(minor).replace(/\.?0+$/, "") || "0");
      expect(wholeUnits(amount, 100)).toBe(minor);
    }),
    { numRuns: 2_000, examples: [[0], [1], [10], [100], [1000], [1999], [110], [30]] },
  );
});

test("weights and lengths keep their decimals", () => {
  expect([decimalOf(1250, 3), decimalOf(175, 1), decimalOf(0, 1), decimalOf(-5, 2)]).toEqual([
    1.25, 17.5, 0, -0.05,
  ]);
});
