import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { inAnswerOrder, isOfAge } from "#app/models/search/answer-order.ts";
import { applyRules, NO_RULES, searchRulesSchema, withoutWords } from "#app/models/search/search-rules.ts";

const readCatalogue = (file: string) =>
  JSON.parse(readFileSync(`content/catalogue/${file}`, "utf8")) as unknown;

const RULES = searchRulesSchema.parse(readCatalogue("search-rules.json"));

test("without rules the words stay as they were typed", () => {
  const ruled = applyRules("HB-0101 3-in-1 green car seat", NO_RULES);

  expect(ruled).toMatchObject({
    words: "HB-0101 3-in-1 green car seat",
    colour: null,
    age: null,
    notice: null,
  });
});

test.each([
  ["present", "gift"],
  ["birthday presents", "gift"],
  ["birthday present", "gift"],
  ["first birthday present", "first birthday gift"],
])("%s is searched for as %s", (typed, words) => {
  expect(applyRules(typed, RULES).words).toBe(words);
});

test.each([
  ["toys for toddlers", 12],
  ["gift for a toddler", 12],
  ["toddler bed", null],
  ["bed for a toddler", null],
])("the age in %s is %s months", (typed, months) => {
  expect(applyRules(typed, RULES).age?.months ?? null).toBe(months);
});

test.each([
  ["car seat", "We do not sell car seats"],
  ["baby car seats for a newborn", "We do not sell car seats"],
  ["car seat adapter", null],
  ["pushchair with car seat", null],
  ["cot with mattress", null],
  ["nappy changer", null],
])("the note for %s is %s", (typed, title) => {
  expect(applyRules(typed, RULES).notice?.title ?? null).toBe(title);
});

test("words about a car are taken out and the rest is searched", () => {
  const ruled = applyRules("travel system ford fiesta", RULES);

  expect(ruled).toMatchObject({ words: "travel system", products: null });
  expect(ruled.notice?.title).toBe("We do not keep a list of cars");
});

test("prams for dolls stand apart from prams, and not from other toys; parts do unless one is named", () => {
  const headings = (typed: string) => applyRules(typed, RULES).apart.map(({ heading }) => heading);

  expect(headings("pram")).toContain("Prams for dolls");
  expect(headings("wooden toys")).not.toContain("Prams for dolls");
  expect(headings("dolls pram")).not.toContain("Prams for dolls");
  expect(headings("pushchair")).toContain("Parts for one you have");
  expect(headings("pushchair adapters")).not.toContain("Parts for one you have");
});

test("a colour is taken out of the words with its keys", () => {
  expect(applyRules("green pushchair", RULES)).toMatchObject({
    words: "pushchair",
    colour: { name: "green", keys: ["sage", "forest", "olive"] },
  });
  expect(withoutWords("a Green pushchair", ["green"])).toBe("a pushchair");
});

test.each([
  ["crème cot", { colours: { Crème: ["cream"] } }, "cot"],
  ["a Purples cot", { colours: { Purples: ["plum"] } }, "a cot"],
  ["emerald cot", { colours: { green: ["sage"] }, same_words: { emerald: "green" } }, "cot"],
  ["green emerald cot", { colours: { green: ["sage"] }, same_words: { emerald: "green" } }, "cot"],
  ["Mint Green cot", { colours: { green: ["sage"] }, same_words: { "mint green": "green" } }, "cot"],
])("without its colour %s is the rest of what was typed", (typed, rules, rest) => {
  const { colour } = applyRules(typed, { ...NO_RULES, ...rules });

  expect(withoutWords(typed, colour?.typed ?? [])).toBe(rest);
});

test("without its age a search is the rest of what was typed, whatever the word was", () => {
  const rules = {
    ...NO_RULES,
    ages: [{ words: ["toddler"], months: 12 }],
    kinds: [{ words: ["toy"], categories: ["wooden-toys"] }],
    same_words: { tots: "toddler" },
  };
  const { age } = applyRules("toys for tots", rules);

  expect(age?.months).toBe(12);
  expect(withoutWords("toys for tots", age?.typed ?? [])).toBe("toys for");
});

test("the rules of the demo catalogue name products and categories that exist", () => {
  const products = readCatalogue("products.json") as ReadonlyArray<Readonly<{ slug: string }>>;
  const categories = readCatalogue("categories.json") as ReadonlyArray<Readonly<{ path: string }>>;
  const slugs = products.map(({ slug }) => slug);
  const paths = categories.map(({ path }) => path);

  const named = [...RULES.apart, ...RULES.kinds].flatMap((rule) => rule.categories);
  const linked = RULES.notices.flatMap(({ link, also }) =>
    [link, also].flatMap((one) => (one?.path.startsWith("/c/") ? [one.path.slice("/c/".length)] : [])),
  );
  expect(slugs).toEqual(expect.arrayContaining(RULES.notices.flatMap((notice) => notice.products)));
  expect(paths).toEqual(expect.arrayContaining([...named, ...linked]));
});

test("the colour counts before the name, and the name before the age", () => {
  const other = { colourPlace: 0, isNamed: false, isOfAge: false, isOfCategory: false, isOfKind: false };
  const marks = [
    { ...other, colourPlace: 1, isNamed: true },
    { ...other, isOfAge: true },
    { ...other, isNamed: true },
  ];

  expect(inAnswerOrder([0, 1, 2], (at) => marks[at] ?? other)).toEqual([2, 1, 0]);
});

test("a toy is of an age from a quarter of it on", () => {
  expect(isOfAge(6, 24)).toBe(true);
  expect(isOfAge(6, 25)).toBe(false);
  expect(isOfAge(0, 0)).toBe(true);
});
