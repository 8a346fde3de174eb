import { describe, expect, it, test } from "vitest";

import { ageGuidance, ageText, usableFrom } from "#app/models/catalogue/age.ts";
import { canBeBought, stockState, stockText } from "#app/models/catalogue/inventory/stock.ts";
import {
  chosenVariant,
  optionField,
  percentOff,
  priceOf,
  type ProductOption,
  type Variant,
  variantForSelection,
  variantPrice,
  variantQuery,
} from "#app/models/catalogue/product.ts";
import { rememberViewed } from "#app/models/catalogue/recently-viewed.ts";
import { money } from "#app/models/shared/money.ts";

const FINISH: ProductOption = {
  id: 1481,
  name: "Finish",
  type: "swatch",
  values: [
    { key: "natural", label: "Natural beech", hex: "#dcbb8c" },
    { key: "white", label: "White", hex: "#f3f0e9" },
  ],
};
const MATTRESS: ProductOption = {
  id: 1482,
  name: "Mattress",
  type: "radio",
  values: [
    { key: "none", label: "Cot only", hex: null },
    { key: "sprung", label: "With mattress", hex: null },
  ],
};

function variant(id: number, options: Record<string, string>, available = 5): Variant {
  const price = { now: money(100, "GBP"), was: null, percentOff: null };
  const image = { file: "products/cot-1.jpg", alt: "A cot", width: 1, height: 1 };
  const stock = available > 0 ? "in-stock" : "out-of-stock";
  return { id, sku: `S-${id}`, gtin: "02000003", label: null, options, price, available, stock, image };
}

const COT = {
  options: [FINISH, MATTRESS],
  variants: [
    variant(1, { Finish: "natural", Mattress: "none" }),
    variant(2, { Finish: "natural", Mattress: "sprung" }),
    variant(3, { Finish: "white", Mattress: "sprung" }),
    variant(4, { Finish: "white", Mattress: "none" }),
  ],
};

describe("the sale percentage", () => {
  it.each([
    [100, 80, 20],
    [8900, 7400, 17],
    [3000, 2000, 33],
    [1000, 5, 100],
    [0, 0, null],
    [500, 500, null],
    [500, 600, null],
    [500, 0, null],
  ])("of %i pence now at %i is %j", (original, sale, expected) => {
    expect(percentOff(money(original, "GBP"), money(sale, "GBP"))).toBe(expected);
  });
});

test.each([
  [10_000, 9_960, null],
  [10_000, 9_940, 1],
  [25_000, 90, 99],
])("a price of %i now at %i is labelled %j per cent off, and stays a sale", (original, sale, label) => {
  const price = priceOf(money(original, "GBP"), money(sale, "GBP"));

  expect([price.percentOff, price.was?.minor]).toEqual([label, original]);
});

test("the price of a variant is the product's when it has none of its own", () => {
  const product = { price: money(18_900, "GBP"), salePrice: money(15_900, "GBP") };

  expect(variantPrice(product, { price: null, salePrice: null }).now.minor).toBe(15_900);
  expect(variantPrice(product, { price: money(20_900, "GBP"), salePrice: money(17_900, "GBP") })).toEqual({
    ...{ now: money(17_900, "GBP"), was: money(20_900, "GBP"), percentOff: 14 },
  });
});

describe("the variant that an address names", () => {
  it.each([
    // The white one with the default value for every other option, in every spelling.
    ...["white", "White", "WHITE", " white ", "1481-white"].map((swatch) => [{ swatch }, 4] as const),
    // The one with the given id, also as a swatch.
    [{ variant: "3", swatch: "natural" }, 3],
    [{ swatch: "3" }, 3],
    // The default.
    [{}, 1],
    [{ swatch: "purple" }, 1],
    [{ variant: "99" }, 1],
    [{ swatch: "", variant: "" }, 1],
    [{ swatch: null }, 1],
  ] as const)("%j is number %i", (requested, id) => {
    expect(chosenVariant(COT, requested).id).toBe(id);
  });

  it("is by default the first that is in stock", () => {
    const [first, ...others] = COT.variants;
    const soldOut = {
      ...COT,
      variants: [{ ...first!, available: 0, stock: "out-of-stock" as const }, ...others],
    };

    expect(chosenVariant(soldOut, {}).id).toBe(2);
    expect(chosenVariant(soldOut, { variant: "1" }).id).toBe(1);
  });

  it("has a query that leads back to it", () => {
    for (const one of COT.variants) {
      const query = variantQuery(COT, one);
      const requested = { swatch: query.swatch ?? null, variant: query.variant?.toString() ?? null };

      expect(chosenVariant(COT, requested).id).toBe(one.id);
    }
  });
});

