/** The columns of lists, held against the same products as objects and against counting by hand. */
import fc from "#tests/support/fast-check.ts";
import { describe, expect, it } from "vitest";

import type { ProductFacts } from "#app/models/listing/filter-values.ts";
import { FILTERS, NO_FILTERS } from "#app/models/listing/filter.ts";
import { valuesIn } from "#app/models/listing/listing-index/build.ts";
import { countListed, firstMatch } from "#app/models/listing/listing-index/count.ts";
import { fullSet, membersOf } from "#app/models/listing/listing-index/product-id-set.ts";
import { SORTS } from "#app/models/listing/listing.ts";
import { type SortKey } from "#app/models/catalogue/sort-key.ts";
import { findMatches } from "#tests/support/checks/filter-oracle.ts";
import { anyFilters, countsOf } from "#tests/support/checks/filters.ts";
import { sorted } from "#tests/support/checks/sorted-products.ts";
import { columnsOf, indexOf, MADE_UP_VALUES, manyFacts } from "#tests/support/shops/many-products.ts";

const RUNS = 25;
const ALL_SORTS: ReadonlyArray<SortKey> = [...SORTS.map(({ key }) => key), "age-asc", "weight-asc"];

const MANY = manyFacts(4_000, 20_261_122);
const COLUMNS = columnsOf(MANY);

