import { describe, expect, test } from "vitest";

import { markedParts } from "#app/components/layout/search-suggestions.tsx";
import { nextState } from "#app/hooks/use-combobox.ts";
import { filterText, hasSubject, readIntent } from "#app/models/search/query-parser.ts";
import { errorsBetween, learnWord, meantBy, newSpeller } from "#app/models/search/spelling.ts";
import { tidyQuery } from "#app/models/search/search.ts";
import { phraseBook, phrasesFor } from "#app/models/search/phrases.ts";

const BRITISH = { currency: "GBP", locale: "en-GB" };
const pounds = (minor: number) => `£${minor / 100}`;

describe("ages and prices in a search", () => {
  test.each([
    ["gift for 2 year old under 30", "gift", ["2 years old", "Up to £30"]],
    ["toys for 18 months", "toys", ["18 months old"]],
    ["pram from birth", "pram", ["From birth"]],
    ["two-year-old", "", ["2 years old"]],
    ["presents 3-5 years", "presents", ["3 years old"]],
    ["aged 3-5 train", "train", ["3 years old"]],
    ["toys for under 3s", "toys", ["Under 3 years"]],
    ["£20-40", "", ["£20 to £40"]],
    ["puzzle £40 to £20", "puzzle", ["£20 to £40"]],
    ["between 20 and 40 pounds", "", ["£20 to £40"]],
    ["pram over 800", "pram", ["From £800"]],
    ["cars under £9.99", "cars", ["Up to £9.99"]],
    ["£30 gift", "gift", ["Up to £30"]],
    ["toys under 36 months", "toys", ["Under 3 years"]],
    ["toys for under 18 months", "toys", ["Under 18 months"]],
    ["toys below a 1 year old", "toys", ["Under 1 year"]],
    ["toys less than 3 years", "toys", ["Under 3 years"]],
    ["toys younger than 12 mos", "toys", ["Under 1 year"]],
    ["toys up to 2 years", "toys", ["Under 2 years"]],
    ["toys under the age of 3", "toys", ["Under 3 years"]],
    ["toys under age 3", "toys", ["Under 3 years"]],
    ["toys 3 years and under", "toys", ["Under 3 years"]],
    ["35 months", "", ["35 months old"]],
    ["toys over 3 years", "toys", ["3 years old"]],
    ["toys for over 3s", "toys", ["3 years old"]],
    ["toys above 18 months", "toys", ["18 months old"]],
    ["toys from 3 years", "toys", ["3 years old"]],
    ["toys at least 3 years old", "toys", ["3 years old"]],
    ["toys 3 years and up", "toys", ["3 years old"]],
    ["toys 6 months to 3 years", "toys", ["6 months old"]],
    ["toys 18 months - 3 years", "toys", ["18 months old"]],
    ["12m to 3y", "", ["1 year old"]],
    ["toys from 6 months up to 3 years", "toys", ["6 months old"]],
    ["toys between 2 years and 4 years", "toys", ["2 years old"]],
    ["toys 3 years to 18 months", "toys", ["18 months old"]],
    ["toys from birth to 3 years", "toys", ["From birth"]],
    ["toys 5-3 years", "toys", ["3 years old"]],
    ["gift for a 2 year old and a 4 year old", "gift", ["2 years old"]],
    ["3/4 year olds", "", ["3 years old"]],
    ["2 or 3 years", "", ["2 years old"]],
    ["ages 5-3", "", ["3 years old"]],
    ["1 year 6 months", "", ["18 months old"]],
    ["2 years and 6 months old", "", ["30 months old"]],
    ["toys under 12 months to 3 years", "toys", ["Under 1 year"]],
    ["toys under 2 to 3 years", "toys", ["Under 2 years"]],
    ["1.5 year old", "", ["18 months old"]],
    ["1,5 year old", "", ["18 months old"]],
    ["1 1/2 year old", "", ["18 months old"]],
    ["2-1/2 year old", "", ["30 months old"]],
    ["toys for 2½ years", "toys", ["30 months old"]],
    ["toys for 2 ½ years", "toys", ["30 months old"]],
    ["½ year old", "", ["6 months old"]],
    ["10½ years", "", ["126 months old"]],
    ["two and a half year old", "", ["30 months old"]],
    ["1.5 months", "", ["1 month old"]],
    ["under 2 1/2 years", "", ["Under 30 months"]],
    ["gift under 30 for under 3 years", "gift", ["Under 3 years", "Up to £30"]],
    ["gift under £20 - 3 year old", "gift", ["3 years old", "Up to £20"]],
    ["gift under £10 - 3 year old", "gift", ["3 years old", "Up to £10"]],
    ["gift under £ 10 and a 3 year old", "gift", ["3 years old", "Up to £10"]],
    ["gift over £10 - 3 year old", "gift", ["3 years old", "From £10"]],
    ["gift under 30 and a 2 year old", "gift", ["2 years old", "Up to £30"]],
    ["gift under 30 and 2 year old", "gift", ["2 years old", "Up to £30"]],
    ["gift under 10 and a 3 year old", "gift", ["3 years old", "Up to £10"]],
    ["gift over 20 and a 3 year old", "gift", ["3 years old", "From £20"]],
    ["gift for 3 year old and under £30", "gift", ["3 years old", "Up to £30"]],
    ["gift for 3 year old and up to 30", "gift", ["3 years old", "Up to £30"]],
    ["gift for 3 year old and over £30", "gift", ["3 years old", "From £30"]],
    ["gift aged 3 and under £30", "gift", ["3 years old", "Up to £30"]],
    ["gift aged 3 and over 30", "gift", ["3 years old", "From £30"]],
    ["game 4-99 years", "game", ["4 years old"]],
    ["toys 3 years and up to 5 years", "toys", ["3 years old"]],
    ["puzzle 3 years and up 100 pieces", "puzzle 100 pieces", ["3 years old"]],
    ["toys aged under 3", "toys", ["Under 3 years"]],
    ["toys ages under 3", "toys", ["Under 3 years"]],
    ["toys for ages up to 3", "toys", ["Under 3 years"]],
    ["toys aged under 18 months", "toys", ["Under 18 months"]],
    ["toys aged under 3s", "toys", ["Under 3 years"]],
    ["toys under the age of 2 to 3 years", "toys", ["Under 2 years"]],
    ["toys aged over 3", "toys", ["3 years old"]],
    ["toys aged over 3 years", "toys", ["3 years old"]],
    ["toys aged at least 3", "toys", ["3 years old"]],
    ["toys over the age of 3", "toys", ["3 years old"]],
    ["toys from age 3", "toys", ["3 years old"]],
    ["toys aged between 3 and 5", "toys", ["3 years old"]],
    ["toys aged between 3 and 5 years", "toys", ["3 years old"]],
    ["toys between the ages of 3 and 5", "toys", ["3 years old"]],
    ["toys ages 3 and up", "toys", ["3 years old"]],
    ["toys aged 3 and over", "toys", ["3 years old"]],
    ["toys ages 3 plus", "toys", ["3 years old"]],
    ["toys aged 3 and under", "toys", ["Under 3 years"]],
    ["toys ages 3 or younger", "toys", ["Under 3 years"]],
  ])("%s", (query, words, texts) => {
    const intent = readIntent(tidyQuery(query), BRITISH);

    expect(intent.words).toBe(words);
    expect(intent.filters.map(({ filter }) => filterText(filter, pounds))).toEqual(texts);
  });

  test.each([
    "pushchair under 10kg",
    "cot 120x60",
    "2-in-1 travel system",
    "HB-0101",
    "scale 1:12",
    "figure of 8",
    "1 1/0 year old",
    "12.345 years",
    "tent under 40 years",
  ])("%s contains neither", (query) =>
    expect(readIntent(query, BRITISH)).toEqual({ words: query, filters: [] }),
  );

  test.each([
    ["gift for 2 year old under 30", ["gift under 30", "gift for 2 year old"]],
    // The dash goes with either.
    ["gift under £20 - 3 year old", ["gift under £20", "gift 3 year old"]],
  ])("of %j can be removed one by one", (query, without) => {
    expect(readIntent(query, BRITISH).filters.map((filter) => filter.without)).toEqual(without);
  });

  test("stop words alone find nothing", () => {
    expect(hasSubject("toys for my")).toBe(false);
    expect(hasSubject("toys for bath")).toBe(true);
  });
});

