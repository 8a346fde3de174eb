/** What PostgreSQL knows of its tables' contents: by that it chooses how to look something up. */
import { sql } from "kysely";

import { primaryDb } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";

/**
 * Has PostgreSQL look at all tables anew, however long it takes: after much has been written it would go by what was
 * there before until autovacuum comes round, and read whole tables for a few rows. SQLite goes by its indexes alone.
 */
export async function refreshStatistics(): Promise<void> {
  if (isSqlite(primaryDb())) return;
  await primaryDb()
    .transaction()
    .execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`analyze`.execute(transaction);
    });
}
