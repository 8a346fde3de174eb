/** A page fetches a file of a typeface for the characters that `unicode-range` names: each names those that it draws. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { charactersOf } from "#tests/support/checks/font-characters.ts";

const STYLES = "app/styles";
/** Of one brand's name, in no file: another typeface of the device draws it. */
const IN_NO_FILE = ["ř"];

type Face = Readonly<{ family: string; file: string; range: string | null; isItalic: boolean }>;

const faces: ReadonlyArray<Face> = [
  ...readFileSync(join(STYLES, "tokens.css"), "utf8").matchAll(/@font-face \{(.*?)\}/gs),
].flatMap(([, rule = ""]) => {
  const value = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(rule)?.[1] ?? null;
  const file = /url\(([^)]+)\)/.exec(rule)?.[1];
  const family = value("font-family") ?? "";
  const isItalic = value("font-style") === "italic";
  return file ? [{ family, file: join(STYLES, file), range: value("unicode-range"), isItalic }] : [];
});
const cut = faces.filter(({ range }) => range !== null);
const families = [...new Set(cut.map(({ family }) => family))];

function rangeCharacters(range: string): ReadonlyArray<number> {
  return range.split(/,\s*/).flatMap((part) => {
    const [first = 0, last = first] = part
      .replace("U+", "")
      .split("-")
      .map((code) => parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Where several rules of a family have a character, the last one counts. */
function meantFor({ family, range }: Face): ReadonlyArray<number> {
  const own = cut.filter((face) => face.family === family);
  const later = own.slice(own.findIndex((face) => face.range === range) + 1);
  const taken = new Set(later.flatMap((face) => rangeCharacters(face.range ?? "")));
  return rangeCharacters(range ?? "").filter((code) => !taken.has(code));
}

const namesOf = (codes: Iterable<number>) => [...codes].map((code) => `U+${code.toString(16)}`).sort();

test("every upright typeface is cut in two, and the italic one is whole", () => {
  expect(cut.map(({ isItalic }) => isItalic)).toEqual([false, false, false, false]);
  expect(faces.filter(({ isItalic }) => isItalic)).toHaveLength(1);
});

test.each(cut)("the range of $file is what the file draws", (face) => {
  expect(namesOf(meantFor(face))).toEqual(namesOf(charactersOf(face.file)));
});

test.each(families)("%s draws every character of the shop's content", (family) => {
  const drawn = new Set(
    cut.filter((face) => face.family === family).flatMap(({ file }) => [...charactersOf(file)]),
  );
  const texts = readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:json|md)$/.test(name))
    .map((name) => readFileSync(join("content", name), "utf8"));

  expect(texts.length).toBeGreaterThan(20);
  const lacking = [...new Set(texts.join(""))].filter(
    (character) => character > " " && !drawn.has(character.codePointAt(0) ?? 0),
  );
  expect(lacking).toEqual(IN_NO_FILE);
});
