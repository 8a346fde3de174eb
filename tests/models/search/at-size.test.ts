import { describe, expect, test } from "vitest";

import {
  isOutgrown,
  popularityStep,
  placeOf,
  productAt,
  sliceOf,
  SLICES,
  slicingOf,
} from "#app/models/search/popularity-rank.ts";
import { indexedTexts, queryText, unitTerms } from "#app/models/search/query-terms.ts";
import { packFields, scoredFields, scoreOf, unpackFields } from "#app/models/search/rank.ts";
import { errorsBetween, learnWord, meantBy, newSpeller } from "#app/models/search/spelling.ts";

const UNRATED = { isFeatured: false, ratingHundredths: 0, ratingCount: 0 };
const POPULAR = { isFeatured: true, ratingHundredths: 480, ratingCount: 300 };

describe("the popularity rank", () => {
  test("puts more and better ratings first, and identifies the product", () => {
    const steps = [UNRATED, { ...POPULAR, isFeatured: false, ratingCount: 10 }, POPULAR].map(popularityStep);

    expect(steps).toEqual([...steps].sort((a, b) => b - a));
    expect(new Set(steps).size).toBe(3);
    expect(placeOf(7, popularityStep(POPULAR))).toBeLessThan(placeOf(1, popularityStep(UNRATED)));
    expect(productAt(placeOf(2_147_483_647, 63))).toBe(2_147_483_647);
  });

  test("has slices of similar size, the most popular first", () => {
    const slicing = slicingOf([
      { ...POPULAR, count: 1_000 },
      { ...UNRATED, count: 999_000 },
    ]);
    const sizes = Array.from({ length: SLICES }, () => 0);
    for (let id = 1; id <= 999_000; id += 1) {
      const slice = sliceOf(id, popularityStep(UNRATED), slicing);
      sizes[slice] = (sizes[slice] ?? 0) + 1;
    }

    expect(sliceOf(5, popularityStep(POPULAR), slicing)).toBe(0);
    for (const [slice, size] of [3_000, 16_000, 64_000, 256_000].entries())
      expect(Math.abs((sizes[slice] ?? 0) / size - 1)).toBeLessThan(0.05);
    expect(isOutgrown(slicing, 1_500_000)).toBe(false);
    expect(isOutgrown(slicing, 2_100_000)).toBe(true);
    expect(isOutgrown(slicing, 400_000)).toBe(true);
  });
});

const STACKER = indexedTexts({
  name: "Rainbow Stacker",
  brand: "Osmundley",
  keywords: "stacking toys",
  categories: "Toys",
  options: "",
  skus: "HB-0101",
  description: "Beech, in rainbow colours.",
});

describe("terms", () => {
  test("contain the places of a word, each word at its weightiest", () => {
    expect(STACKER.terms).toContain("1rainbow");
    expect(STACKER.terms).toContain("2toy");
    expect(STACKER.terms).toContain("3beech");
    expect(STACKER.terms).toContain("3hb0101");
    expect(STACKER.terms).not.toContain("3rainbow");
    expect(unpackFields(packFields(STACKER.fields))).toEqual(STACKER.fields);
  });

  test("a query in an engine's syntax", () => {
    const unit = { words: ["pram"], others: [["baby", "carriage"]] };
    const syntax = { and: " AND ", or: " OR ", term: (term: string) => `"${term}"` };

    expect(
      queryText(
        unitTerms(unit, "anywhere", () => ["pramsuit"]),
        syntax,
      ),
    ).toBe(`(("2pram" OR "3pram" OR "2pramsuit") OR ("2baby" AND "2carriage"))`);
  });

  test("a word in the name weighs more than one among the keywords", () => {
    const ranking = { isPrefix: () => true, countOf: () => 10, total: 1_000 };
    const score = (word: string) =>
      scoreOf(STACKER.fields, { ...ranking, units: [{ words: [word], others: [] }] });

    expect(score("rainbow")).toBeGreaterThan(score("toy"));
    expect(score("toy")).toBeGreaterThan(score("rain"));
    expect(score("beech")).toBe(0);
  });

  test.each([
    [["rainbow"], []],
    [["toy"], []],
    [["rain"], []],
    [["stack"], []],
    [["pram"], [["rainbow", "stacker"]]],
    [["beech"], []],
  ] as const)("fields that are unpacked for %j and %j score as all fields do", (words, others) => {
    const ranking = { isPrefix: () => true, countOf: () => 10, total: 1_000, units: [{ words, others }] };
    const packed = packFields(STACKER.fields);
    const read = scoredFields([...words, ...others.flat()]);

    expect(scoreOf(read(packed), ranking)).toBe(scoreOf(unpackFields(packed), ranking));
    expect(read(packed).name).toBe(read(packed).name);
    expect(read(packed).skus).toEqual([]);
  });
});

test("the filter by characters loses no similar word", () => {
  const emails = ["a", "b", "c", "é"];
  const words = Array.from({ length: 4 ** 5 }, (_, at) =>
    at
      .toString(4)
      .padStart(5, "0")
      .replace(/\d/g, (digit) => emails[Number(digit)] ?? ""),
  ).filter((_, at) => at % 7 === 0);
  const speller = newSpeller();
  for (const word of words) learnWord(speller, word, 1);

  for (const typed of ["abcab", "éaab", "cccab", "bbébbb", "abc"]) {
    const isNear = words.some((word) => errorsBetween(typed, word, 1) <= 1);
    const [meant] = meantBy(typed, speller) ?? [];
    expect(meant === undefined ? null : errorsBetween(typed, meant, 1) <= 1).toBe(
      isNear && typed.length > 3 ? true : null,
    );
  }
});
