import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { slices } from "#app/models/shared/slices.ts";

import { IMPORTED_TABLES, type ImportedTable, keyText, type SyncRow } from "./sync-table.server.ts";

export const IMPORTED_NAMES = Object.keys(IMPORTED_TABLES) as ReadonlyArray<ImportedTable>;

/** Written with each sale, so only what belongs to a variant that may go is looked at. */
export const HISTORIES: ReadonlyArray<ImportedTable> = ["price_history", "stock_history"];
const IDS_PER_STATEMENT = 500;

/** What sales and readers change by themselves at any time, and no import in a row that is there. */
export const MOVING: Readonly<Partial<Record<ImportedTable, ReadonlyArray<string>>>> = {
  variants: ["on_hand", "reserved"],
  reviews: ["helpful_count"],
  coupons: ["use_count"],
};
/** The same of the desk's decision on a review. */
const DECIDED: typeof MOVING = { reviews: ["status", "decided_at"] };

/** Rows as JSON, by their key as JSON. */
type Rows = ReadonlyMap<string, string>;
export type ImportedRows = ReadonlyMap<ImportedTable, Rows>;

/** Of past prices and stock, those of the variants `mayGo`. */
export async function readTables(mayGo: ReadonlyArray<number>): Promise<ImportedRows> {
  const tables = new Map<ImportedTable, Rows>();
  for (const table of IMPORTED_NAMES) tables.set(table, await readTable(table, mayGo));
  return tables;
}

async function readTable(table: ImportedTable, mayGo: ReadonlyArray<number>): Promise<Rows> {
  return keyed(table, HISTORIES.includes(table) ? await historyOf(table, mayGo) : await all(table));
}

async function all(table: ImportedTable): Promise<ReadonlyArray<SyncRow>> {
  const { rows } = await sql<SyncRow>`select * from ${sql.table(table)}`.execute(db());
  return rows;
}

async function historyOf(table: ImportedTable, ids: ReadonlyArray<number>): Promise<ReadonlyArray<SyncRow>> {
  const found: Array<SyncRow> = [];
  for (const part of slices(ids, IDS_PER_STATEMENT)) {
    const { rows } =
      await sql<SyncRow>`select * from ${sql.table(table)} where variant_id in (${sql.join(part)})`.execute(
        db(),
      );
    for (const row of rows) found.push(row);
  }
  return found;
}

function keyed(table: ImportedTable, rows: ReadonlyArray<SyncRow>): Rows {
  return new Map(rows.map((row) => [keyText({ table }, row), JSON.stringify(row)]));
}

/** A row that changed. Without `before` it is new, without `after` it is gone; both are whole rows. */
export type RowChange = Readonly<{
  table: ImportedTable;
  key: string;
  before: SyncRow | null;
  after: SyncRow | null;
}>;

/** Without what shoppers did meanwhile. One table is in memory at a time. */
export async function changesSince(
  before: ImportedRows,
  mayGo: ReadonlyArray<number>,
): Promise<ReadonlyArray<RowChange>> {
  const changes: Array<RowChange> = [];
  for (const table of IMPORTED_NAMES) {
    const old: Rows = before.get(table) ?? new Map();
    const now = await readTable(table, mayGo);
    for (const [key, row] of now)
      if (old.get(key) !== row) changes.push(change(table, key, [old.get(key), row]));
    for (const [key, row] of old) if (!now.has(key)) changes.push(change(table, key, [row]));
  }
  return changes.map(asIfSettled).filter(isOfImport);
}

/** What moves has moved before: an undo of the import must not take it back. */
function asIfSettled(change: RowChange): RowChange {
  const { table, before, after } = change;
  if (!before || !after) return change;
  const moving = [...(MOVING[table] ?? []), ...(DECIDED[table] ?? [])];
  const moved = Object.fromEntries(moving.map((column) => [column, after[column] ?? null]));
  return { ...change, before: { ...before, ...moved } };
}

function isOfImport(change: RowChange): boolean {
  const { table, before, after } = change;
  if (table === "reviews" && ((after ?? before)?.["author_kind"] ?? null) !== null) return false;
  return !before || !after || changedColumns(change).length > 0;
}

function change(
  table: ImportedTable,
  key: string,
  [before, after]: ReadonlyArray<string | undefined>,
): RowChange {
  const row = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as SyncRow));
  return { table, key, before: row(before), after: row(after) };
}

export function changedColumns({
  before,
  after,
}: Pick<RowChange, "before" | "after">): ReadonlyArray<string> {
  if (!before || !after) return [];
  return Object.keys(after).filter((column) => before[column] !== after[column]);
}
