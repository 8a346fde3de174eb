import { expect, test } from "vitest";

import { surrogateKeys } from "#app/http/cache/surrogate-keys.ts";
import { purgedKeys } from "#app/models/catalogue/surrogate-key.ts";

const CARD = { id: 101, path: "/p/wooden-toys/rainbow" };

test.each([
  ["/", ["settings", "lists", "content"]],
  ["/c/wooden-toys/puzzles", ["settings", "lists", "category-wooden-toys-puzzles"]],
  ["/brands", ["settings", "lists"]],
  ["/brands/hollybough", ["settings", "lists", "brand-hollybough"]],
  ["/blog/play/5", ["settings", "content", "article-5"]],
  ["/information/delivery", ["settings", "content"]],
  ["/p/wooden-toys/rainbow", ["settings"]],
])("%s has the keys of what its address names", (pathname, keys) => {
  expect(surrogateKeys(pathname, null)).toEqual(keys);
});

test("a page has the key of each product in its data once, wherever it stands, and of nothing else with an id", () => {
  const data = {
    page: { products: [CARD, { ...CARD, id: 102 }] },
    again: CARD,
    article: { id: 7, path: "/blog/7" },
  };

  expect(surrogateKeys("/p/x", data)).toEqual(["settings", "product-101", "product-102"]);
});

test("a change of a product drops a list that shows it, and one above its category", () => {
  const purged = purgedKeys({
    ids: [101],
    categoryPaths: ["wooden-toys/puzzles"],
    brandSlugs: ["hollybough"],
  });

  for (const pathname of ["/", "/c/wooden-toys", "/c/wooden-toys/puzzles", "/brands/hollybough", "/c/new"])
    expect(surrogateKeys(pathname, null).some((key) => purged.includes(key))).toBe(true);
  for (const pathname of ["/blog", "/information/delivery", "/p/other"])
    expect(surrogateKeys(pathname, null).some((key) => purged.includes(key))).toBe(false);
});
