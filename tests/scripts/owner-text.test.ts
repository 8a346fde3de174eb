/** What the owner's commands write: tables, progress, CSV. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { columns } from "#scripts/shop/command.ts";
import { writeCsv } from "#scripts/shop/csv-file.ts";
import { newProgress, progressLine } from "#scripts/shop/progress.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

test("a table has columns as wide as needed, and escapes terminal control characters", () => {
  const table = columns(
    ["name", "count"],
    [
      ["Ida", 7],
      ["\u001b[2JEve\n", 1_000],
    ],
  );

  expect(table.split("\n")).toEqual(["name      count", "Ida       7", " [2JEve   1000"]);
});

test("progress shows share, rate and remaining time", () => {
  const text = (done: number, total: number, elapsedMs: number) =>
    progressLine({ what: "rows", done, total, elapsedMs });

  expect(text(50, 200, 5_000)).toBe(" 25 %  50 of 200 rows  10 a second  15 s left");
  expect(text(1, 7_201, 1_000)).toBe("  0 %  1 of 7201 rows  1.0 a second  2 h 0 min left");
  expect(text(200, 200, 5_000)).toBe("100 %  200 of 200 rows  40 a second");
  expect(text(0, 0, 0)).toBe("100 %  0 of 0 rows");
});

test("progress is one line a second on a terminal or on request, and nothing otherwise", () => {
  const run = (to: { isTTY?: boolean }, isRequested: boolean) => {
    const written: Array<string> = [];
    let now = 0;
    const progress = newProgress({
      what: "rows",
      isRequested,
      to: { ...to, write: (text) => written.push(text) },
      now: () => now,
    });
    for (let done = 1; done <= 30; done += 1) {
      now += 100;
      progress.at(done, 30);
    }
    return written;
  };

  expect(run({}, false)).toEqual([]);
  expect(run({}, true).map((line) => line.slice(0, 5))).toEqual([" 33 %", " 66 %", "100 %"]);
  expect(run({ isTTY: true }, false).at(0)).toMatch(/^\r/);
  expect(run({ isTTY: true }, false).at(-1)).toMatch(/100 %.*\n$/);
});

let folder = "";
beforeEach(() => {
  folder = newFolder();
});

const writeTo = (name: string, table: Parameters<typeof writeCsv>[1]) =>
  writeCsv(join(folder, name), table, () => undefined);

/** What is written in front of a cell that a spreadsheet would take for a formula. */
const FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1", "＠x"];
const PLAIN = ['a","=b', "a\n=b;c", "plain", -5];

test("no cell of a CSV file is read as a formula, a new cell or a new row", async () => {
  const cells = [...FORMULAS, ...PLAIN];

  const count = await writeTo("file.csv", { columns: ["what"], batches: batches(cells) });

  const text = readFileSync(join(folder, "file.csv"), "utf8");
  expect(count).toBe(cells.length);
  expect(text.startsWith('\ufeff"what"\r\n')).toBe(true);
  expect(rowsOf(text.slice(1))).toEqual([
    "what",
    ...FORMULAS.map((cell) => `'${cell}`),
    ...PLAIN.map(String),
  ]);
  expect(statSync(join(folder, "file.csv")).mode & 0o077).toBe(0);
});

test("an export that breaks off leaves no file behind", async () => {
  const broken = async function* () {
    yield [{ what: "first" }];
    throw new Error("the database is away");
  };

  await expect(writeTo("file.csv", { columns: ["what"], batches: broken() })).rejects.toThrow("away");

  expect(readdirSync(folder)).toEqual([]);
});

test("an export without rows has its headings", async () => {
  expect(await writeTo("file.csv", { columns: ["one", "two"], batches: batches([]) })).toBe(0);

  expect(readFileSync(join(folder, "file.csv"), "utf8")).toBe('\ufeff"one","two"\r\n');
});

async function* batches(cells: ReadonlyArray<string | number>) {
  for (const what of cells) yield [{ what }];
}

/** The one column of a quoted CSV text (RFC 4180), row by row. */
function rowsOf(text: string): Array<string> {
  return [...text.matchAll(/"((?:[^"]|"")*)"\r\n/g)].map(([, cell = ""]) => cell.replaceAll('""', '"'));
}
