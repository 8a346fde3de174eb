/** Time for migrations: a large table is given an index in more time than a page may take. */
import { type Kysely, sql } from "kysely";

import { isSqlite } from "./is-sqlite.ts";
import type { Database } from "./schema.ts";

/** How long one of two processes that start at once waits for the other's migrations. */
const LOCK_PATIENCE = "10min";

/** On PostgreSQL nothing that `connection` does is cut short from now on. */
export async function waitForMigrations(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("SET statement_timeout = 0").execute(connection);
  await sql.raw(`SET lock_timeout = '${LOCK_PATIENCE}'`).execute(connection);
}

/** The limits of the pool count again for `connection`, which goes back to it. */
export async function stopWaiting(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("RESET statement_timeout").execute(connection);
  await sql.raw("RESET lock_timeout").execute(connection);
}
