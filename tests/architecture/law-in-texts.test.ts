/** Numbers of laws are for the terms and the pages about cancelling: elsewhere a shopper reads what may be done. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";
import { expect, test } from "vitest";

/** Of the law of contracts; standards for the safety of toys and furniture are facts about them. */
const LAW =
  /\b(?:regulations? \d{1,3}\b|Consumer Contracts|2011\/83|S\.?I\.? \d{4}\/\d+|\d{4} No\.? \d+|Articles? \d+\b)/i;

const files = (folder: string, ends: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ends.test(name))
    .map((name) => join(folder, name));

/** The texts of a source file, without its comments. */
function textsOf(file: string): ReadonlyArray<string> {
  const texts: Array<string> = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));
  return texts;
}

/** Every text of a JSON file, but for the notes on where a rule comes from. */
function jsonTexts(value: unknown, key = ""): ReadonlyArray<string> {
  if (typeof value === "string") return /source$/.test(key) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => jsonTexts(item, name));
}

const ABOUT_CANCELLING = ["terms.md", "returns-and-cancellation.md", "right-of-withdrawal.md"];

test("no text of the shop's code or catalogue names a regulation", () => {
  const code = files("app", /\.tsx?$/).flatMap((file) => textsOf(file).map((text) => [file, text] as const));
  const catalogue = files("content", /\.json$/).flatMap((file) =>
    jsonTexts(JSON.parse(readFileSync(file, "utf8"))).map((text) => [file, text] as const),
  );
  const named = [...code, ...catalogue].filter(([, text]) => LAW.test(text));

  expect(code.length).toBeGreaterThan(10_000);
  expect(named).toEqual([]);
});

test("no page but the terms and those about cancelling names a regulation", () => {
  const pages = files("content", /\.md$/).filter((file) => LAW.test(readFileSync(file, "utf8")));

  expect(pages).toContain(join("content", "information", "terms.md"));
  expect(pages.filter((file) => !ABOUT_CANCELLING.some((name) => file.endsWith(name)))).toEqual([]);
});

test.each(["regulation 28(1)(b)", "Directive 2011/83/EU", "Consumer Contracts Regulations", "SI 2013/3134"])(
  "%s is found",
  (text) => expect(LAW.test(`That is ${text}.`)).toBe(true),
);
