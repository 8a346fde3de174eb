import { batchOf, type CopyRow, type CopySource, type CopyTable, type CopyTarget } from "./copy-adapter.ts";

export type PostgresHandle = Readonly<{
  query: (text: string, values?: Array<unknown>) => Promise<Readonly<{ rows: Array<unknown> }>>;
}>;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const listed = (tables: ReadonlyArray<CopyTable>) => tables.map(({ name }) => quoted(name)).join(", ");

/** Sees one moment; nobody else can write to it until the connection is closed. */
export async function postgresSource(handle: PostgresHandle): Promise<CopySource> {
  await beginUnlimited(handle);
  await handle.query(`LOCK TABLE ${listed(await tablesOf(handle))} IN SHARE MODE`);
  return reading(handle);
}

export async function postgresTarget(handle: PostgresHandle): Promise<CopyTarget> {
  await beginUnlimited(handle);
  const loops = await selfReferences(handle);
  const alterLoops = async (manner: string) => {
    for (const { table, name } of loops)
      await handle.query(`ALTER TABLE ${quoted(table)} ALTER CONSTRAINT ${quoted(name)} ${manner}`);
  };
  return {
    ...reading(handle),
    begin: async (tables) => {
      await handle.query(`TRUNCATE ${listed(tables)}`);
      // A row may come before the one above it in the same table.
      await alterLoops("DEFERRABLE INITIALLY DEFERRED");
    },
    write: async ({ name, columns }, rows) => {
      const names = columns.map(quoted).join();
      await handle.query(
        `INSERT INTO ${quoted(name)} (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${names} FROM json_populate_recordset(NULL::${quoted(name)}, $1::json)`,
        [JSON.stringify(rows)],
      );
    },
    commit: async (tables) => {
      await handle.query("SET CONSTRAINTS ALL IMMEDIATE");
      await alterLoops("NOT DEFERRABLE");
      for (const table of tables) await setCounters(handle, table);
      await handle.query("COMMIT");
      await handle.query("ANALYZE");
    },
    rollback: async () => {
      await handle.query("ROLLBACK");
    },
  };
}

/** A copy takes as long as it takes, and sees one moment. */
async function beginUnlimited(handle: PostgresHandle): Promise<void> {
  await handle.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await handle.query("SET LOCAL statement_timeout = 0");
  await handle.query("SET LOCAL idle_in_transaction_session_timeout = 0");
}

function reading(handle: PostgresHandle): CopySource {
  return {
    tables: () => tablesOf(handle),
    count: async (table) => {
      const [row] = await ask<{ count: string | number }>(
        handle,
        `SELECT count(*) AS count FROM ${quoted(table)}`,
      );
      return Number(row?.count ?? 0);
    },
    read: (table) => batches(handle, table),
  };
}

async function tablesOf(handle: PostgresHandle): Promise<ReadonlyArray<CopyTable>> {
  const rows = await ask<{ table: string; column: string }>(
    handle,
    `SELECT columns.table_name AS "table", columns.column_name AS "column" FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE columns.table_schema = 'public' AND tables.table_type = 'BASE TABLE' AND columns.is_generated = 'NEVER'`,
  );
  const columns = new Map<string, Array<string>>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return [...columns].map(([name, own]) => ({ name, columns: own.sort() }));
}

/** A cursor: the server holds the rows that have not been fetched yet. */
async function* batches(
  handle: PostgresHandle,
  { name, columns }: CopyTable,
): AsyncGenerator<ReadonlyArray<CopyRow>> {
  await handle.query(
    `DECLARE copied NO SCROLL CURSOR FOR SELECT ${columns.map(quoted).join()} FROM ${quoted(name)}`,
  );
  for (;;) {
    const batch = await ask<CopyRow>(handle, `FETCH ${batchOf(name)} FROM copied`);
    if (batch.length === 0) break;
    yield batch;
  }
  await handle.query("CLOSE copied");
}

function selfReferences(
  handle: PostgresHandle,
): Promise<ReadonlyArray<Readonly<{ table: string; name: string }>>> {
  return ask(
    handle,
    `SELECT conname AS name, relname AS "table" FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'f' AND conrelid = confrelid`,
  );
}

/** Sequences go on after the largest number that was written. */
async function setCounters(handle: PostgresHandle, { name, columns }: CopyTable): Promise<void> {
  for (const column of columns) {
    const [found] = await ask<{ sequence: string | null }>(
      handle,
      `SELECT pg_get_serial_sequence('public.${quoted(name)}', '${column}') AS sequence`,
    );
    if (!found?.sequence) continue;
    await handle.query(
      `SELECT setval('${found.sequence}', COALESCE(max(${quoted(column)}), 1), max(${quoted(column)}) IS NOT NULL)
       FROM ${quoted(name)}`,
    );
  }
}

async function ask<Row>(handle: PostgresHandle, text: string): Promise<ReadonlyArray<Row>> {
  return (await handle.query(text)).rows as ReadonlyArray<Row>;
}
