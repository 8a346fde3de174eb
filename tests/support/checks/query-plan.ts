import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";

/** How the engine would answer the query, as it explains it itself; every parameter is the text "1". */
export async function planOf(text: string): Promise<string> {
  const query = text.replaceAll(/\?|\$\d+/g, "'1'");
  if (isSqlite(db())) {
    const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${sql.raw(query)}`.execute(db());
    return rows.map(({ detail }) => detail).join("\n");
  }
  return db()
    .transaction()
    .execute(async (one) => {
      // So small a table is read from its beginning otherwise.
      await sql`SET LOCAL enable_seqscan = off`.execute(one);
      const { rows } = await sql<Record<string, string>>`EXPLAIN ${sql.raw(query)}`.execute(one);
      return rows.flatMap((line) => Object.values(line)).join("\n");
    });
}
