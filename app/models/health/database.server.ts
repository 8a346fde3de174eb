import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { migrationState } from "#app/db/migrate.server.ts";

import type { HealthLine } from "./health.ts";

/** Throws when the database does not answer. */
export async function findDatabaseHealth(): Promise<ReadonlyArray<HealthLine>> {
  return [await versionLine(), await tablesLine()];
}

async function versionLine(): Promise<HealthLine> {
  const isFile = isSqlite(db());
  const query = isFile
    ? sql<{ version: string }>`select sqlite_version() as version`
    : sql<{ version: string }>`select current_setting('server_version') as version`;
  const { rows } = await query.execute(db());
  const words = `${isFile ? "SQLite" : "PostgreSQL"} ${rows[0]?.version ?? ""}`;
  return { what: "database", verdict: "ok", words };
}

async function tablesLine(): Promise<HealthLine> {
  const what = "tables";
  const { pending, mismatch, isEmpty } = await migrationState();
  if (mismatch)
    return { what, verdict: "fail", words: `the database ${mismatch.problem}`, remedy: mismatch.remedy };
  if (isEmpty) return { what, verdict: "fail", words: "there are none yet: the first start makes them" };
  if (pending.length > 0)
    return { what, verdict: "warn", words: `the next start brings up to date: ${pending.join(", ")}` };
  return { what, verdict: "ok", words: "up to date" };
}
