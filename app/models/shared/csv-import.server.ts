import { parse } from "csv-parse/sync";

import { ok, type Refusal, refused, type Result } from "./result.ts";

export type CsvLine = Readonly<{
  line: number;
  cells: Readonly<Record<string, string>>;
  isUneven: boolean;
}>;

export type CsvFile = Readonly<{ headings: ReadonlyArray<string>; lines: ReadonlyArray<CsvLine> }>;

export type CsvRefusal =
  "csv-empty" | "csv-not-text" | "csv-broken" | "csv-too-long" | "csv-heading-twice" | "csv-unusable";

export function readCsv(content: Uint8Array, maxLines: number): Result<CsvFile, CsvRefusal> {
  const text = utf8Text(content);
  if (text === null) return refused("csv-not-text");
  const hidden = text.search(HIDDEN);
  if (hidden !== -1) return refused("csv-unusable", { line: lineAt(text, hidden) });
  const wide = text.split("\n").findIndex((line) => line.length > CELLS_MAX && CELLS.exec(line));
  if (wide !== -1) return refused("csv-broken", { line: wide + 1 });
  const read = recordsOf(text, maxLines);
  if (!read.ok) return read;
  const [head, ...rows] = read.value;
  if (!head) return refused("csv-empty");
  const headings = head.record.map((heading) => heading.trim().toLowerCase());
  const twice = headings.find((heading, at) => heading !== "" && headings.indexOf(heading) !== at);
  if (twice !== undefined) return refused("csv-heading-twice", { heading: twice });
  if (rows.length === 0) return refused("csv-empty");
  if (rows.length > maxLines) return refused("csv-too-long", { maximum: maxLines });
  return ok({ headings, lines: rows.map(({ record, line }) => lineOf(record, line, headings)) });
}

/** Of one row, and characters of its longest cell: what is longer is no table. */
const CELLS_MAX = 1_000;
const CELL_MAX = 200_000;
const CELLS = new RegExp(`^(?:[^,;\\t]*[,;\\t]){${CELLS_MAX}}`);

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

type Row = Readonly<{ record: ReadonlyArray<string>; line: number }>;

/** The headings, and one row more than is allowed at most. */
function recordsOf(text: string, maxLines: number): Result<ReadonlyArray<Row>, "csv-broken"> {
  const [hint = "", named] = DELIMITER_HINT.exec(text) ?? [];
  const table = text.slice(hint.length);
  const above = hint === "" ? 0 : 1;
  const rows: Array<Row> = [];
  let line = 1 + above;
  const take = (record: ReadonlyArray<string>, { lines }: Readonly<{ lines: number }>) => {
    if (record.some((cell) => cell.trim() !== "")) rows.push({ record, line });
    line = lines + 1 + above;
    if (rows.length > maxLines + 1) throw new EnoughRows();
    return null;
  };
  try {
    const delimiter = named ?? delimiterOf(table);
    parse(table, { delimiter, relax_column_count: true, max_record_size: CELL_MAX, on_record: take });
    return ok(rows);
  } catch (error) {
    return error instanceof EnoughRows ? ok(rows) : broken(error);
  }
}

class EnoughRows extends Error {}

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
