/** Puts the database of a running shop back to what it was when the shop was started. */
import { rmSync } from "node:fs";
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

/** Processes see by these that another one has changed something, so they only rise. */
const COUNTERS = ["catalogue_version", "content_version"];
/** The shop keeps these in memory (its search index for one) and looks at them again only after a while. */
const IN_MEMORY = [
  ...["brands", "categories", "product_categories", "products", "variants"],
  ...["product_options", "product_option_values", "settings"],
];
/** What a sale or a review changes in those is not in memory. */
const CHANGED_BY_VISITORS: Readonly<Record<string, ReadonlyArray<string>>> = {
  products: ["rating_count", "rating_average_hundredths", "rating_distribution"],
  variants: ["on_hand", "reserved"],
};
const LOCK_PATIENCE_MS = 10_000;
const JOB_MAX_MS = 60_000;
const LOOK_EVERY_MS = 20;
const RUNNING_JOB = "SELECT 1 FROM jobs WHERE status = 'running'";

/**
 * "same": there was nothing to put back. "busy": a job is running, so nothing was touched. "unknown": something has
 * changed that the shop may have in memory, so nothing was touched.
 */
export type Restored = "same" | "restored" | "busy" | "unknown";

/** Makes the rows of `file` those of `fresh`, in one transaction. */
export function restoreDatabase(file: string, fresh: string): Restored {
  const database = new SqliteDatabase(file, { timeout: LOCK_PATIENCE_MS });
  try {
    database.pragma("foreign_keys = OFF");
    database.pragma("synchronous = OFF");
    database.prepare("ATTACH ? AS fresh").run(fresh);
    // The worker of the shop takes a job by a write, so from here on none begins.
    return database.transaction(() => restore(database)).immediate();
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY")) return "busy";
    throw error;
  } finally {
    database.close();
  }
}

/** Remembers what the database of a running shop holds while no job is running. Answers with what puts that back. */
export async function rememberDatabase(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "shop.db");
  const fresh = join(dataDir, "remembered.db");
  await untilDone(() => copyAtRest(file, fresh));
  return () => untilDone(() => /^(?:same|restored)$/.test(restoreDatabase(file, fresh)));
}

/** False, and no copy, while a job is running. */
function copyAtRest(file: string, copy: string): boolean {
  rmSync(copy, { force: true });
  const database = new SqliteDatabase(file, { timeout: LOCK_PATIENCE_MS });
  database.prepare("VACUUM INTO ?").run(copy);
  database.close();
  const copied = new SqliteDatabase(copy);
  const isAtRest = !has(copied, RUNNING_JOB);
  copied.close();
  return isAtRest;
}

async function untilDone(work: () => boolean): Promise<void> {
  const end = Date.now() + JOB_MAX_MS;
  while (!work()) {
    if (Date.now() > end) throw new Error("The shop has not come to rest");
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function restore(database: SqliteDatabase): Restored {
  if (has(database, RUNNING_JOB)) return "busy";
  if (differs(database, "sqlite_master", "type, name, tbl_name, sql")) return "unknown";
  const changed = tablesOf(database).filter((table) => differs(database, table, "*"));
  if (changed.length === 0) return "same";
  if (changed.some((table) => isInMemory(database, table))) return "unknown";
  for (const table of changed) putBack(database, table);
  for (const counter of COUNTERS) database.exec(`UPDATE main.${counter} SET version = version + 1`);
  return "restored";
}

function tablesOf(database: SqliteDatabase): ReadonlyArray<string> {
  const names = database
    .prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .pluck()
    .all() as Array<string>;
  return names.filter((name) => !COUNTERS.includes(name));
}

function differs(database: SqliteDatabase, table: string, columns: string): boolean {
  const [now, before] = ["main", "fresh"].map((schema) => `SELECT ${columns} FROM ${schema}."${table}"`);
  return has(database, `${now} EXCEPT ${before}`) || has(database, `${before} EXCEPT ${now}`);
}

/** The tables of the full-text index cannot be written by themselves. */
function isInMemory(database: SqliteDatabase, table: string): boolean {
  if (/^search_terms_/.test(table)) return true;
  if (!IN_MEMORY.includes(table)) return false;
  const changing = CHANGED_BY_VISITORS[table] ?? [];
  const columns = database
    .prepare("SELECT name FROM pragma_table_info(?)")
    .pluck()
    .all(table) as Array<string>;
  return differs(database, table, columns.filter((column) => !changing.includes(column)).join(", "));
}

/** The log takes no deletion, so its triggers are lifted for a moment. */
function putBack(database: SqliteDatabase, table: string): void {
  const triggers = database
    .prepare("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
    .all(table) as Array<{ name: string; sql: string }>;
  for (const { name } of triggers) database.exec(`DROP TRIGGER main."${name}"`);
  database.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM fresh."${table}"`);
  for (const { sql } of triggers) database.exec(sql);
}

function has(database: SqliteDatabase, query: string): boolean {
  return database.prepare(`SELECT EXISTS (${query})`).pluck().get() === 1;
}
