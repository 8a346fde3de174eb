import { CompiledQuery } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";

import type { TableRows } from "./rows.ts";
import type { SyncRow } from "#app/db/seed/sync-table.server.ts";

/** Values in one statement. More makes it no faster. */
const VALUES_PER_STATEMENT = 3_000;

/** All rows of a table must have the same columns in the same order. */
export async function insertRows(tables: TableRows): Promise<number> {
  let written = 0;
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) continue;
    const most = Math.max(1, Math.floor(VALUES_PER_STATEMENT / columns.length));
    for (let start = 0; start < rows.length;) {
      const some = rows.slice(start, start + roundSize(Math.min(most, rows.length - start)));
      await db().executeQuery(CompiledQuery.raw(statementOf(table, columns, some.length), valuesOf(some)));
      start += some.length;
    }
    written += rows.length;
  }
  return written;
}

/** The largest power of two up to `rows`: every table has a few statements, and the database keeps no more. */
function roundSize(rows: number): number {
  return 2 ** Math.floor(Math.log2(rows));
}

function valuesOf(rows: ReadonlyArray<SyncRow>): Array<unknown> {
  const values: Array<unknown> = [];
  for (const row of rows) for (const column of Object.keys(row)) values.push(row[column]);
  return values;
}

const cachedTexts = new Map<string, string>();
const TEXTS_CACHED_MAX = 200;

function statementOf(table: string, columns: ReadonlyArray<string>, rows: number): string {
  const sqlite = isSqlite(db());
  const key = `${String(sqlite)} ${table} ${columns.join()} ${rows}`;
  const known = cachedTexts.get(key);
  if (known !== undefined) return known;
  let place = 0;
  const mark = () => (sqlite ? "?" : `$${(place += 1)}`);
  const values = Array.from({ length: rows }, () => `(${columns.map(mark).join()})`);
  const text = `insert into ${table} (${columns.join()}) values ${values.join()}`;
  if (cachedTexts.size >= TEXTS_CACHED_MAX) cachedTexts.clear();
  cachedTexts.set(key, text);
  return text;
}