describe("the columns of lists", () => {
  it("find and count the same as the products themselves, in lists of every size", () => {
    const scopes = [fullSet(MANY.length), COLUMNS.categories.get(3)!, COLUMNS.categories.get(9)!];
    fc.assert(
      fc.property(anyFilters(MADE_UP_VALUES, 120_000), fc.constantFrom(...scopes), (filters, scope) => {
        const inside = [...membersOf(scope)].map((ordinal) => MANY[ordinal]!);
        const expected = findMatches(inside, filters);
        const { matches, counts } = countListed(COLUMNS, scope, filters);

        const ordinals = [...membersOf(matches)];
        expect(ordinals.map((ordinal) => MANY[ordinal]!.id)).toEqual(
          expected.matches.map(({ product }) => product.id),
        );
        expect(ordinals.map((ordinal) => firstMatch(COLUMNS, ordinal, filters))).toEqual(
          expected.matches.map(({ variantId }) => variantId),
        );
        expect(counts.prices).toEqual(expected.counts.prices);
        for (const { key } of FILTERS) {
          const found = Object.fromEntries(counts.values[key]);
          expect(found, key).toEqual(Object.fromEntries(expected.counts.values[key]));
          expect(found, key).toEqual(Object.fromEntries(countsOf(inside, filters, key)));
        }
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  const columnsOfOne = (variants: ProductFacts["variants"]) =>
    columnsOf([{ ...MANY[0]!, values: {}, variants }]);

  it("find a colour only where that colour is in stock", () => {
    const columns = columnsOfOne([
      { id: 1, priceMinor: 4_200, values: { colour: ["sage"], stock: ["sold-out"] } },
      { id: 2, priceMinor: 4_800, values: { colour: ["blue"], stock: ["in-stock"] } },
    ]);
    const requested = (colour: string) => {
      const filters = { ...NO_FILTERS, values: { colour: [colour], stock: ["in-stock"] } };
      return { ...countListed(columns, fullSet(1), filters), first: firstMatch(columns, 0, filters) };
    };

    expect(requested("sage").matches.size).toBe(0);
    expect(requested("blue")).toMatchObject({ matches: { size: 1 }, first: 2 });
    expect(requested("sage").counts.values.colour).toEqual(new Map([["blue", 1]]));
  });

  it("take a price and a colour from one variant", () => {
    const columns = columnsOfOne([
      { id: 1, priceMinor: 20_000, values: { colour: ["natural"] } },
      { id: 2, priceMinor: 26_000, values: { colour: ["white"] } },
    ]);
    const filters = { values: { colour: ["white"] }, minMinor: null, maxMinor: 21_000 };
    const { matches, counts } = countListed(columns, fullSet(1), filters);

    expect(matches.size).toBe(0);
    expect(counts.prices).toEqual({ minMinor: 26_000, maxMinor: 26_000 });
  });

  it("sort like the products themselves, whole lists and parts", async () => {
    const index = indexOf(MANY);
    const part = { key: "part", set: COLUMNS.categories.get(4)!, isFixed: true };
    const few = { key: "few", set: COLUMNS.categories.get(9)!, isFixed: true };
    for (const scope of [index.all, part, few]) {
      const inside = [...membersOf(scope.set)].map((ordinal) => MANY[ordinal]!);
      for (const sort of ALL_SORTS) {
        const order = await index.ordered(scope, sort);
        expect(
          [...order].map((ordinal) => MANY[ordinal]!.id),
          sort,
        ).toEqual(sorted(inside, sort).map(({ id }) => id));
      }
    }
  });
});

describe("a change of some products", () => {
  it("gives the same columns, sort orders and counts as a full reading", async () => {
    const facts = [...MANY];
    const index = indexOf(facts);
    for (const sort of ALL_SORTS) await index.ordered(index.all, sort);
    index.listed(index.all, NO_FILTERS);
    for (let round = 0; round < 40; round += 1) {
      const changed = [round * 97, round * 31 + 5].map((place) => {
        const before = facts[place]!;
        const cheaper = (minor: number) => Math.max(1, minor - 500 * (round + 1));
        const after: ProductFacts = {
          ...before,
          ...(round % 3 === 0 ? { name: `Renamed ${round} ${before.name}` } : {}),
          ratingCount: before.ratingCount + round,
          ratingHundredths: (before.ratingHundredths + 37 * round) % 501,
          sortPriceMinor: cheaper(before.sortPriceMinor),
          returnedAt: new Date(1.795e12 + round * 1_000).toISOString(),
          variants: before.variants.map((variant) => ({
            ...variant,
            priceMinor: cheaper(variant.priceMinor),
            values: { ...variant.values, stock: [round % 2 ? "sold-out" : "in-stock"] },
          })),
        };
        facts[place] = after;
        return after;
      });
      expect(
        index.patch(
          changed.map(({ id }) => id),
          changed,
        ),
      ).toBe(true);
      await index.ordered(index.all, "name");
    }
    const anew = indexOf(facts);
    expect(index.columns.product).toEqual(anew.columns.product);
    expect(index.columns.variantPrices).toEqual(anew.columns.variantPrices);
    expect(index.listed(index.all, NO_FILTERS)).toEqual(anew.listed(anew.all, NO_FILTERS));
    for (const sort of ALL_SORTS) {
      expect(await index.ordered(index.all, sort), sort).toEqual(await anew.ordered(anew.all, sort));
    }
    for (const [key, value] of valuesIn(facts[97]!)) {
      expect([...membersOf(index.columns.values[key].get(value)!)], `${key} ${value}`).toEqual([
        ...membersOf(anew.columns.values[key].get(value)!),
      ]);
    }
  });

  it("is refused when the product was replaced, and changes nothing", () => {
    const index = indexOf(MANY.slice(0, 50));
    const [first] = MANY;
    const before = structuredClone(index.columns.product);
    const fixed: ReadonlyArray<Partial<ProductFacts>> = [
      { brandId: 99 },
      { categoryIds: [77] },
      { categoryIds: [1] },
      { createdAt: "2026-01-01T00:00:00.000Z" },
      { variants: [] },
      { variants: first!.variants.map((variant) => ({ ...variant, values: { colour: ["unheard-of"] } })) },
    ];
    for (const change of fixed) expect(index.patch([first!.id], [{ ...first!, ...change }])).toBe(false);
    expect(index.patch([first!.id], [])).toBe(false);
    expect(index.columns.product).toEqual(before);
    expect(index.patch([424_242], [])).toBe(true);
  });
});
