import { expect, test } from "vitest";

import { readCsv, saysTheSame, withoutApostrophe } from "#app/models/shared/csv-import.server.ts";

const read = (text: string, most = 10) => readCsv(new TextEncoder().encode(text), most);

test("a file is read as spreadsheets of several countries save it", async () => {
  const rows = [
    { line: 2, cells: { sku: "A", "sale price": "1" }, isUneven: false },
    { line: 4, cells: { sku: "B", "sale price": "2" }, isUneven: false },
  ];
  for (const mark of [",", ";", "\t"])
    expect(await read(`\ufeffSKU${mark} Sale Price \r\nA${mark}1\r\n\r\nB${mark}2\r\n`)).toMatchObject({
      value: { headings: ["sku", "sale price"], lines: rows },
    });
});

test("a spreadsheet's own line about its delimiter is no heading", async () => {
  expect(await read("sep=;\nsku;text\nA;1,5\n")).toMatchObject({
    value: { headings: ["sku", "text"], lines: [{ line: 3, cells: { sku: "A", text: "1,5" } }] },
  });
});

test("cells over several lines keep their lines, and the next row its number", async () => {
  const file = await read('sku,text\nA,"one\r\ntwo, “so” and ""so"""\nB,x\n');

  expect(file).toMatchObject({
    value: {
      lines: [
        { line: 2, cells: { text: 'one\ntwo, “so” and "so"' } },
        { line: 4, cells: { sku: "B" } },
      ],
    },
  });
});

test("a row with more or fewer cells is marked, but not for empty cells at its end", async () => {
  const file = await read("sku,text\nA\nB,x,y\nC,x,,\n");

  expect(file.ok && file.value.lines.map(({ isUneven }) => isUneven)).toEqual([true, true, false]);
});

test.each<readonly [string, Uint8Array, unknown]>([
  ["nothing", new Uint8Array(), { code: "csv-empty" }],
  ["headings alone", Buffer.from("sku,name\n"), { code: "csv-empty" }],
  ["another character set", Buffer.from("sku\nB\xe4r", "latin1"), { code: "csv-not-text" }],
  ["a workbook", Buffer.from("PK\u0003\u0004\u0014\u0000"), { code: "csv-unusable", detail: { line: 1 } }],
  ["a quotation mark that is never closed", Buffer.from('sku,name\nA,"x\nB,y\n'), { code: "csv-broken" }],
  ["too many rows", Buffer.from("sku\nA\nB\nC\n"), { code: "csv-too-long", detail: { maximum: 2 } }],
  [
    "a heading twice",
    Buffer.from("sku,SKU\nA,B\n"),
    { code: "csv-heading-twice", detail: { heading: "sku" } },
  ],
  [
    "a row that is no table's",
    Buffer.from(`sku,name\nA${",".repeat(1_001)}\n`),
    { code: "csv-too-wide", detail: { line: 2, maximum: 1_000 } },
  ],
  [
    "commas alone, which are not read to their end",
    Buffer.from(`sku,name\n${",".repeat(4_900_000)}`),
    { code: "csv-too-wide", detail: { line: 2 } },
  ],
  ["empty lines alone", Buffer.from(`sku,name\n${"\n".repeat(4_900_000)}`), { code: "csv-too-long" }],
  ["empty rows alone", Buffer.from(`sku,name,price\n${",\n".repeat(2_400_000)}`), { code: "csv-too-long" }],
  ["a cell that is no table's", Buffer.from(`sku,name\nA,${"x".repeat(200_001)}\n`), { code: "csv-broken" }],
  ["a bell", Buffer.from("sku\nA\nB\u0007\n"), { code: "csv-unusable", detail: { line: 3 } }],
])("%s is refused", async (_, content, refusal) => {
  expect(await readCsv(content, 2)).toMatchObject({ ok: false, ...(refusal as object) });
});

test("more cells than a table has are refused", async () => {
  const content = Buffer.from(`sku,name\n${`A${",".repeat(999)}\n`.repeat(1_001)}`);

  expect(await readCsv(content, 2_000)).toMatchObject({ ok: false, code: "csv-too-large" });
});

test("a large file is read in turns, each of them short, while the shop serves others", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `SKU-${at},"${"“Plum”, ".repeat(20)}"`);
  const text = `sku,name\n${rows.join("\n")}\n`;
  let turns = 0;
  let isReading = true;
  const serveOthers = () => {
    turns += 1;
    if (isReading) setImmediate(serveOthers);
  };
  serveOthers();

  const file = await read(text, 20_000);
  isReading = false;

  expect(file.ok && file.value.lines.map(({ line, cells }) => [line, cells["sku"], cells["name"]])).toEqual(
    rows.map((_, at) => [at + 2, `SKU-${at}`, "“Plum”, ".repeat(20)]),
  );
  // One for each part of 64 KiB.
  expect(turns).toBeGreaterThan(Buffer.byteLength(text) / 65_536);
});

test("the apostrophe before what looks like a formula is no part of the text", () => {
  expect(["'=1", "'+1", "'-1", "'@x", "'\tx", "'＝1", "'plain", "''=1", "=1"].map(withoutApostrophe)).toEqual(
    [...["=1", "+1", "-1", "@x", "\tx", "＝1", "'plain", "''=1", "=1"]],
  );
  expect([saysTheSame("'=1", "=1"), saysTheSame("'=1", "'=1"), saysTheSame("1", 1)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(saysTheSame("a\nb", "a\r\nb")).toBe(true);
  expect(saysTheSame("a", "b")).toBe(false);
});
