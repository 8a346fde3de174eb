/** Detects whether the database may have changed what pages show. For caches of whole pages. */
import { CompiledQuery, type Kysely } from "kysely";

import { uncommittedChanges } from "./cache-invalidation.server.ts";
import { db, primaryDb } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import { prepareStatement } from "./prepared-statements.server.ts";
import type { Database } from "./schema.ts";
import { OTHERS_CHANGES } from "./sqlite-driver.server.ts";

/** Milliseconds during which PostgreSQL is not queried again for the changes of other processes. */
const ASK_EVERY_MS = 1_000;

/** Another text after every transaction of anybody that wrote: their numbers, as a new transaction would see them. */
const SNAPSHOT = CompiledQuery.raw("select pg_current_snapshot()::text as state");
const OTHERS = CompiledQuery.raw(OTHERS_CHANGES);
prepareStatement(SNAPSHOT.sql);

/**
 * A text that is another one after every change of what visitors are shown: at once for this process's own changes
 * and on SQLite for everybody's; within a second for those that others make on PostgreSQL. It may change without need.
 */
export async function dataVersion(): Promise<string> {
  const others = await (isSqlite(db()) ? sqliteOthers() : postgresOthers());
  return `${uncommittedChanges()} ${others}`;
}

/** As `dataVersion`, and on PostgreSQL too at once for what others change: each call is a query. */
export async function exactDataVersion(): Promise<string> {
  const others = await (isSqlite(db()) ? sqliteOthers() : readSnapshot());
  return `${uncommittedChanges()} ${others}`;
}

let ofTick: Promise<string> | null = null;

/**
 * As `dataVersion`, for a request that has just been read. All requests read in one iteration of the event loop were
 * sent before its first query, so one query of SQLite serves them all.
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

/** Changes with every commit of another process. */
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
  // A query that failed is repeated next time.
  state.catch(() => (requested = null));
  return state;
}

async function readSnapshot(): Promise<string> {
  const { rows } = await db().executeQuery<{ state: string }>(SNAPSHOT);
  return String(rows[0]?.state);
}
