import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { config } from "#app/config.server.ts";

import { BackupError } from "./backup-manifest.server.ts";
import { restoreTargetState } from "./backup-postgres.server.ts";
import { checkSqlite, replaceSqlite, stateOfSqlite } from "./backup-sqlite.server.ts";
import { postgresSource, postgresTarget } from "./copy-postgres.server.ts";
import { type CopyReport, copyRows } from "./copy-rows.server.ts";
import { sqliteReferences, sqliteSource, sqliteTarget } from "./copy-sqlite.server.ts";
import { closeDatabase, connectTo } from "./db.server.ts";
import { postgresDialect, sqliteDialect } from "./dialect.server.ts";
import { migrate } from "./migrate.server.ts";
import { withClient } from "./postgres-client.server.ts";
import { SqliteDatabase } from "./sqlite-database.server.ts";

type CopyOptions = Readonly<{
  isForced: boolean;
  now: Date;
  onProgress: (done: number, total: number) => void;
}>;

type CopyOutcome = CopyReport &
  Readonly<{
    /** Where the SQLite file that was there lies now; null when none was, or in PostgreSQL. */
    aside: string | null;
  }>;

type State = "empty" | "in use" | "filled";

/** On BackupError the SQLite file is as it was, and PostgreSQL's tables are empty. No shop may be open on either. */
export async function copyDatabase(to: "postgres" | "sqlite", options: CopyOptions): Promise<CopyOutcome> {
  const url = config.databaseUrl;
  if (!url) throw new BackupError("DATABASE_URL names no PostgreSQL database");
  const file = join(config.dataDir, "shop.db");
  // Whatever this process has open would count as a shop.
  await closeDatabase();
  const [sqlite, postgres] = [stateOfSqlite(file), await restoreTargetState(url)];
  if (sqlite === "in use" || postgres === "in use")
    throw new BackupError(
      `A shop is open on the ${sqlite === "in use" ? "SQLite" : "PostgreSQL"} database: stop it first`,
    );
  return to === "postgres"
    ? toPostgres({ file, url }, [sqlite, postgres], options)
    : toSqlite({ file, url }, [postgres, sqlite], options);
}

function checkStates([source, target]: readonly [State, State], isForced: boolean): void {
  if (source === "empty") throw new BackupError("There is no shop in the database that is to be copied");
  if (target === "filled" && !isForced)
    throw new BackupError(
      "The database that is to be written is not empty: say --yes to replace what is in it",
    );
}

type Place = Readonly<{ file: string; url: string }>;
type States = readonly [source: State, target: State];

async function toPostgres({ file, url }: Place, states: States, options: CopyOptions): Promise<CopyOutcome> {
  checkStates(states, options.isForced);
  // As new: nothing that is made from the rows that were there is left.
  if (states[1] === "filled")
    await withClient(url, (client) => client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public"));
  connectTo(postgresDialect(url));
  await migrate();
  await closeDatabase();
  const handle = new SqliteDatabase(file, { fileMustExist: true });
  try {
    return await withClient(url, async (client) => {
      const references = sqliteReferences(handle);
      const source = sqliteSource(handle);
      const copied = await copyRows(source, await postgresTarget(client), { ...options, references });
      return { ...copied, aside: null };
    });
  } finally {
    handle.close();
  }
}

async function toSqlite({ file, url }: Place, states: States, options: CopyOptions): Promise<CopyOutcome> {
  checkStates(states, options.isForced);
  const unfinished = `${file}.copying`;
  await removeFile(unfinished);
  connectTo(sqliteDialect(unfinished));
  await migrate();
  await closeDatabase();
  const handle = new SqliteDatabase(unfinished, { fileMustExist: true });
  try {
    const copied = await withClient(url, async (client) => {
      const references = sqliteReferences(handle);
      return copyRows(await postgresSource(client), sqliteTarget(handle), { ...options, references });
    });
    handle.close();
    checkSqlite(unfinished, "w");
    const aside = `${file}.before-copy-${options.now.toISOString().replaceAll(":", "-")}`;
    const wasThere = existsSync(file);
    await replaceSqlite(unfinished, file, aside);
    return { ...copied, aside: wasThere ? aside : null };
  } finally {
    handle.close();
    await removeFile(unfinished);
  }
}

async function removeFile(file: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
}
