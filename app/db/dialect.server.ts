/** The two engines behind one query layer: a SQLite file by default, PostgreSQL where DATABASE_URL says so. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import SqliteDatabase from "better-sqlite3";
import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

import { isBusy, patientSqlite } from "./sqlite-driver.server.ts";

/** Oldest SQLite without the WAL-reset corruption bug (sqlite.org, fixed 2026-03-13). */
const SQLITE_MIN_VERSION = [3, 51, 3] as const;
/** How long one attempt waits inside SQLite, in milliseconds: the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 50;
const CAREFUL = ["trusted_schema = OFF", "cell_size_check = ON", "journal_size_limit = 67108864"];

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;

/** SQLite in `file`, set up so that an acknowledged commit survives a crash. */
export function sqliteDialect(file: string): Dialect {
  return patientSqlite(() => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const writer = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
    assertVersion(writer.prepare("SELECT sqlite_version() AS version").get() as { version: string });
    for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", ...CAREFUL]) {
      writer.pragma(pragma);
    }
    const reader = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
    for (const pragma of CAREFUL) reader.pragma(pragma);
    return { writer, reader };
  });
}

export function postgresDialect(databaseUrl: string): Dialect {
  // Counts and sums come as 64-bit text by default; ours stay far below 2^53.
  const asNumber = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid) =>
      asNumber.has(oid) ? Number : (pg.types.getTypeParser(oid) as (text: string) => unknown),
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  });
  // A connection that the server drops while idle is replaced at the next query.
  pool.on("error", () => undefined);
  // One that it drops while in use fails the query that is under way; an event nobody hears would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return new PostgresDialect({ pool });
}

/** True for refusals by which an engine asks for the same transaction to be tried again. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01" || isBusy(error);
}

/** Codes of PostgreSQL for "not now": no room, no connection, shutting down, waited too long. */
const NOT_NOW_POSTGRES = /^(?:53|08|57P)...?$|^(?:55P03|57014|25P03)$/;
const NOT_NOW_SQLITE = /^SQLITE_(?:FULL|BUSY|IOERR|READONLY|CANTOPEN)/;
const NOT_NOW_NETWORK = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC)$/;

/** True for failures that are the database's state and not a bug: the same request may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (
    typeof code === "string" &&
    [NOT_NOW_POSTGRES, NOT_NOW_SQLITE, NOT_NOW_NETWORK].some((is) => is.test(code))
  )
    return true;
  return typeof message === "string" && message.startsWith("Connection terminated");
}

function assertVersion({ version }: { version: string }): void {
  const parts = version.split(".").map(Number);
  const difference = SQLITE_MIN_VERSION.map((least, index) => (parts[index] ?? 0) - least).find(Boolean) ?? 0;
  if (difference < 0)
    throw new Error(`SQLite ${version} is too old: ${SQLITE_MIN_VERSION.join(".")} or newer`);
}
