import { describe, expect, it } from "vitest";

import { searchProducts } from "#app/models/search/search.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date();

async function search(query: string, page = 1) {
  const results = await searchProducts({ query, page, now: NOW });
  return { ...results, names: results.listing.products.map(({ name }) => name) };
}

describe("searching", () => {
  it.each([
    ["rainbow stacker", "Rainbow Stacker"],
    ["RAINBOW", "Rainbow Stacker"],
    ["pull-along dog", "Pull-along Dog"],
    ["pull along dog", "Pull-along Dog"],
    ["pullalong", "Pull-along Dog"],
    ["noahs ark", "Noah's Ark"],
    ["Noah’s ark", "Noah's Ark"],
    ["dolls house", "Dolls' House"],
    ["HB-0101", "Rainbow Stacker"],
    ["hb-0101-suns", "Rainbow Stacker"],
    ["rain", "Rainbow Stacker"],
  ])("for %s finds %s", async (query, expected) => {
    expect((await search(query)).names).toContain(expected);
  });

  it.each([
    ["pram", "prams"],
    ["puzzle", "puzzles"],
    ["dolls house", "dolls houses"],
  ])("finds the same for %s and %s", async (one, many) => {
    expect((await search(one)).names).toEqual((await search(many)).names);
  });

  it.each([
    ["buggy", "City Pushchair"],
    ["push chair", "City Pushchair"],
    ["crib", "Slatted Cot"],
    ["tic tac toe", "Noughts and Crosses"],
    ["newborn", "Moses Basket on Stand"],
    ["jigsaw", "Landscape Puzzle"],
  ])("for %s finds products with another name: %s", async (query, expected) => {
    expect((await search(query)).names).toContain(expected);
  });

  it.each([
    ["ranbow", "rainbow", "Rainbow Stacker"],
    ["rainbwo", "rainbow", "Rainbow Stacker"],
    ["xylaphone", "xylophone", "Rainbow Xylophone"],
    ["stroler", "stroller", "Compact Stroller"],
  ])("for %s says that it searched for %s", async (query, corrected, expected) => {
    const results = await search(query);

    expect(results.corrected).toBe(corrected);
    expect(results.names).toContain(expected);
  });

  it("ignores an unknown word, and says so", async () => {
    const results = await search("zebrafied pushchair");

    expect(results.corrected).toBe("pushchair");
    expect(results.names).toContain("City Pushchair");
  });

  it.each(["zzqx", "", "   ", "!!!", "\u0000", "<script>", "a".repeat(5000), "(((", "*"])(
    "for %j finds nothing, without an error",
    async (query) => {
      const results = await search(query);

      expect(results.listing.total).toBe(0);
    },
  );

  it.each(["constructor", "__proto__", "toString valueOf"])("handles %s without an error", async (query) => {
    expect((await search(query)).listing.total).toBeLessThan(10);
  });

  it("suggests matching categories and brands", async () => {
    const results = await search("prams");

    expect(results.category).toMatchObject({ name: "Prams", path: "/c/prams" });
    expect(results.categories).toContainEqual({ name: "Coach prams", path: "/c/prams/coach-prams" });
    expect((await search("osmundley")).brands).toEqual([{ name: "Osmundley", path: "/brands/osmundley" }]);
  });

  it("has pages", async () => {
    const [first, second] = [await search("wooden"), await search("wooden", 2)];

    expect(first.listing.total).toBeGreaterThan(24);
    expect(second.listing.page).toBe(2);
    expect(first.names.filter((name) => second.names.includes(name))).toEqual([]);
  });

  it("never shows hidden products", async () => {
    expect((await search("clothes rail")).names).not.toContain("Children's Clothes Rail");
  });
});
