import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { explain, glossarySchema } from "#app/models/catalogue/glossary.ts";
import { boxContents, shownMetafields } from "#app/models/catalogue/metafield.ts";

const GLOSSARY = glossarySchema.parse(JSON.parse(readFileSync("content/catalogue/glossary.json", "utf8")));

const row = (label: string, value: string) => ({ label, value });

test("a term is explained at the first row that uses it, and only there", () => {
  const rows = [row("Harness", "Five-point, four heights"), row("Straps", "Five-point as well")];

  const { rows: explained, others } = explain(rows, ["A five-point harness, from birth."], GLOSSARY);

  expect(explained.map(({ explanation }) => explanation?.term)).toEqual(["Five-point harness", undefined]);
  expect(others.map(({ term }) => term)).toEqual(["Suitable from birth"]);
});

test("only whole words match, in any case and in the plural", () => {
  const terms = (text: string) => explain([], [text], GLOSSARY).others.map(({ term }) => term);

  expect(terms("ISOFIX points")).toEqual(["ISOFIX"]);
  expect(terms("two Adapters")).toEqual(["Adapter"]);
  expect(terms("offscreen, paramount")).toEqual([]);
});

test("every term is explained in a sentence or two", () => {
  for (const { term, text } of GLOSSARY) expect(text, term).toMatch(/^[A-Z].{30,260}\.$/);
});

test("the contents of the box are a list, and an internal field is not shown", () => {
  const fields = [
    { namespace: "box", key: "contents", value: "Carrycot; Hood;; Mattress " },
    { namespace: "internal", key: "supplier_cost", value: "12" },
  ];

  expect(boxContents(fields)).toEqual(["Carrycot", "Hood", "Mattress"]);
  expect(boxContents([])).toEqual([]);
  expect(shownMetafields(fields)).toEqual([]);
});