describe("typing errors", () => {
  test.each([
    ["horse", "hrse", 1],
    ["pushchair", "pushchiar", 1],
    ["rainbow", "rainbow", 0],
    ["cot", "cotbed", 3],
  ])("%s and %s have a distance of %i", (a, b, errors) => {
    expect(errorsBetween(a, b, 2)).toBe(errors);
  });

  test("are corrected to the nearest word, then to one with the same first character, then to the most frequent", () => {
    const known = newSpeller();
    for (const [at, word] of ["horse", "house", "morse", "hurse"].entries()) learnWord(known, word, at + 1);

    expect(learnWord(known, "hurse", 0)).toBe(false);
    expect(meantBy("hrse", known)).toEqual(["horse"]);
    expect(meantBy("horsehouse", known)).toEqual(["horse", "house"]);
    expect(meantBy("zzzzzz", known)).toBeNull();
    expect(meantBy("hb12", known)).toBeNull();
    expect(meantBy("horsehurse", known)).toBeNull();
  });
});

test("suggestions that begin with the typed text come first, then the most frequent", () => {
  const book = phraseBook(["twin pram", "pram", "pram", "Pram set", "dolls pram"]);

  expect(phrasesFor(book, "pra", 3)).toEqual(["pram", "pram set", "twin pram"]);
  expect(phrasesFor(book, "doll pr", 3)).toEqual(["dolls pram"]);
  expect(phrasesFor(book, "p", 3)).toEqual([]);
});

test("the typed text is highlighted at the start of words", () => {
  expect(markedParts("Dolls' Pram", "pra")).toEqual([
    { part: "Dolls", isTyped: false },
    { part: "' ", isTyped: false },
    { part: "Pra", isTyped: true },
    { part: "m", isTyped: false },
  ]);
  const parts = markedParts("a.b*c", ".*").map(({ part }) => part);
  expect(parts.join("")).toBe("a.b*c");
});

describe("keys in the search field", () => {
  const open = { isOpen: true, active: -1, count: 3 };

  test.each([
    ["ArrowDown", open, { isEnabled: true, active: 0 }],
    ["ArrowDown", { ...open, active: 2 }, { isEnabled: true, active: -1 }],
    ["ArrowUp", open, { isEnabled: true, active: 2 }],
    ["ArrowUp", { ...open, active: 0 }, { isEnabled: true, active: -1 }],
    ["ArrowDown", { ...open, count: 0 }, null],
    ["Enter", open, null],
    ["Enter", { ...open, active: 1 }, "follow"],
    ["Escape", open, { isEnabled: false, active: -1 }],
    ["Escape", { ...open, isOpen: false }, null],
    ["Home", { ...open, active: 1 }, { isEnabled: true, active: -1 }],
    ["x", open, null],
    ["constructor", open, null],
  ])("%s with %o", (key, now, next) => {
    expect(nextState(key, now)).toEqual(next);
  });
});
