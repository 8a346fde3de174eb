import { readdirSync } from "node:fs";
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { storeFrom } from "#app/models/store/from-settings.ts";
import { STORE_SETTING_KEYS, readStoreSettings } from "#app/models/store/settings.ts";

const MIGRATIONS = join(import.meta.dirname, "../app/db/migrations");
const MIGRATION = /^(\d{4}-.+)\.ts$/;

/** Null where a migration or settings may be missing. Without the shop's own modules, so that a start loads less. */
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
