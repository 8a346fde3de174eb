import fc from "fast-check";
import { expect, test } from "vitest";

import { findMatches } from "#app/models/facet-count.ts";
import { FACETS, NO_FILTERS } from "#app/models/facet.ts";
import { anyFilters, countsOf, isFound } from "#tests/support/filters.ts";
import { MADE_UP_VALUES, madeUpProducts } from "#tests/support/many-products.ts";

const MANY = madeUpProducts(10_000, 20_261_121);
/** Random choices, each held against counts by hand of some 80 values over 10,000 products. */
const RUNS = 8;

test("among 10,000 products every result and every count is what counting by hand gives", () => {
  fc.assert(
    fc.property(anyFilters(MADE_UP_VALUES, 120_000), (filters) => {
      const { matches, counts } = findMatches(MANY, filters);

      expect(matches.map(({ product }) => product.id)).toEqual(
        MANY.filter((product) => isFound(product, filters)).map(({ id }) => id),
      );
      for (const { key } of FACETS) {
        expect(Object.fromEntries(counts.values[key]), key).toEqual(
          Object.fromEntries(countsOf(MANY, filters, key)),
        );
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
});

test("a colour is found where that colour is in stock, not where another one is", () => {
  const train = {
    values: {},
    variants: [
      { id: 1, priceMinor: 4_200, values: { colour: ["sage"], stock: ["sold-out"] } },
      { id: 2, priceMinor: 4_800, values: { colour: ["blue"], stock: ["in-stock"] } },
    ],
  };
  const asked = (colour: string) =>
    findMatches([train], { ...NO_FILTERS, values: { colour: [colour], stock: ["in-stock"] } });

  expect(asked("sage").matches).toEqual([]);
  expect(asked("blue").matches).toEqual([{ product: train, variantId: 2 }]);
  expect(asked("sage").counts.values.colour).toEqual(new Map([["blue", 1]]));
});

test("a price and a colour must be those of one variant", () => {
  const cot = {
    values: {},
    variants: [
      { id: 1, priceMinor: 20_000, values: { colour: ["natural"] } },
      { id: 2, priceMinor: 26_000, values: { colour: ["white"] } },
    ],
  };
  const { matches, counts } = findMatches([cot], {
    values: { colour: ["white"] },
    minMinor: null,
    maxMinor: 21_000,
  });

  expect(matches).toEqual([]);
  expect(counts.prices).toEqual({ minMinor: 26_000, maxMinor: 26_000 });
});
