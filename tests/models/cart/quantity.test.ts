import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { quantityMaximum, quantityRefusal, refusalExplanation } from "#app/models/cart/quantity.ts";
import { shopError } from "#app/models/platform/error-messages.ts";

const limits = { name: "Rainbow Stacker, Sunset", available: 18, minimum: 1, maximum: 6 };

test.each([
  ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53].map(
    (requested) => [{ requested }, {}, { code: "quantity-invalid" }] as const,
  ),
  // Of two limits the lower one is named, so that the next try succeeds.
  [{ requested: 99 }, {}, { code: "quantity-too-large", detail: { maximum: 6 } }],
  [{ requested: 99 }, { available: 2 }, { code: "insufficient-stock", detail: { available: 2 } }],
  // What is already in the cart counts towards the limit.
  [{ requested: 3, inCart: 4 }, {}, { code: "quantity-too-large" }],
  [{ requested: 1 }, { minimum: 2 }, { code: "quantity-too-small" }],
] as const)("%j of %j is refused: %j", (requested, changes, refusal) => {
  expect(quantityRefusal(requested, { ...limits, ...changes })).toMatchObject(refusal);
});

test("units in the cart leave the rest of the limit, and the minimum itself is accepted", () => {
  expect(quantityRefusal({ requested: 3, inCart: 3 }, limits)).toBeNull();
  expect(quantityRefusal({ requested: 2 }, { ...limits, minimum: 2 })).toBeNull();
});

test("a line never holds more than 99 units", () => {
  expect(quantityMaximum({ available: 500, maximum: 500 })).toBe(99);
  expect(
    quantityRefusal({ requested: 100 }, { ...limits, available: 500, maximum: 500 })?.detail["maximum"],
  ).toBe(99);
});

test("every quantity up to the maximum is accepted, and every one above it refused", () => {
  const units = fc.integer({ min: 0, max: 150 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), units, units, (requested, available, maximum) => {
      const refusal = quantityRefusal({ requested }, { name: "Car", available, maximum, minimum: 1 });

      expect(refusal === null).toBe(requested <= quantityMaximum({ available, maximum }));
    }),
  );
});

test("a refusal names the number of units that are left", () => {
  const short = quantityRefusal({ requested: 3 }, { ...limits, available: 1 })!;
  const gone = quantityRefusal({ requested: 3 }, { ...limits, available: 0 })!;
  const more = quantityRefusal({ requested: 2, inCart: 1 }, { ...limits, available: 2 })!;

  expect(shopError(short).message).toBe("Insufficient stock");
  expect(refusalExplanation(short)).toBe("You asked for 3 of Rainbow Stacker, Sunset, but only 1 is left.");
  expect(refusalExplanation(gone)).toBe("Rainbow Stacker, Sunset is sold out.");
  expect(refusalExplanation(more)).toBe(
    "You asked for 2 of Rainbow Stacker, Sunset, but only 2 are left. You already have 1 in your basket.",
  );
});
