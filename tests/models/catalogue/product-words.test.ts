import { describe, expect, it, test } from "vitest";

import { shownMetafields } from "#app/models/catalogue/metafield.ts";
import { productsLabel, SORTS, sortsWith } from "#app/models/listing/listing.ts";
import { sortKey } from "#app/models/catalogue/sort-key.ts";
import { ratingOf } from "#app/models/review/review.ts";
import { tidyQuery } from "#app/models/search/search.ts";
import { foldedWords, readQuery, singular, type Synonyms } from "#app/models/search/tokenizer.ts";
import { startOfDay } from "#app/models/shared/date-window.ts";
import { priceSchema, wholeUnits } from "#app/models/shared/decimal.ts";
import { joinSlugs } from "#app/models/shared/slug.ts";
import { paragraphs } from "#app/models/shared/text.ts";

describe("decimal numbers in a file", () => {
  it("become whole pence without a floating-point error", () => {
    expect(
      [0.1, 0.29, 1.15, 4.35, 19.99, 1150, 8.2].map((pounds) => priceSchema("GBP").parse(pounds)),
    ).toEqual([10, 29, 115, 435, 1999, 115_000, 820]);
  });

  it("are refused when they are negative or not whole pence", () => {
    expect(priceSchema("GBP").safeParse(1.005).success).toBe(false);
    expect(priceSchema("GBP").safeParse(-0.01).success).toBe(false);
    expect(wholeUnits(0.001, 100)).toBeNull();
  });
});

test.each([
  ["2026-11-21T12:00:00Z", 7, "Europe/London", "2026-11-14T00:00:00.000Z"],
  ["2026-07-10T12:00:00Z", 7, "Europe/London", "2026-07-02T23:00:00.000Z"],
  ["2026-07-01T23:30:00Z", 0, "Europe/London", "2026-07-01T23:00:00.000Z"],
  ["2026-10-28T12:00:00Z", 7, "Europe/London", "2026-10-20T23:00:00.000Z"],
  // Clocks change later on that day.
  ["2026-09-28T00:00:00Z", 1, "Pacific/Auckland", "2026-09-26T12:00:00.000Z"],
  ["2026-11-02T12:00:00Z", 1, "America/New_York", "2026-11-01T04:00:00.000Z"],
])("at %s the day %i days ago begins in %s at %s", (now, days, timeZone, start) => {
  expect(startOfDay(new Date(now), days, timeZone)).toBe(start);
});

describe("lists", () => {
  it("count products in words", () => {
    const labels = { none: "No products", one: "1 product", many: "{n} products" };

    expect(productsLabel(0, labels)).toBe("No products");
    expect(productsLabel(1, labels)).toBe("1 product");
    expect(productsLabel(2, labels)).toBe("2 products");
  });

  it("accept only valid sorts", () => {
    expect(sortKey("rating", "featured")).toBe("rating");
    expect(sortKey("constructor", "newest")).toBe("newest");
  });

  it("offer their own sort order where it is not a standard one", () => {
    expect(sortsWith("featured")).toEqual(SORTS);
    expect(sortsWith("age-asc").map(({ key }) => key)).toEqual(["age-asc", ...SORTS.map(({ key }) => key)]);
  });
});

test("slugs are joined to a path of at most five", () => {
  expect(joinSlugs(["a", "b-2", "c", "d", "e"])).toBe("a/b-2/c/d/e");
  for (const wrong of [["a", "b", "c", "d", "e", "f"], [], ["../etc"]]) expect(joinSlugs(wrong)).toBeNull();
});

describe("words", () => {
  it("are split into paragraphs", () => {
    expect(paragraphs("One.\n\n Two. \n \n\nThree.")).toEqual(["One.", "Two.", "Three."]);
  });

  it("contain only the product facts that the shop can display", () => {
    const fields = [
      { namespace: "internal", key: "margin", value: "42" },
      { namespace: "play", key: "layout_cm", value: "75 x 40" },
      { namespace: "wood", key: "species", value: "Lime (Tilia)" },
      { namespace: "storage", key: "shelf_load_kg", value: "12 per shelf" },
      { namespace: "storage", key: "table_height_cm", value: "72 to 76 without tray" },
    ];

    expect(shownMetafields(fields)).toEqual([
      { label: "Wood", value: "Lime (Tilia)" },
      { label: "Layout size", value: "75 × 40 cm" },
      { label: "Maximum load", value: "12 kg per shelf" },
      { label: "Table height", value: "72 to 76 cm without tray" },
    ]);
  });
});

test("ratings are averaged and counted by stars", () => {
  expect(ratingOf([])).toBeNull();
  expect(ratingOf([5, 5, 4])).toMatchObject({ average: 4.67, count: 3 });
  expect(ratingOf([5, 5, 4])?.distribution.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0]);
});

describe("the words of a search", () => {
  const synonyms: Synonyms = {
    groups: [
      ["pushchair", "buggy", "push chair"],
      ["twin", "for two"],
    ],
    one_way: [{ from: ["heirloom"], to: ["rocking horse"] }],
    misspellings: { pushcair: "pushchair", "chest of draws": "chest of drawers" },
    stop_words: ["the", "for", "toys"],
  };

  it("are trimmed, folded and made singular", () => {
    expect(tidyQuery("  a\u0000b \n c ")).toBe("a b c");
    expect(tidyQuery("x".repeat(500))).toHaveLength(100);
    expect(foldedWords("Dolls' Houses, Crème-brûlée")).toEqual(["doll", "house", "creme", "brulee"]);
    const words = ["prams", "boxes", "batteries", "bus", "dress", "gas"].map(singular);
    expect(words.join()).toBe("pram,box,battery,bus,dress,gas");
  });

  it("are corrected where the misspelling is known", () => {
    expect(readQuery("Red pushcair", synonyms).corrected).toBe("red pushchair");
    expect(readQuery("chest of draws", synonyms).corrected).toBe("chest of drawers");
    expect(readQuery("pushchair", synonyms).corrected).toBeNull();
  });

  it("are expanded by synonyms, both ways in a group and one way otherwise", () => {
    expect(readQuery("push chairs", synonyms).units).toEqual([
      { words: ["push", "chair"], others: [["pushchair"], ["buggy"]] },
    ]);
    expect(readQuery("heirloom", synonyms).units[0]?.others).toEqual([["rocking", "horse"]]);
    expect(readQuery("rocking horse", synonyms).units.flatMap(({ others }) => others)).toEqual([]);
  });

  it("omit stop words, unless there is nothing else", () => {
    expect(readQuery("the toys for babies", synonyms).units.map(({ words }) => words)).toEqual([["baby"]]);
    expect(readQuery("toys", synonyms).units.map(({ words }) => words)).toEqual([["toy"]]);
  });
});
