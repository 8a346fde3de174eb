import { databaseState, whyNotCurrent } from "#app/db/database-state.server.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { storeFrom } from "#app/models/store/from-settings.ts";
import { STORE_SETTING_KEYS, readStoreSettings } from "#app/models/store/settings.ts";

import { SECRET_MARK, secretMarks } from "./secret-mark.ts";

/**
 * Null where a migration or settings may be missing, the search lacks products, or the secret is not that of the last
 * start. Without the shop's own modules, so that a start loads less.
 */
export function storeNameIfReady(file: string): string | null {
  try {
    const database = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
    try {
      return isMigrated(database) && isIndexed(database) ? nameIn(database) : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function isMigrated(database: SqliteDatabase): boolean {
  const done = database.prepare<[], string>("SELECT name FROM kysely_migration").pluck().all();
  return whyNotCurrent(databaseState(done)) === null;
}

function isIndexed(database: SqliteDatabase): boolean {
  return database.prepare("SELECT 1 FROM search_marks LIMIT 1").get() === undefined;
}

function nameIn(database: SqliteDatabase): string | null {
  const rows = database.prepare<[], { key: string; value: string }>("SELECT key, value FROM settings").all();
  if (rows.find(({ key }) => key === SECRET_MARK)?.value !== secretMarks()[0]) return null;
  const settings = rows.filter(({ key }) => STORE_SETTING_KEYS.some((known) => known === key));
  const values = settings.map(({ key, value }) => [key, JSON.parse(value) as unknown] as const);
  return storeFrom(readStoreSettings(Object.fromEntries(values))).name;
}
