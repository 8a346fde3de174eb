/** Rows that were made up for every table of a PostgreSQL database, so that its plans are those of a shop with many. */
import { type Kysely, sql } from "kysely";

import type { Database } from "#app/db/schema.ts";

/** Puts `rows` rows into each table but those of `empty`. The rules that rows keep are gone: roll it back. */
export async function fillTables(
  open: Kysely<Database>,
  rows: number,
  empty: ReadonlySet<string>,
): Promise<void> {
  await sql`SET LOCAL session_replication_role = replica`.execute(open);
  const columns = await sql<{ table: string; checks: string; names: string; values: string }>`
    SELECT relname AS table,
      (SELECT coalesce(string_agg(format('DROP CONSTRAINT %I CASCADE', conname), ', '), '')
        FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'c') AS checks,
      string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names,
      string_agg(CASE WHEN data_type = 'tsvector' THEN 'to_tsvector(''x'' || i)'
        WHEN column_name ~ '^(is|has)_' THEN 'i % 2'
        WHEN data_type IN ('integer', 'bigint') THEN 'i' ELSE '''x'' || i' END, ', ' ORDER BY ordinal_position)
        AS values
    FROM pg_class JOIN information_schema.columns ON table_name = relname AND table_schema = 'public'
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY pg_class.oid, relname`.execute(
    open,
  );
  for (const { table, checks, names, values } of columns.rows) {
    if (empty.has(table)) continue;
    if (checks !== "") await sql.raw(`ALTER TABLE ${table} ${checks}`).execute(open);
    await sql
      .raw(`INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, ${rows}) AS i`)
      .execute(open);
  }
  await sql`ANALYZE`.execute(open);
}
