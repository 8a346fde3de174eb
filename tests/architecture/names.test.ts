/** One thing has one name, and it is the one of docs/glossary.md. */
import { expect, test } from "vitest";

import { homonymsIn, replacedNamesIn, wordsOf } from "#tests/support/checks/names.ts";
import { textsOfProject } from "#tests/support/checks/references.ts";

const sources = textsOfProject().filter(({ file }) => /^(?:app|scripts|tests)\/.*\.tsx?$/.test(file));
const own = sources.filter(({ file }) => /^(?:app|scripts)\//.test(file));

test("no identifier and no file has a name that the glossary replaces", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((source) => replacedNamesIn(source).map((name) => [source.file, name]))).toEqual([]);
});

test("no name is exported by two files", () => {
  expect(own.length).toBeGreaterThan(500);
  expect(homonymsIn(own)).toEqual([]);
});

test("an identifier is read word by word", () => {
  expect(wordsOf("findLetterAt")).toEqual(["find", "letter", "at"]);
  expect(wordsOf("LETTER_MAX")).toEqual(["letter", "max"]);
});

test.each([
  ["app/models/email/render.ts", "const letterWords = 1;", ["letterWords"]],
  ["app/models/order/letter.ts", "", ["app/models/order/letter.ts"]],
  ["app/models/search/rank.ts", "const letterCost = 1;", []],
  ["app/models/search/rank.ts", "const keptCost = 1;", ["keptCost"]],
  ["app/models/cart/cart.ts", 'const saving = "a letter";', []],
])("in %s, %j is caught as it should be", (file, text, names) => {
  expect(replacedNamesIn({ file, text })).toEqual(names);
});

test("two files that export one name are caught", () => {
  const twice = [
    { file: "a.ts", text: "export type Row = 1; export const loader = 1;" },
    { file: "b.ts", text: "export function Row() {} export const loader = 1;" },
  ];
  expect(homonymsIn(twice)).toEqual([["Row", "a.ts, b.ts"]]);
});
