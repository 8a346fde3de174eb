import fc from "#tests/support/fast-check.ts";
import { describe, expect, test } from "vitest";

import { Wording } from "#app/models/listing/filter-labels.ts";
import {
  foldedClass,
  isForAge,
  isSafeAt,
  materialsIn,
  mattressIn,
  woodsIn,
} from "#app/models/listing/filter-values.ts";
import {
  appliedFilters,
  filterViews,
  narrowedTitle,
  promotedFilters,
} from "#app/models/listing/filter-view.ts";
import { requestedFilters, filterParams, knownFilters, NO_FILTERS } from "#app/models/listing/filter.ts";
import { findMatches } from "#tests/support/checks/filter-oracle.ts";

const wording = new Wording();
wording.add({
  colours: [
    { key: "natural", label: "Natural beech", hex: "#dcbb8c" },
    { key: "natural", label: "Natural beech", hex: "#dcbb8c" },
    { key: "natural", label: "Natural", hex: "#dcbb8c" },
    { key: "sage", label: "Sage", hex: "#9bb096" },
  ],
  brands: [{ brand_slug: "snedholt", brand_name: "Snedholt" }],
  mattresses: [],
});
const BRITISH = { currency: "GBP", locale: "en-GB" };
const VOCABULARY = wording.vocabulary([{ slug: "1-2-years", name: "1 to 2 years", fromMonths: 12 }]);

describe("an address", () => {
  const requested = (query: string) => requestedFilters(new URLSearchParams(query), BRITISH);

  test("has the same filters in one order, however they were written", () => {
    const one = requested("max=50&colour=sage&age=1-2-years&colour=natural&min=10");
    const other = requested("min=10.00&colour=natural&colour=sage&colour=sage&max=50&age=1-2-years");

    expect(filterParams(one, BRITISH)).toEqual(filterParams(other, BRITISH));
    expect(new URLSearchParams(filterParams(one, BRITISH).map((param) => [...param])).toString()).toBe(
      "age=1-2-years&colour=natural&colour=sage&min=10&max=50",
    );
  });

  test("with the prices reversed means the range between them", () => {
    expect(requested("min=50&max=10")).toMatchObject({ minMinor: 1_000, maxMinor: 5_000 });
  });

  test("of any kind is read into a limited number of filters, without an error", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("colour", "age", "min", "max", "x", "__proto__"), fc.string())),
        (params) => {
          const filters = requested(new URLSearchParams(params).toString());

          expect(filterParams(knownFilters(filters, VOCABULARY), BRITISH).length).toBeLessThanOrEqual(22);
        },
      ),
    );
    const many = requested(Array.from({ length: 2_000 }, (_, index) => `colour=c${index}`).join("&"));
    expect(many.values.colour).toHaveLength(20);
    expect(requested(`colour=${"x".repeat(61)}`).values.colour ?? []).toEqual([]);
  });

  test("retains a known value, and drops an unknown one", () => {
    const filters = knownFilters(requested("colour=sage&colour=zebra&brand=nobody&toString=1"), VOCABULARY);

    expect(filters).toEqual({ ...NO_FILTERS, values: { colour: ["sage"] } });
  });
});

describe("the filters of a list", () => {
  const TOYS = [
    {
      values: { brand: ["snedholt"] },
      variants: [{ id: 1, priceMinor: 1_000, values: { colour: ["natural"], stock: ["in-stock"] } }],
    },
    {
      values: { brand: ["snedholt"] },
      variants: [{ id: 2, priceMinor: 2_000, values: { stock: ["sold-out"] } }],
    },
  ];
  const viewsFor = (filters: typeof NO_FILTERS) =>
    filterViews({
      all: findMatches(TOYS, NO_FILTERS).counts,
      now: findMatches(TOYS, filters).counts,
      total: TOYS.length,
      filters,
      vocabulary: VOCABULARY,
    });

  test("are those that distinguish its products", () => {
    expect(viewsFor(NO_FILTERS).map(({ key }) => key)).toEqual(["colour", "stock"]);
  });

  test("show a chosen value that the list does not have, with a count of 0", () => {
    const filters = { ...NO_FILTERS, values: { colour: ["sage"] } };

    expect(viewsFor(filters).find(({ key }) => key === "colour")?.values).toEqual([
      { value: "natural", label: "Natural beech", hex: "#dcbb8c", count: 1, isChosen: false },
      { value: "sage", label: "Sage", hex: "#9bb096", count: 0, isChosen: true },
    ]);
  });

  test("offer first the values that leave some of the list and are not chosen yet", () => {
    const promoted = promotedFilters(viewsFor(NO_FILTERS), NO_FILTERS, { total: 2, format: BRITISH });
    const chosen = { ...NO_FILTERS, values: { stock: ["in-stock"] } };

    expect(promoted).toEqual([{ label: "In stock now", count: 1, params: [["stock", "in-stock"]] }]);
    expect(promotedFilters(viewsFor(chosen), chosen, { total: 1, format: BRITISH })).toEqual([]);
  });

  test("are named in the title, up to three values", () => {
    expect(narrowedTitle("Wooden toys", [])).toBe("Wooden toys");
    expect(narrowedTitle("Wooden toys", ["Sage", "Up to £50"])).toBe(
      "Wooden toys, filtered: Sage, Up to £50",
    );
    expect(narrowedTitle("Wooden toys", ["a", "b", "c", "d", "e"])).toBe(
      "Wooden toys, filtered: a, b, c and 2 more",
    );
  });

  test("have a link to remove each chosen value", () => {
    const filters = { values: { colour: ["natural", "sage"] }, minMinor: null, maxMinor: 5_000 };
    const [natural, sage, max] = [
      ["colour", "natural"],
      ["colour", "sage"],
      ["max", "50"],
    ] as const;

    expect(appliedFilters(filters, VOCABULARY, BRITISH)).toEqual([
      { label: "Natural beech", params: [sage, max] },
      { label: "Sage", params: [natural, max] },
      { label: "Up to £50", params: [natural, sage] },
    ]);
  });
});

describe("a product's filter values", () => {
  test("name materials plainly, without finishes", () => {
    expect(materialsIn(["Solid beech", "Birch plywood panels", "Water-based stain"])).toEqual([
      "Plywood and board",
      "Solid wood",
    ]);
    expect(materialsIn(["Birch plywood"])).toEqual(["Plywood and board"]);
    expect(materialsIn(["Vegan leather grips", "Powder-coated steel wire"])).toEqual([
      "Vegan leather",
      "Steel",
    ]);
    expect(materialsIn(["Linseed oil"])).toEqual([]);
  });

  test("name woods and mattress sizes", () => {
    expect(woodsIn(["Beech, walnut wheels"])).toEqual(["Beech", "Walnut"]);
    expect(mattressIn("120 x 60, up to 10 deep")).toEqual({ value: "120x60", label: "120 × 60 cm" });
    expect(mattressIn("as you like")).toBeNull();
    expect([280, 500, 501, 780].map(foldedClass)).toEqual(["up-to-50", "up-to-50", "50-60", "over-70"]);
  });

  test("use the older of two minimum ages, and none if no age is stated", () => {
    const marked = { ageMinMonths: 12, suitableFromMonths: 36, ageMaxMonths: 60 };

    expect([35, 36].map((months) => isSafeAt(marked, months))).toEqual([false, true]);
    expect([36, 60].map((months) => isForAge(marked, months))).toEqual([true, false]);
    expect(isSafeAt({ ageMinMonths: null, suitableFromMonths: null, ageMaxMonths: null }, 99)).toBe(false);
  });
});
