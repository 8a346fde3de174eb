/** The table of OWASP ASVS 5.0, docs/asvs.csv: whole, in order, honest about what is missing, and true to the files. */
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const COLUMNS = ["id", "level", "requirement", "result", "evidence", "note"] as const;
const RESULTS = ["pass", "fail", "not applicable"];

/** Every requirement of level 1: chapter and section, and their numbers in it. */
const LEVEL_1: Readonly<Record<string, ReadonlyArray<number>>> = {
  "1.2": [1, 2, 3, 4, 5],
  "1.3": [1, 2],
  "1.5": [1],
  "2.1": [1],
  "2.2": [1, 2],
  "2.3": [1],
  "3.2": [1, 2],
  "3.3": [1],
  "3.4": [1, 2],
  "3.5": [1, 2, 3],
  "4.1": [1],
  "4.4": [1],
  "5.2": [1, 2],
  "5.3": [1, 2],
  "6.1": [1],
  "6.2": [1, 2, 3, 4, 5, 6, 7, 8],
  "6.3": [1, 2],
  "6.4": [1, 2],
  "7.2": [1, 2, 3, 4],
  "7.4": [1, 2],
  "8.1": [1],
  "8.2": [1, 2],
  "8.3": [1],
  "9.1": [1, 2, 3],
  "9.2": [1],
  "10.4": [1, 2, 3, 4, 5],
  "11.3": [1, 2],
  "11.4": [1],
  "12.1": [1],
  "12.2": [1, 2],
  "13.4": [1],
  "14.2": [1],
  "14.3": [1],
  "15.1": [1],
  "15.2": [1],
  "15.3": [1],
};

/** Of level 2 the chapters that the shop holds itself to, with the number of their requirements. */
const LEVEL_2: Readonly<Record<string, number>> = {
  "1": 19,
  "2": 7,
  "3": 11,
  "4": 8,
  "5": 5,
  "6": 22,
  "7": 12,
  "8": 3,
  "13": 12,
  "14": 7,
  "15": 10,
  "16": 16,
};

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

const [head = [], ...lines] = readCsv(readFileSync("docs/asvs.csv", "utf8"));
const rows = lines.map(
  (cells) => Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at] ?? ""])) as Row,
);
const idsOf = (found: ReadonlyArray<Row>) => found.map(({ id }) => id);

test("the table has the expected columns, and every row fills all of them", () => {
  expect(head).toEqual(COLUMNS);
  expect(lines.filter((cells) => cells.length !== COLUMNS.length)).toEqual([]);
  expect(idsOf(rows.filter(({ requirement }) => requirement === ""))).toEqual([]);
});

test("requirement ids are unique and in order", () => {
  const ids = idsOf(rows);

  expect(ids.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([]);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
});

test("every requirement of level 1 is there, and of level 2 as many as each chapter has", () => {
  const expected = Object.entries(LEVEL_1).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  const ofLevel2 = rows.filter(({ level }) => level === "2").map(({ id }) => id.split(".")[0] ?? "");

  expect(expected).toHaveLength(70);
  expect(idsOf(rows.filter(({ level }) => level === "1"))).toEqual(expected);
  expect(
    Object.fromEntries(Object.keys(LEVEL_2).map((chapter) => [chapter, count(ofLevel2, chapter)])),
  ).toEqual(LEVEL_2);
  expect(rows).toHaveLength(expected.length + ofLevel2.length);
});

test("every result is pass, fail or not applicable, no level 1 requirement fails, and every result but a pass has a reason", () => {
  expect(idsOf(rows.filter(({ result }) => !RESULTS.includes(result)))).toEqual([]);
  expect(idsOf(rows.filter(({ level, result }) => level === "1" && result === "fail"))).toEqual([]);
  expect(idsOf(rows.filter(({ result, note }) => result !== "pass" && note === ""))).toEqual([]);
});

test("every pass has evidence, and every path it names exists", () => {
  const named = rows.flatMap(({ id, evidence }) => pathsIn(evidence).map((path) => ({ id, path })));

  expect(idsOf(rows.filter(({ result, evidence }) => result === "pass" && evidence === ""))).toEqual([]);
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});

test("what passes in the chapters on input, interfaces and files is shown by a test", () => {
  const claims = rows.filter(
    ({ id, level, result }) => /^[145]\./.test(id) && level === "2" && result === "pass",
  );

  expect(claims.length).toBeGreaterThan(15);
  expect(
    idsOf(claims.filter(({ evidence }) => !pathsIn(evidence).some((path) => path.startsWith("tests/")))),
  ).toEqual([]);
});

/** What is absent, written down, or seen in one line of code: a test would repeat it. */
const READ_NOT_TESTED = [
  "2.1.2",
  "2.1.3",
  "3.4.2",
  "6.1.3",
  "6.2.10",
  "6.4.2",
  "6.5.4",
  "7.1.1",
  "7.4.4",
].concat("12.1.1", "13.1.1", "15.1.1", "15.1.3");
const READ_NOT_TESTED_AT_DESK = ["6.2.6", "6.2.10", "6.4.2", "6.5.3", "6.5.4", "7.1.2", "7.2.2", "7.2.3"];

test("every other claim names the test that shows it, and no claim that a test shows is excused", () => {
  const untested = rows.filter(({ result, evidence }) => result === "pass" && !namesTest(evidence));
  const untestedAtDesk = deskRows.filter(
    ([, , , result = "", , files = ""]) => ["met", "in part"].includes(result) && !namesTest(files),
  );

  expect(idsOf(untested)).toEqual(READ_NOT_TESTED);
  expect(untestedAtDesk.map(([, id]) => id)).toEqual(READ_NOT_TESTED_AT_DESK);
});

const DESK_CHAPTERS = ["6", "7", "8"];
const DESK_RESULTS = ["met", "in part", "not met", "none"];
/** Cells of the tables of docs/desk-security.md whose first is the number of a requirement. */
const deskRows = readFileSync("docs/desk-security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the desk's own table has every requirement of its chapters, and every file that it names exists", () => {
  const expected = idsOf(rows).filter((id) => DESK_CHAPTERS.includes(id.split(".")[0] ?? ""));
  const named = deskRows.flatMap(([, id, , , , files = ""]) =>
    [...files.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => ({ id, path })),
  );

  expect(deskRows.map(([, id]) => id)).toEqual(expected);
  expect(deskRows.filter(([, , , result = ""]) => !DESK_RESULTS.includes(result))).toEqual([]);
  expect(deskRows.filter(([, , , result, how]) => result !== "met" && how === "")).toEqual([]);
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
  const shown = new Set(named.map(({ id }) => id));
  expect(deskRows.filter(([, id, , result]) => result !== "none" && !shown.has(id))).toEqual([]);
});

function namesTest(evidence: string): boolean {
  return /\btests\/[\w/.-]+\.test\.tsx?\b/.test(evidence);
}

function count(texts: ReadonlyArray<string>, requested: string): number {
  return texts.filter((text) => text === requested).length;
}

function pathsIn(evidence: string): ReadonlyArray<string> {
  return evidence.split(/[\s;]+/).filter(Boolean);
}

/** The rows of `text` by RFC 4180: cells in quotes may hold commas and line ends, and quotes that are doubled. */
function readCsv(text: string): Array<Array<string>> {
  const found: Array<Array<string>> = [];
  let row: Array<string> = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") found.push(row);
    row = [];
  }
  return found;
}
