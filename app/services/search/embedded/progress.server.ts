import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Slicing } from "#app/models/search/popularity-rank.ts";

/** Moves with every change of the vocabulary. */
export async function readRevision(): Promise<number> {
  const { revision } = await db().selectFrom("search_progress").select("revision").executeTakeFirstOrThrow();
  return revision;
}

/** In the transaction of the change. */
export async function raiseRevision(): Promise<void> {
  await db()
    .updateTable("search_progress")
    .set({ revision: sql<number>`revision + 1` })
    .execute();
}

/** Null before products were spread over slices. */
export async function readSlicing(): Promise<Slicing | null> {
  const { slicing } = await db().selectFrom("search_progress").select("slicing").executeTakeFirstOrThrow();
  return slicing === null ? null : (JSON.parse(slicing) as Slicing);
}

export async function writeSlicing(slicing: Slicing): Promise<void> {
  await db()
    .updateTable("search_progress")
    .set({ slicing: JSON.stringify(slicing) })
    .execute();
}
