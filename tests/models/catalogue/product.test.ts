import fc from "#tests/support/fast-check.ts";
import { describe, expect, it } from "vitest";

import { ageGuidance, ageText, usableFrom } from "#app/models/catalogue/age.ts";
import { canBeBought, stockState, stockText } from "#app/models/catalogue/inventory/stock.ts";
import {
  chosenVariant,
  optionField,
  percentOff,
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
  ])("of %i pence now at %i is %i", (original, sale, expected) => {
    expect(percentOff(money(original, "GBP"), money(sale, "GBP"))).toBe(expected);
  });

  it("is null when the original is 0, not above the sale price, or the sale price is 0", () => {
    expect(percentOff(money(0, "GBP"), money(0, "GBP"))).toBeNull();
    expect(percentOff(money(500, "GBP"), money(500, "GBP"))).toBeNull();
    expect(percentOff(money(500, "GBP"), money(600, "GBP"))).toBeNull();
    expect(percentOff(money(500, "GBP"), money(0, "GBP"))).toBeNull();
  });

  it("is always between 0 and 100", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (original, sale) => {
        const off = percentOff(money(original, "GBP"), money(sale, "GBP"));
        return off === null || (off >= 0 && off <= 100);
      }),
    );
  });
});

describe("the price of a variant", () => {
  it("is the product's when the variant has none of its own", () => {
    const product = { price: money(18_900, "GBP"), salePrice: money(15_900, "GBP") };

    expect(variantPrice(product, { price: null, salePrice: null }).now.minor).toBe(15_900);
    expect(variantPrice(product, { price: money(20_900, "GBP"), salePrice: money(17_900, "GBP") })).toEqual({
      now: money(17_900, "GBP"),
      was: money(20_900, "GBP"),
      percentOff: 14,
    });
  });
});

describe("the variant that an address names", () => {
  it.each(["white", "White", "WHITE", " white ", "1481-white"])(
    "is the white one for swatch %s",
    (swatch) => {
      expect(chosenVariant(COT, { swatch }).options["Finish"]).toBe("white");
    },
  );

  it("has the default value for every other option", () => {
    expect(chosenVariant(COT, { swatch: "white" }).id).toBe(4);
  });

  it("is the one with the given id, also as a swatch", () => {
    expect(chosenVariant(COT, { variant: "3", swatch: "natural" }).id).toBe(3);
    expect(chosenVariant(COT, { swatch: "3" }).id).toBe(3);
  });

  it.each([{}, { swatch: "purple" }, { variant: "99" }, { swatch: "", variant: "" }, { swatch: null }])(
    "is the default one for %j",
    (requested) => {
      expect(chosenVariant(COT, requested).id).toBe(1);
    },
  );

  it("is by default the first that is in stock", () => {
    const soldOut = {
      ...COT,
      variants: [variant(1, { Finish: "natural", Mattress: "none" }, 0), ...COT.variants.slice(1)],
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
  it("is the one with all the chosen values", () => {
    const choice = variantForSelection(COT, { [optionField(1481)]: "white", [optionField(1482)]: "sprung" });

    expect(choice).toMatchObject({ kind: "found", variant: { id: 3 } });
  });

  it("is null while an option is open or unknown", () => {
    expect(variantForSelection(COT, { "option-1481": "white" })).toMatchObject({
      kind: "incomplete",
      option: MATTRESS,
    });
    expect(variantForSelection(COT, { "option-1481": "blue", "option-1482": "none" }).kind).toBe(
      "incomplete",
    );
  });

  it("is null when the values are not sold together", () => {
    const three = { ...COT, variants: COT.variants.slice(0, 3) };

    expect(variantForSelection(three, { "option-1481": "white", "option-1482": "none" }).kind).toBe(
      "not-made",
    );
  });
});

describe("stock in words", () => {
  it.each([
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
});

describe("the age mark", () => {
  it.each([
    [0, "From birth"],
    [1, "1 month +"],
    [6, "6 months +"],
    [18, "18 months +"],
    [24, "24 months +"],
    [36, "3 years +"],
    [40, "40 months +"],
    [60, "5 years +"],
  ])("from %i months reads %s", (months, expected) => {
    expect(ageText(months)).toBe(expected);
  });

  it("is null where no age is stated", () => {
    expect(ageText(null)).toBeNull();
    expect(usableFrom({ ageMinMonths: null, suitableFromMonths: null })).toBeNull();
  });

  it("never falls below the legal minimum", () => {
    expect(usableFrom({ ageMinMonths: 36, suitableFromMonths: 18 })).toBe(36);
    expect(usableFrom({ ageMinMonths: null, suitableFromMonths: 6 })).toBe(6);
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
  ])("from %d months and without parts is one sentence", (months, expected) => {
    const ages = ageGuidance({ ...UNLIMITED, suitableFromMonths: months }, []);
    expect(ages).toMatchObject({ suitability: expected, madeFor: null, toMonths: null });
  });

  it("with an upper age says for whom the product is made", () => {
    const ages = ageGuidance({ ageMinMonths: 36, ageMaxMonths: 96, suitableFromMonths: 18 }, []);
    expect(ages).toMatchObject({
      scaleLabel: "For children from 3 years to 8 years",
      madeFor: "Made for children from 3 years to 8 years.",
    });
  });

  it("is null where no age is stated", () => {
    expect(ageGuidance({ ...UNLIMITED, suitableFromMonths: null }, [])).toBeNull();
  });
});

describe("recently viewed", () => {
  it("contains the latest first, each once, and at most twelve", () => {
    const many = Array.from({ length: 20 }, (_, id) => id).reduce<ReadonlyArray<number>>(rememberViewed, []);

    expect(many).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);
    expect(rememberViewed([3, 2, 1], 2)).toEqual([2, 3, 1]);
  });
});
