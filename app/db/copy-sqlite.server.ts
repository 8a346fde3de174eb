import { batchOf, type CopyRow, type CopySource, type CopyTable, type CopyTarget } from "./copy-adapter.ts";
import type { SqliteDatabase } from "./sqlite-database.server.ts";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Holds the lock on the file until it is closed. */
export function sqliteSource(handle: SqliteDatabase): CopySource {
  handle.exec("BEGIN IMMEDIATE");
  return reading(handle);
}

/** References are checked at the end. */
export function sqliteTarget(handle: SqliteDatabase): CopyTarget {
  handle.pragma("foreign_keys = OFF");
  handle.exec("BEGIN IMMEDIATE");
  return {
    ...reading(handle),
    begin: async (tables) => {
      for (const { name } of tables) handle.exec(`DELETE FROM ${quoted(name)}`);
    },
    write: async ({ name, columns }, rows) => {
      const places = columns.map(() => "?").join();
      const insert = handle.prepare(
        `INSERT INTO ${quoted(name)} (${columns.map(quoted).join()}) VALUES (${places})`,
      );
      for (const row of rows) insert.run(columns.map((column) => row[column] ?? null));
    },
    commit: async () => {
      const orphans = handle.pragma("foreign_key_check") as ReadonlyArray<{ table: string }>;
      if (orphans[0]) throw new Error(`${orphans[0].table} has rows that refer to nothing`);
      handle.exec("COMMIT");
    },
    rollback: async () => {
      if (handle.inTransaction) handle.exec("ROLLBACK");
    },
  };
}

export function sqliteReferences(handle: SqliteDatabase): ReadonlyMap<string, ReadonlyArray<string>> {
  return new Map(
    tablesOf(handle).map(({ name }) => {
      const keys = handle.pragma(`foreign_key_list(${quoted(name)})`) as ReadonlyArray<{ table: string }>;
      return [name, keys.map(({ table }) => table)];
    }),
  );
}

function reading(handle: SqliteDatabase): CopySource {
  return {
    tables: async () => tablesOf(handle),
    count: async (table) =>
      handle
        .prepare(`SELECT count(*) FROM ${quoted(table)}`)
        .pluck()
        .get() as number,
    read: (table) => batches(handle, table),
  };
}

function tablesOf(handle: SqliteDatabase): ReadonlyArray<CopyTable> {
  const names = handle
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    .pluck()
    .all() as ReadonlyArray<string>;
  return names.map((name) => {
    const columns = handle.pragma(`table_xinfo(${quoted(name)})`) as ReadonlyArray<{
      name: string;
      hidden: number;
    }>;
    const own = columns.filter(({ hidden }) => hidden === 0).map((column) => column.name);
    return { name, columns: own.sort() };
  });
}

async function* batches(
  handle: SqliteDatabase,
  { name, columns }: CopyTable,
): AsyncGenerator<ReadonlyArray<CopyRow>> {
  const select = handle.prepare(`SELECT ${columns.map(quoted).join()} FROM ${quoted(name)}`);
  let batch: Array<CopyRow> = [];
  for (const row of select.iterate() as Iterable<CopyRow>) {
    batch.push(row);
    if (batch.length < batchOf(name)) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
