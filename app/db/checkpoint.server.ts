/** Moves what SQLite's write-ahead log holds into the database file. */
import { sql } from "kysely";

import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";

/**
 * Does it as far as it disturbs no reader; nothing on PostgreSQL. By itself SQLite waits for a thousand pages, which
 * in a small shop is a day. A copy of the file without its log would lack that day's orders.
 */
export async function checkpoint(): Promise<void> {
  if (isSqlite(db())) await sql`pragma wal_checkpoint(passive)`.execute(db());
}
