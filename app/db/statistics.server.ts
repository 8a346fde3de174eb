import { sql } from "kysely";

import { primaryDb } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";

/** Else PostgreSQL plans by statistics from before many writes, and reads whole tables. SQLite needs none. */
export async function refreshStatistics(): Promise<void> {
  if (isSqlite(primaryDb())) return;
  await primaryDb()
    .transaction()
    .execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`analyze`.execute(transaction);
    });
}
