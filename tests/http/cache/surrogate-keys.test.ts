import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { addSurrogateKeys, surrogateKeys } from "#app/http/cache/surrogate-keys.ts";
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

test("what has keys has them for every shared cache", () => {
  const headers = new Headers();
  addSurrogateKeys(headers, ["settings", "product-101"]);

  expect(Object.fromEntries(headers)).toEqual({
    "surrogate-key": "settings product-101",
    "cache-tag": "settings,product-101",
  });
});

test("no other code gives an answer the headers of one shared cache alone", () => {
  const files = ["http", "routes"].flatMap((folder) =>
    readdirSync(join("app", folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join("app", folder, file),
    ),
  );
  const naming = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /"(?:Surrogate-Key|Cache-Tag)"/i.test(readFileSync(file, "utf8")));

  expect(naming).toEqual(["app/http/cache/surrogate-keys.ts"]);
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
