import { CompiledQuery, type Kysely, sql } from "kysely";

import { uncommittedChanges } from "./cache-invalidation.server.ts";
import { db, primaryDb } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import { prepareStatement } from "./prepared-statements.server.ts";
import type { Database } from "./schema.ts";
import { OTHERS_CHANGES } from "./sqlite-driver.server.ts";

const ASK_EVERY_MS = 1_000;

/** A column of PostgreSQL: of what its query reads, a text that differs after every transaction of anybody that wrote. */
export const snapshotColumn = sql<string>`pg_current_snapshot()::text`;
const SNAPSHOT = CompiledQuery.raw("select pg_current_snapshot()::text as state");
const OTHERS = CompiledQuery.raw(OTHERS_CHANGES);
prepareStatement(SNAPSHOT.sql);

/** Differs after every change that visitors may see; on PostgreSQL within a second for other processes' changes. */
export async function dataVersion(): Promise<string> {
  const others = await (isSqlite(db()) ? sqliteOthers() : postgresOthers());
  return `${uncommittedChanges()} ${others}`;
}

/**
 * As `dataVersion`, and on PostgreSQL too at once for what others change. Without the `snapshot` that another query of
 * the same moment has read, each call is a query.
 */
export async function exactDataVersion(snapshot: string | null = null): Promise<string> {
  const others = await (isSqlite(db()) ? sqliteOthers() : (snapshot ?? readSnapshot()));
  return `${uncommittedChanges()} ${others}`;
}

let ofTick: Promise<string> | null = null;

/**
 * Requests read in one iteration of the event loop were sent before its first query, so they share one query
 * of SQLite.
 */
export async function dataVersionForGuest(): Promise<string> {
  if (!isSqlite(db())) return dataVersion();
  if (!ofTick) {
    ofTick = sqliteOthers();
    setImmediate(() => (ofTick = null));
  }
  const others = await ofTick;
  return `${uncommittedChanges()} ${others}`;
}

async function sqliteOthers(): Promise<string> {
  const { rows } = await db().executeQuery<{ data_version: number }>(OTHERS);
  return String(rows[0]?.data_version);
}

type Requested = Readonly<{ source: Kysely<Database>; at: number; state: Promise<string> }>;

let requested: Requested | null = null;

function postgresOthers(): Promise<string> {
  const source = primaryDb();
  const isRecent = requested?.source === source && performance.now() - requested.at < ASK_EVERY_MS;
  if (requested && isRecent) return requested.state;
  const state = readSnapshot();
  requested = { source, at: performance.now(), state };
  state.catch(() => (requested = null));
  return state;
}

async function readSnapshot(): Promise<string> {
  const { rows } = await db().executeQuery<{ state: string }>(SNAPSHOT);
  return String(rows[0]?.state);
}
