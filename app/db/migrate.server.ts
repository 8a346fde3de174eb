/** Brings the tables up to date. All that is missing runs in one transaction: killed midway, nothing has happened. */
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from "kysely";
import { db } from "./db.server.ts";
import { isSqlite } from "./is-sqlite.ts";
import * as schema from "./migrations/0001-schema.ts";
import { createSavedItems } from "./migrations/0005-saved-items.ts";
import type { Database } from "./schema.ts";

const MIGRATION_TABLE = "kysely_migration";

const MIGRATIONS: Record<string, Migration> = {
  "0001-schema": schema,
  "0005-saved-items": { up: createSavedItems },
};

/** Runs what is missing and answers with the names of what ran. Throws when the database is of another version of the shop. */
export async function migrate(): Promise<ReadonlyArray<string>> {
  const { error, results } = await db().connection().execute(migrateOn);
  if (error) throw error instanceof Error ? error : new Error("The migration failed");
  return (results ?? []).map((result) => result.migrationName);
}

async function migrateOn(connection: Kysely<Database>): Promise<MigrationResultSet> {
  await waitForMigrations(connection);
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => MIGRATIONS } });
  try {
    await refuseForeign(connection);
    return await migrator.migrateToLatest();
  } finally {
    await stopWaiting(connection);
  }
}

/** Kysely would call a database that another version of the shop has made "corrupted". */
async function refuseForeign(connection: Kysely<Database>): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return;
  const mismatch = versionMismatch(await migrationsIn(connection));
  if (mismatch) throw new Error(`the database ${mismatch.problem}. ${mismatch.remedy}`);
}

async function migrationsIn(connection: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(
    connection,
  );
  return rows.map(({ name }) => name);
}

/** Migrations that have not run, and why the database is not one for this code, or null. */
export async function migrationState(): Promise<
  Readonly<{ pending: ReadonlyArray<string>; mismatch: VersionMismatch | null }>
> {
  const done = await migrationsIn(db());
  return {
    pending: Object.keys(MIGRATIONS).filter((name) => !done.includes(name)),
    mismatch: versionMismatch(done),
  };
}

type VersionMismatch = Readonly<{
  /** Goes on after "the database" or "the backup". */
  problem: string;
  remedy: string;
}>;

/** In every database from before the first release: nothing takes its tables over. */
const BEFORE_FIRST_RELEASE = "0001-catalogue";

/** Why a database with the migrations `names` is not one that this code can open or bring up to date, or null. */
export function versionMismatch(names: ReadonlyArray<string>): VersionMismatch | null {
  if (names.includes(BEFORE_FIRST_RELEASE))
    return {
      problem: "was made before the shop's first release, and its tables cannot be brought up to date",
      remedy: "Start with an empty one: name another folder in DATA_DIR, or another database in DATABASE_URL",
    };
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return null;
  return {
    problem: `belongs to a newer version of the shop: this one does not know ${unknown.join(", ")}`,
    remedy: "Start the newer version, or restore a backup that was taken before it",
  };
}

/** How long one of two processes that start at once waits for the other's migrations. */
const LOCK_PATIENCE = "10min";

/** On PostgreSQL nothing that `connection` does is cut short from now on. */
async function waitForMigrations(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("SET statement_timeout = 0").execute(connection);
  await sql.raw(`SET lock_timeout = '${LOCK_PATIENCE}'`).execute(connection);
}

/** The limits of the pool count again for `connection`, which goes back to it. */
async function stopWaiting(connection: Kysely<Database>): Promise<void> {
  if (isSqlite(connection)) return;
  await sql.raw("RESET statement_timeout").execute(connection);
  await sql.raw("RESET lock_timeout").execute(connection);
}
