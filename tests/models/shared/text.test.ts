import { expect, test } from "vitest";

import { itemsLabel } from "#app/models/cart/cart.ts";
import { isSlug, slugOf } from "#app/models/shared/slug.ts";
import { truncated, withoutTags } from "#app/models/shared/text.ts";
import { demoStore } from "#tests/support/shops/store.ts";

test("a text is cut to ten characters and an ellipsis by default", () => {
  expect(truncated("Wooden train")).toBe("Wooden tra…");
  expect(truncated("Ten letter")).toBe("Ten letter");
  expect(truncated("Wooden train", 6)).toBe("Wooden…");
});

test("a cut never splits a character", () => {
  expect(truncated("🧸🧸🧸", 2)).toBe("🧸🧸…");
});

test("tags are removed, and words remain", () => {
  expect(withoutTags('<p>Beech, <a href="/c/x">oiled</a></p>')).toBe("Beech, oiled");
  expect(withoutTags("<li>One</li><li>Two</li>", " ").split(/\s+/).filter(Boolean)).toEqual(["One", "Two"]);
  expect(withoutTags("3 < 4")).toBe("3 < 4");
});

test("a slug is lower case, without symbols, its words joined by hyphens", () => {
  expect(slugOf("Dolls' Houses & Furniture")).toBe("dolls-houses-furniture");
  expect(slugOf("  Crème brûlée — set_of 3! ")).toBe("creme-brulee-set-of-3");
  expect(slugOf("!?")).toBe("");
  expect(["Dolls' Houses", "Prams, 2-in-1"].map(slugOf).every(isSlug)).toBe(true);
});

test("a count is followed by its noun in the singular or plural (requirement cart-6)", () => {
  expect([1, 2, 0].map(itemsLabel)).toEqual(["1 item", "2 items", "0 items"]);
});

test("counts of products have their fixed words (requirement listing-4)", () => {
  expect(demoStore.labels).toEqual({
    noProducts: "No products",
    oneProduct: "1 product",
    manyProducts: "{n} products",
  });
});
