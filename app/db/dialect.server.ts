import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { type Dialect, PostgresAdapter, PostgresDialect } from "kysely";

import { makePrivateFile, makePrivateFolder } from "#app/config/private-files.server.ts";

import { openPool } from "./postgres-pool.server.ts";
import { SqliteDatabase } from "./sqlite-database.server.ts";
import { isBusy, patientSqlite } from "./sqlite-driver.server.ts";
import { SqliteWalks } from "./sqlite-walks.server.ts";

/** Oldest SQLite without the WAL-reset corruption bug (sqlite.org, fixed 2026-03-13). */
const SQLITE_MIN_VERSION = [3, 51, 3] as const;
/** The event loop stands still while SQLite waits. */
const BUSY_TIMEOUT_MS = 50;
/** Kibibytes of pages that each connection keeps; better-sqlite3 keeps 16,000. The system keeps the file as well. */
const CACHE_KIB = 8_000;
const CAREFUL = [
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "journal_size_limit = 67108864",
  `cache_size = -${CACHE_KIB}`,
];

/** Set up so that an acknowledged commit survives a crash. */
export function sqliteDialect(file: string): Dialect {
  return patientSqlite(() => {
    makePrivateFolder(dirname(file));
    makePrivateFile(file);
    // SQLite makes these with the permissions of the file; an older version of the shop has left them open.
    for (const beside of [`${file}-wal`, `${file}-shm`]) if (existsSync(beside)) makePrivateFile(beside);
    const writer = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
    assertVersion(writer.prepare("SELECT sqlite_version() AS version").get() as { version: string });
    for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", ...CAREFUL]) {
      writer.pragma(pragma);
    }
    const reader = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS, readonly: true });
    for (const pragma of CAREFUL) reader.pragma(pragma);
    return { writer, reader, walks: new SqliteWalks(file, CAREFUL) };
  });
}

export function postgresDialect(url: string): Dialect {
  return new ShopPostgresDialect({ pool: async () => openPool(url) });
}

class ShopPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new WithoutMigrationLock();
  }
}

/** Kysely's lock belongs to a session, which a pooler shares with others: `migrate` takes one of its transaction. */
class WithoutMigrationLock extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01" || isBusy(error);
}

/** PostgreSQL names the index, SQLite the columns. */
export function breaksUnique(
  error: unknown,
  { index, columns }: Readonly<{ index: string; columns: ReadonlyArray<string> }>,
): boolean {
  const { code, constraint, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (code === "23505") return constraint === index;
  return code === "SQLITE_CONSTRAINT_UNIQUE" && String(message).endsWith(`: ${columns.join(", ")}`);
}

/** Codes of PostgreSQL for "not now": no room, no connection, shutting down, waited too long, no primary (any more). */
const NOT_NOW_POSTGRES = /^(?:53|08|57P)...?$|^(?:55P03|57014|25P03|25006)$/;
const NOT_NOW_SQLITE = /^SQLITE_(?:FULL|BUSY|IOERR|READONLY|CANTOPEN)/;
const NOT_NOW_NETWORK = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC)$/;
/** What pg says without a code: the line went dead, or no connection came free in time. */
const NOT_NOW_MESSAGE =
  /^Connection terminated|^timeout (?:exceeded|expired)|^Query read timeout|^Client has encountered a connection error/;

/** True for failures that are the database's state and not a bug: the same request may well succeed a little later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (
    typeof code === "string" &&
    [NOT_NOW_POSTGRES, NOT_NOW_SQLITE, NOT_NOW_NETWORK].some((is) => is.test(code))
  )
    return true;
  return typeof message === "string" && NOT_NOW_MESSAGE.test(message);
}

function assertVersion({ version }: { version: string }): void {
  const parts = version.split(".").map(Number);
  const difference = SQLITE_MIN_VERSION.map((least, index) => (parts[index] ?? 0) - least).find(Boolean) ?? 0;
  if (difference < 0)
    throw new Error(`SQLite ${version} is too old: ${SQLITE_MIN_VERSION.join(".")} or newer`);
}
