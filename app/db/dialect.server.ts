/** The two engines behind one query layer: a SQLite file by default, PostgreSQL where DATABASE_URL says so. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type QueryResult,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import pg from "pg";

/** Oldest SQLite without the WAL-reset corruption bug (sqlite.org, fixed 2026-03-13). */
const SQLITE_MIN_VERSION = [3, 51, 3] as const;
/** How long one attempt waits inside SQLite, in milliseconds: the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 50;
/** How long a write keeps trying while another process holds the lock, in milliseconds. */
const BUSY_PATIENCE_MS = 8_000;
const BUSY_PAUSE_MIN_MS = 20;
const BUSY_PAUSE_MAX_MS = 400;
const KEPT_STATEMENTS_MAX = 500;

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;

/** SQLite in `file`, set up so that an acknowledged commit survives a crash. */
export function sqliteDialect(file: string): Dialect {
  return new PatientSqliteDialect({
    database: async () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const database = new SqliteDatabase(file, { timeout: BUSY_TIMEOUT_MS });
      assertVersion(database.prepare("SELECT sqlite_version() AS version").get() as { version: string });
      for (const pragma of [
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "trusted_schema = OFF",
        "cell_size_check = ON",
        "journal_size_limit = 67108864",
      ]) {
        database.pragma(pragma);
      }
      return withKeptStatements(database);
    },
  });
}

/** Compiling a statement costs several times what running it does: the same text is compiled once. */
function withKeptStatements(database: SqliteDatabase.Database) {
  const statements = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => database.close(),
    prepare: (text: string) => {
      const known = statements.get(text);
      if (known) return known;
      // Lists of ids of every length make texts without end.
      if (statements.size >= KEPT_STATEMENTS_MAX) statements.clear();
      const statement = database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
  };
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
  return new PostgresDialect({ pool });
}

/** True for refusals by which an engine asks for the same transaction to be tried again. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01" || isBusy(error);
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

function assertVersion({ version }: { version: string }): void {
  const parts = version.split(".").map(Number);
  const difference = SQLITE_MIN_VERSION.map((least, index) => (parts[index] ?? 0) - least).find(Boolean) ?? 0;
  if (difference < 0)
    throw new Error(`SQLite ${version} is too old: ${SQLITE_MIN_VERSION.join(".")} or newer`);
}

class PatientSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PatientSqliteDriver(this.#config);
  }
}

/** Takes the write lock when a transaction begins, and waits for it without blocking the event loop. */
class PatientSqliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = Date.now() + BUSY_PATIENCE_MS;
    for (;;) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
        await pause();
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, chunkSize);
  }
}

function pause(): Promise<void> {
  const length = BUSY_PAUSE_MIN_MS + Math.random() * (BUSY_PAUSE_MAX_MS - BUSY_PAUSE_MIN_MS);
  return new Promise((resolve) => setTimeout(resolve, length));
}
