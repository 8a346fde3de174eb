import { constants, existsSync } from "node:fs";
import { chmod, copyFile, open, rename, rm } from "node:fs/promises";

import { BackupError, compareTableRows, type RowCounts } from "./backup-manifest.server.ts";
import { SqliteDatabase } from "./sqlite-database.server.ts";

const PAGES_AT_ONCE = 200;
const PATIENCE_MS = 5_000;
const SUMMARY_TABLES = ["products", "orders", "customers"] as const;

export type BackupCopy = Readonly<{ rows: RowCounts; migrations: Array<string> }>;
export type OnProgress = (done: number, total: number) => void;

/** By SQLite's online backup, while writers go on. Throws BackupError when the copy is not sound. */
export async function copySqlite(
  source: string,
  target: string,
  onProgress: OnProgress,
): Promise<BackupCopy> {
  if (!existsSync(source)) throw new BackupError(`There is no database at ${source}.`);
  const database = new SqliteDatabase(source, { readonly: true, timeout: PATIENCE_MS });
  try {
    // An open transaction keeps this moment: without it every write of the shop would begin the copy anew.
    database.exec("BEGIN");
    const rows = countRows(database);
    if (Object.keys(rows).length === 0) throw new BackupError(`The database at ${source} has no tables yet.`);
    const copied = { rows, migrations: migrationsOf(database) };
    const { totalPages } = await database.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_AT_ONCE;
      },
    });
    onProgress(totalPages, totalPages);
    await chmod(target, 0o600);
    compareTableRows(copied.rows, checkSqlite(target, "w"), "The copy");
    return copied;
  } finally {
    database.close();
  }
}

/** Checks every page, reference and row. Throws BackupError. */
export function checkSqlite(file: string, mode: "r" | "w" = "r"): RowCounts {
  const database = new SqliteDatabase(file, {
    readonly: mode === "r",
    fileMustExist: true,
    timeout: PATIENCE_MS,
  });
  try {
    // One file that can be carried about, instead of a log beside it.
    if (mode === "w") database.pragma("journal_mode = DELETE");
    const problems = database.pragma("integrity_check") as Array<{ integrity_check: string }>;
    if (problems[0]?.integrity_check !== "ok")
      throw new BackupError(`${file} is damaged: ${problems[0]?.integrity_check ?? "no answer"}.`);
    const orphans = database.pragma("foreign_key_check") as Array<unknown>;
    if (orphans.length > 0)
      throw new BackupError(`${file} has ${orphans.length} rows that refer to nothing.`);
    return countRows(database);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file} cannot be read: ${(error as Error).message}.`);
  } finally {
    database.close();
  }
}

function countRows(database: SqliteDatabase): RowCounts {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    .pluck()
    .all() as Array<string>;
  return Object.fromEntries(
    tables.map((table) => [
      table,
      database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number,
    ]),
  );
}

function migrationsOf(database: SqliteDatabase): Array<string> {
  return database.prepare("SELECT name FROM kysely_migration ORDER BY name").pluck().all() as Array<string>;
}

export function stateOfSqlite(file: string): "empty" | "in use" | "filled" {
  if (!existsSync(file)) return "empty";
  const database = new SqliteDatabase(file, { timeout: 0 });
  try {
    // Leaving the write-ahead log needs the database for oneself: it fails while anybody else has it open.
    database.pragma("journal_mode = DELETE");
    const rows = countRows(database);
    return SUMMARY_TABLES.some((table) => (rows[table] ?? 0) > 0) ? "filled" : "empty";
  } catch (error) {
    const { code } = error as { code?: string };
    // Damaged is a good reason to restore, and not ours to throw away.
    return code?.startsWith("SQLITE_BUSY") || code?.startsWith("SQLITE_LOCKED") ? "in use" : "filled";
  } finally {
    database.close();
  }
}

/** What was at `target` lies at `aside` afterwards. */
export async function replaceSqlite(backup: string, target: string, aside: string): Promise<void> {
  const arriving = `${target}.restoring`;
  await rm(arriving, { force: true });
  await copyFile(backup, arriving, constants.COPYFILE_EXCL);
  const handle = await open(arriving, "r+");
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  for (const end of ["", "-wal", "-shm"])
    if (existsSync(`${target}${end}`)) await rename(`${target}${end}`, `${aside}${end}`);
  await rename(arriving, target);
}
