/** One thing has one name, and it is the one of docs/glossary.md. */
import { expect, test } from "vitest";

import { homonymsIn, replacedNamesIn, wordsOf } from "#tests/support/checks/names.ts";
import { textsOfProject } from "#tests/support/checks/references.ts";

const sources = textsOfProject().filter(({ file }) => /^(?:app|scripts|tests)\/.*\.tsx?$/.test(file));
/** Every file is parsed, a few seconds of processor time. */
const LONG = 600_000;
const own = sources.filter(({ file }) => /^(?:app|scripts)\//.test(file));

test(
  "no identifier and no file has a name that the glossary replaces",
  () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.flatMap((source) => replacedNamesIn(source).map((name) => [source.file, name]))).toEqual(
      [],
    );
  },
  LONG,
);

test(
  "no name is exported by two files",
  () => {
    expect(own.length).toBeGreaterThan(500);
    // Those of app/path-builders.ts are read as `paths.cart()`; a migration is found by its file.
    const named = own.filter(
      ({ file }) => file !== "app/path-builders.ts" && !/^app\/db\/migrations\/\d/.test(file),
    );
    expect(homonymsIn(named)).toEqual([]);
  },
  LONG,
);

test("wordsOf splits an identifier into its words", () => {
  expect(wordsOf("findLetterAt")).toEqual(["find", "letter", "at"]);
  expect(wordsOf("LETTER_MAX")).toEqual(["letter", "max"]);
});

test.each([
  ["app/models/email/render.ts", "const letterWords = 1;", ["letterWords"]],
  ["app/models/order/letter.ts", "", ["app/models/order/letter.ts"]],
  ["app/models/search/rank.ts", "const letterCost = 1;", []],
  ["app/models/search/rank.ts", "const keptCost = 1;", ["keptCost"]],
  ["app/models/cart/cart.ts", 'const saving = "a letter";', []],
])("in %s, replacedNamesIn finds in %j the expected names", (file, text, names) => {
  expect(replacedNamesIn({ file, text })).toEqual(names);
});

test("homonymsIn finds a name that two files export", () => {
  const twice = [
    { file: "a.ts", text: "export type Row = 1; export const loader = 1;" },
    { file: "b.ts", text: "export function Row() {} export const loader = 1;" },
  ];
  expect(homonymsIn(twice)).toEqual([["Row", "a.ts, b.ts"]]);
});
