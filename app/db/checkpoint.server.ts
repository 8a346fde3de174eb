import { sql } from "kysely";

import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";

/** Disturbs no reader. SQLite alone waits for 1,000 pages: a copy without its log would lack a day's orders. */
export async function checkpoint(): Promise<void> {
  if (isSqlite(db())) await sql`pragma wal_checkpoint(passive)`.execute(db());
}
