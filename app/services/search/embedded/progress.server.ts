import { db } from "#app/db/db.server.ts";
import type { SearchProgressTable } from "#app/db/schema.ts";

/** Who is silent for so long, in milliseconds, is taken to be dead. */
const LEASE_MS = 60_000;

export function readProgress(): Promise<SearchProgressTable> {
  return db().selectFrom("search_progress").selectAll().executeTakeFirstOrThrow();
}

export async function noteProgress(values: Partial<SearchProgressTable>): Promise<void> {
  await db().updateTable("search_progress").set(values).execute();
}

/** Null: another process is at work already. `work` must end within the lease. */
export async function aloneAtWork<Value>(work: () => Promise<Value>): Promise<Value | null> {
  const now = Date.now();
  const lease = new Date(now + LEASE_MS).toISOString();
  const { numUpdatedRows } = await db()
    .updateTable("search_progress")
    .set({ leased_until: lease })
    .where("leased_until", "<", new Date(now).toISOString())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  try {
    return await work();
  } finally {
    await db()
      .updateTable("search_progress")
      .set({ leased_until: "" })
      .where("leased_until", "=", lease)
      .execute();
  }
}
