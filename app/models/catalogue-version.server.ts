/** Counts every change of the catalogue, so that what is kept in memory is dropped in time. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

/** Number of the catalogue as it stands. */
export async function catalogueVersion(): Promise<number> {
  const row = await db().selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
  return row.version;
}

/** Says that the catalogue has changed. Call it inside the transaction that changes it. */
export async function bumpCatalogueVersion(): Promise<void> {
  await db()
    .updateTable("catalogue_version")
    .set({ version: sql<number>`version + 1` })
    .execute();
}

/**
 * `read` whose answer is kept in memory until the catalogue changes. Answers that are asked for at the same time
 * share one read; a read that fails is not kept. Inside a transaction nothing is kept: it may still be undone.
 */
export function keptPerVersion<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: Readonly<{ source: unknown; version: number; value: Promise<Value> }> | null = null;
  return async () => {
    const source = db();
    if (source.isTransaction) return read();
    const version = await catalogueVersion();
    if (kept?.source === source && kept.version === version) return kept.value;
    const value = read();
    kept = { source, version, value };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return value;
  };
}
