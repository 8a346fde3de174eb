import { Readable } from "node:stream";

import { parse } from "csv-parse";

import { yieldLonger } from "#app/event-loop-fairness.server.ts";

import { ok, type Refusal, refused, type Result } from "./result.ts";

export type CsvLine = Readonly<{
  line: number;
  cells: Readonly<Record<string, string>>;
  isUneven: boolean;
}>;

export type CsvFile = Readonly<{ headings: ReadonlyArray<string>; lines: ReadonlyArray<CsvLine> }>;

export type CsvRefusal =
  | ("csv-empty" | "csv-not-text" | "csv-broken" | "csv-unusable" | "csv-heading-twice")
  | ("csv-too-long" | "csv-too-wide" | "csv-too-large");

/** Reads it in turns, so that the shop serves others meanwhile. */
export async function readCsv(content: Uint8Array, maxLines: number): Promise<Result<CsvFile, CsvRefusal>> {
  const text = utf8Text(content);
  if (text === null) return refused("csv-not-text");
  const hidden = text.search(HIDDEN);
  if (hidden !== -1) return refused("csv-unusable", { line: lineAt(text, hidden) });
  const read = await recordsOf(text, maxLines);
  if (!read.ok) return read;
  const { headings, lines } = read.value;
  if (!headings) return refused("csv-empty");
  const twice = headings.find((heading, at) => heading !== "" && headings.indexOf(heading) !== at);
  if (twice !== undefined) return refused("csv-heading-twice", { heading: twice });
  if (lines.length === 0) return refused("csv-empty");
  return ok({ headings, lines });
}

/** Of one row, of all, and characters of the longest row: what has more is no table, and is not read on. */
const COLUMNS_MAX = 1_000;
const CELLS_MAX = 1_000_000;
const ROW_CHARACTERS_MAX = 200_000;
/** Rows without a text, such as spreadsheets write below a table; the parser works longer for each than for a full one. */
const EMPTY_ROWS_MAX = 20_000;

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd\ufffe\uffff]/;

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function utf8Text(content: Uint8Array): string | null {
  try {
    return plain(new TextDecoder("utf-8", { fatal: true }).decode(content)).normalize("NFC");
  } catch {
    return null;
  }
}

type Table = Readonly<{ headings: ReadonlyArray<string> | null; lines: ReadonlyArray<CsvLine> }>;
type Parsed = Readonly<{ record: ReadonlyArray<string>; info: Readonly<{ lines: number }> }>;

async function recordsOf(text: string, maxLines: number): Promise<Result<Table, CsvRefusal>> {
  const { table, above, delimiter } = tableIn(text);
  const wide = tooWideLine(table, delimiter);
  if (wide !== null) return refused("csv-too-wide", { line: wide + above, maximum: COLUMNS_MAX });
  const parser = parse({
    delimiter,
    relax_column_count: true,
    max_record_size: ROW_CHARACTERS_MAX,
    info: true,
  });
  let headings: ReadonlyArray<string> | null = null;
  const lines: Array<CsvLine> = [];
  let line = 1 + above;
  let cells = 0;
  let emptyRows = 0;
  try {
    for await (const { record, info } of Readable.from(partsOf(table)).pipe(
      parser,
    ) as AsyncIterable<Parsed>) {
      const isEmpty = record.every((cell) => cell.trim() === "");
      cells += record.length;
      emptyRows += Number(isEmpty);
      if (record.length > COLUMNS_MAX) return refused("csv-too-wide", { line, maximum: COLUMNS_MAX });
      if (cells > CELLS_MAX) return refused("csv-too-large");
      if (!isEmpty && headings) lines.push(lineOf(record, line, headings));
      else if (!isEmpty) headings = record.map((heading) => heading.trim().toLowerCase());
      line = info.lines + 1 + above;
      if (hasTooMany({ rows: lines.length, emptyRows }, maxLines))
        return refused("csv-too-long", { maximum: maxLines });
    }
    return ok({ headings, lines });
  } catch (error) {
    return broken(error);
  }
}

function hasTooMany(
  { rows, emptyRows }: Readonly<{ rows: number; emptyRows: number }>,
  maxLines: number,
): boolean {
  return rows > maxLines || emptyRows > EMPTY_ROWS_MAX;
}

/** Without the hint above it, which is a line of its own. */
function tableIn(text: string) {
  const [hint = "", named] = DELIMITER_HINT.exec(text) ?? [];
  const table = text.slice(hint.length);
  return { table, above: hint === "" ? 0 : 1, delimiter: named ?? delimiterOf(table) };
}

/** Delimiters of a line that is not read at all: those within quotation marks are none, and no cell has so many. */
const LINE_DELIMITERS_MAX = 50_000;

/** The number of the first; null: none. */
function tooWideLine(table: string, delimiter: string): number | null {
  let [line, count] = [1, 0];
  for (const character of table) {
    if (character === "\n") [line, count] = [line + 1, 0];
    else if (character === delimiter) count += 1;
    if (count > LINE_DELIMITERS_MAX) return line;
  }
  return null;
}

/** What is parsed before the shop serves others: at most so many bytes, and so many lines. */
const PART_BYTES = 64 * 1024;
const PART_LINES = 500;
const LINE_FEED = 10;

async function* partsOf(table: string) {
  const bytes = Buffer.from(table);
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = endOfPart(bytes, start);
    await yieldLonger();
    yield bytes.subarray(start, end);
  }
}

function endOfPart(bytes: Buffer, start: number): number {
  const most = Math.min(start + PART_BYTES, bytes.length);
  let end = start;
  for (let lines = 0; lines < PART_LINES && end < most; lines += 1)
    end = bytes.indexOf(LINE_FEED, end) + 1 || most;
  return Math.min(end, most);
}

/** The line that some spreadsheets write above the headings, for themselves: "sep=;". */
const DELIMITER_HINT = /^sep=([,;\t])\n/i;

function broken(error: unknown): Refusal<"csv-broken"> {
  const line = (error as Readonly<{ lines?: unknown }>).lines;
  if (typeof line !== "number") throw error;
  return refused("csv-broken", { line });
}

/** The most frequent one in the row of headings: spreadsheets of some countries write semicolons. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/\n|$/));
  const count = (delimiter: string) => head.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function lineOf(record: ReadonlyArray<string>, line: number, headings: ReadonlyArray<string>): CsvLine {
  const cells = Object.fromEntries(
    headings.flatMap((heading, at) => (heading === "" ? [] : [[heading, record[at] ?? ""]])),
  );
  const isOver = record.slice(headings.length).some((cell) => cell !== "");
  return { line, cells, isUneven: isOver || record.length < headings.length };
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

export function withoutApostrophe(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

export function saysTheSame(cell: string, value: string | number): boolean {
  const text = plain(String(value));
  return cell === text || withoutApostrophe(cell) === text;
}
