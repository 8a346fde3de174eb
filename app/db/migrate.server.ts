/** Brings the tables up to date. All that is missing runs in one transaction: killed midway, nothing has happened. */
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from "kysely";

import { BEFORE_FIRST, databaseState, type DatabaseState, migrationNames } from "./database-state.server.ts";
import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import { takeOver } from "./migrations/before-version-1.ts";
import type { Migrating } from "./migrations/ddl.ts";
import type { Database } from "./schema.ts";

const MIGRATION_TABLE = "kysely_migration";

type Migrations = Readonly<Record<string, Migration>>;

/** Runs what is missing and answers with the names of what ran. Throws when the database is of another version of the shop. */
export async function migrate(migrations: Migrations = migrationsInFolder()): Promise<ReadonlyArray<string>> {
  const { error, results } = await db()
    .connection()
    .execute((connection) => migrateOn(connection, migrations));
  if (error) throw error instanceof Error ? error : new Error("The migration failed");
  return (results ?? []).map((result) => result.migrationName);
}

/** Each is loaded when it runs. */
function migrationsInFolder(): Migrations {
  return Object.fromEntries(
    migrationNames().map((name) => {
      const load = async () => (await import(`./migrations/${name}.ts`)) as Migration;
      return [name, { up: async (connection: Migrating) => (await load()).up(connection) }];
    }),
  );
}

async function migrateOn(connection: Kysely<Database>, migrations: Migrations): Promise<MigrationResultSet> {
  if (isSqlite(connection)) return migrateIn(connection, migrations);
  await sql`begin`.execute(connection);
  try {
    await waitForOthers(connection);
    const done = await migrateIn(connection, migrations);
    await (done.error ? sql`rollback` : sql`commit`).execute(connection);
    return done;
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}

/** On PostgreSQL in the transaction that is open: there Kysely must begin none of its own. */
async function migrateIn(connection: Kysely<Database>, migrations: Migrations): Promise<MigrationResultSet> {
  const done = await migrationsIn(connection);
  const { mismatch } = databaseState(done, Object.keys(migrations));
  if (mismatch) throw new Error(`the database ${mismatch.problem}. ${mismatch.remedy}`);
  if (done.some((name) => BEFORE_FIRST.includes(name))) await takeOverIn(connection);
  return new Migrator({
    db: connection,
    provider: { getMigrations: async () => migrations },
    disableTransactions: !isSqlite(connection),
    // Branches are merged in another order than they were begun.
    allowUnorderedMigrations: true,
  }).migrateToLatest();
}

/** On PostgreSQL a transaction is open already. */
async function takeOverIn(connection: Kysely<Database>): Promise<void> {
  const work = (database: Kysely<Database>) => takeOver(database as unknown as Migrating);
  await (isSqlite(connection) ? connection.transaction().execute(work) : work(connection));
}

/** Names of what ran, none in a database without tables. */
async function migrationsIn(connection: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(
    connection,
  );
  return rows.map(({ name }) => name);
}

/** The state of the database that is connected. */
export async function migrationState(): Promise<DatabaseState> {
  return databaseState(await migrationsIn(db()));
}

/** How long one of two processes that start at once waits for the other's migrations. */
const LOCK_PATIENCE = "10min";
/** Any number: processes that migrate one database wait for each other on it. */
const MIGRATION_LOCK = 4_100_002;

/** Nothing that this transaction does is cut short, and no other migrates meanwhile. Its end ends both. */
async function waitForOthers(connection: Kysely<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(connection);
  await sql.raw(`set local lock_timeout = '${LOCK_PATIENCE}'`).execute(connection);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
}