describe("the variant that a form chooses", () => {
  it.each([
    ["has all the chosen values", "white", "sprung", { kind: "found", variant: { id: 3 } }],
    ["is none while an option is open", "white", undefined, { kind: "incomplete", option: MATTRESS }],
    ["is none while an option is unknown", "blue", "none", { kind: "incomplete" }],
    ["is none when the values are not sold together", "white", "none", { kind: "not-made" }],
  ])("%s", (_, finish, mattress, expected) => {
    const three = { ...COT, variants: COT.variants.slice(0, 3) };
    const fields = { [optionField(1481)]: finish, [optionField(1482)]: mattress };

    expect(variantForSelection(three, fields)).toMatchObject(expected);
  });
});

test.each([
  ["available", 4, "In stock"],
  ["available", 3, "Only 3 left"],
  ["available", 1, "Only 1 left"],
  ["available", 0, "Sold out"],
  ["preorder", 2, "Pre-order"],
  ["preorder", 0, "Sold out"],
  ["discontinued", 9, "Discontinued"],
] as const)("%s with %i units reads %s", (availability, available, expected) => {
  const state = stockState({ availability, available, lowStockThreshold: 3 });

  expect(stockText(state, available)).toBe(expected);
  expect(canBeBought(state)).toBe(availability !== "discontinued" && available > 0);
});

describe("the age mark", () => {
  it.each([
    [null, null],
    [0, "From birth"],
    [1, "1 month +"],
    [6, "6 months +"],
    [18, "18 months +"],
    [24, "2 years +"],
    [36, "3 years +"],
    [40, "40 months +"],
    [60, "5 years +"],
  ])("from %j months reads %j", (months, expected) => {
    expect(ageText(months)).toBe(expected);
  });

  it.each([
    [null, null, null],
    [36, 18, 36],
    [null, 6, 6],
  ])("never falls below the legal minimum: %j and %j are %j", (ageMinMonths, suitableFromMonths, months) => {
    expect(usableFrom({ ageMinMonths, suitableFromMonths })).toBe(months);
  });
});

describe("the ages on the page of a product", () => {
  const UNLIMITED = { ageMinMonths: null, ageMaxMonths: null, suitableFromMonths: 0 };

  it("names each part where the parts have ages of their own", () => {
    const parts = [
      { part: "Carrycot", fromMonths: 0 },
      { part: "Seat", fromMonths: 6 },
    ];
    expect(ageGuidance(UNLIMITED, parts)?.suitability).toBe("Carrycot: from birth. Seat: from 6 months.");
  });

  it.each([
    [0, "Suitable from birth."],
    [1, "Suitable from 1 month."],
    [18, "Suitable from 18 months."],
    [36, "Suitable from 3 years."],
  ])("from %j months and without parts is one sentence", (months, suitability) => {
    const ages = ageGuidance({ ...UNLIMITED, suitableFromMonths: months }, []);
    expect(ages).toMatchObject({ suitability, madeFor: null, toMonths: null });
  });

  it("with an upper age says for whom the product is made, and is null where no age is stated", () => {
    const ages = ageGuidance({ ageMinMonths: 36, ageMaxMonths: 96, suitableFromMonths: 18 }, []);
    expect(ages).toMatchObject({
      scaleLabel: "For children from 3 years to 8 years",
      madeFor: "Made for children from 3 years to 8 years.",
    });
    expect(ageGuidance({ ...UNLIMITED, suitableFromMonths: null }, [])).toBeNull();
  });
});

test("recently viewed contains the latest first, each once, and at most twelve", () => {
  const many = Array.from({ length: 20 }, (_, id) => id).reduce<ReadonlyArray<number>>(rememberViewed, []);

  expect(many).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);
  expect(rememberViewed([3, 2, 1], 2)).toEqual([2, 3, 1]);
});
