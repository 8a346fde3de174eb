/** Whether a SQLite file holds all that the shop opens with, found out without the shop's own way to its database. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { storeFrom } from "#app/models/store/from-settings.ts";
import { STORE_SETTING_KEYS, readStoreSettings } from "#app/models/store/settings.ts";

const MIGRATIONS = join(import.meta.dirname, "../app/db/migrations");
const MIGRATION = /^(\d{4}-.+)\.ts$/;

/**
 * The shop's name, where `file` has had every migration and holds settings that can be read: then nothing is left to be
 * done, and a start need not load what would do it. Null where something may be missing or wrong.
 */
export function storeNameIfReady(file: string): string | null {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    try {
      return isMigrated(database) ? nameIn(database) : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function isMigrated(database: SqliteDatabase): boolean {
  const done = database.prepare("SELECT name FROM kysely_migration ORDER BY name").pluck().all();
  const known = readdirSync(MIGRATIONS).flatMap((file) => MIGRATION.exec(file)?.[1] ?? []);
  return done.join() === known.sort().join();
}

function nameIn(database: SqliteDatabase): string {
  const rows = database.prepare<[], { key: string; value: string }>("SELECT key, value FROM settings").all();
  const settings = rows.filter(({ key }) => STORE_SETTING_KEYS.some((known) => known === key));
  const values = settings.map(({ key, value }) => [key, JSON.parse(value) as unknown] as const);
  return storeFrom(readStoreSettings(Object.fromEntries(values))).name;
}
