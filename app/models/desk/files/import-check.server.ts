import {
  readCsv,
  withoutApostrophe,
  type CsvLine,
  type CsvRefusal,
} from "#app/models/shared/csv-import.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { withoutInvisible } from "#app/models/shared/text.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";

import { catalogueProcess } from "./catalogue-process.server.ts";
import type { ZipRefusal } from "./catalogue-zip.server.ts";
import {
  changeCount,
  type CheckCounts,
  type CheckedLine,
  csvKind,
  type CsvKindRow,
  COURIER_OF_COLUMN,
  fileKind,
  type FileKind,
  IMPORT_MAX_BYTES,
  IMPORT_MAX_CHANGES,
  IMPORT_MAX_LINES,
  LINE_OUTCOMES,
} from "./import-kinds.ts";
import { IMPORT_WORK } from "./import-steps.server.ts";
import type { Checked, NamedRow } from "./import-work.server.ts";

export type CheckRefusal =
  | CsvRefusal
  | ZipRefusal
  | "desk-not-allowed"
  | "import-too-large"
  | "import-without-name"
  | "import-without-column"
  | "import-too-many-changes";

/** `unread` are headings of columns that nothing reads; of a ZIP, its other files. */
export type FileCheck = Checked & Readonly<{ unread: ReadonlyArray<string> }>;

/** Refuses what is no such file, and tables that would change too much at once. Writes nothing. */
export async function checkFile(
  kind: FileKind,
  content: Uint8Array,
  actor: DeskActor,
): Promise<Result<FileCheck, CheckRefusal>> {
  const terms = fileKind(kind);
  if (!terms || !mayOf(actor)(terms.step)) return refused("desk-not-allowed");
  if (content.byteLength > IMPORT_MAX_BYTES)
    return refused("import-too-large", { megabytes: IMPORT_MAX_BYTES / 1_000_000 });
  const table = csvKind(kind);
  return table
    ? checkTable(table, content, actor)
    : catalogueProcess.check({ content, now: actor.now, overwritesEdits: false });
}

async function checkTable(
  terms: CsvKindRow,
  content: Uint8Array,
  actor: DeskActor,
): Promise<Result<FileCheck, CheckRefusal>> {
  const file = await readCsv(content, IMPORT_MAX_LINES);
  if (!file.ok) return file;
  const columns = columnsOf(terms, file.value.headings);
  if (!columns.ok) return columns;
  const read = file.value.lines.map((line) => rowOf(line, columns.value));
  const { usable, wrong } = partsOf(read, IMPORT_WORK[terms.key].sameRow);
  const checked = await IMPORT_WORK[terms.key].check(usable, { now: actor.now, may: mayOf(actor) });
  const lines = [...wrong, ...checked.lines].sort((a, b) => a.line - b.line);
  if (changeCount(countLines(lines)) > IMPORT_MAX_CHANGES)
    return refused("import-too-many-changes", { maximum: IMPORT_MAX_CHANGES });
  return ok({ ...checked, lines, unread: columns.value.unread });
}

type Columns = Readonly<{ name: string; read: ReadonlyArray<string>; unread: ReadonlyArray<string> }>;

/** Of products: prices in another currency are not taken for prices in the shop's. */
const BESIDE = ["currency"];

function columnsOf(
  { names, columns }: CsvKindRow,
  headings: ReadonlyArray<string>,
): Result<Columns, "import-without-name" | "import-without-column"> {
  const name = (names as ReadonlyArray<string>).find((each) => headings.includes(each));
  if (name === undefined) return refused("import-without-name", { column: names[0] });
  const known: ReadonlyArray<string> = columns;
  const read = headings.filter((heading) => known.includes(heading));
  if (read.length === 0) return refused("import-without-column", { columns: known.join(", ") });
  const used = [...read, ...BESIDE];
  const unread = headings.filter((heading) => heading !== "" && heading !== name && !used.includes(heading));
  return ok({ name, read: used, unread });
}

type ReadRow = NamedRow & Readonly<{ isUneven: boolean }>;

function rowOf({ line, cells, isUneven }: CsvLine, { name, read }: Columns): ReadRow {
  const own = read.flatMap((column) =>
    cells[column] === undefined ? [] : [[column, cells[column]] as const],
  );
  const carrier = COURIER_OF_COLUMN[name];
  return {
    line,
    name: withoutApostrophe(withoutInvisible(cells[name] ?? "").trim()),
    cells: { ...(carrier ? { carrier } : {}), ...Object.fromEntries(own) },
    isUneven,
  };
}

function partsOf(rows: ReadonlyArray<ReadRow>, sameRow: (name: string) => string = (name) => name) {
  const first = new Map<string, number>();
  const usable: Array<NamedRow> = [];
  const wrong: Array<CheckedLine> = [];
  for (const row of rows) {
    const same = sameRow(row.name);
    const problem = problemOf(row, first.get(same) ?? null);
    const { line, name, cells } = row;
    const nothing = { subject: "", title: "", changes: {} };
    if (problem === null) usable.push({ line, name, cells });
    else wrong.push({ line, name, cells, ...nothing, outcome: "wrong", reason: problem });
    if (!first.has(same)) first.set(same, line);
  }
  return { usable, wrong };
}

function problemOf({ name, isUneven }: ReadRow, earlier: number | null): string | null {
  if (isUneven) return "This row has more or fewer cells than there are headings";
  if (name === "") return "The first column that names a row is empty";
  return earlier === null ? null : `Line ${earlier} is about the same`;
}

export function countLines(lines: ReadonlyArray<Pick<CheckedLine, "outcome">>): CheckCounts {
  const count = (outcome: CheckedLine["outcome"]) => lines.filter((line) => line.outcome === outcome).length;
  return Object.fromEntries(LINE_OUTCOMES.map((outcome) => [outcome, count(outcome)])) as CheckCounts;
}
