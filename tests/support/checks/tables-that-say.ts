import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

/** Every table outside the catalogue in which one of `traces` can be read. */
export async function tablesThatSay(traces: ReadonlyArray<string>): Promise<ReadonlyArray<string>> {
  const tables = await db().introspection.getTables();
  const found: Array<string> = [];
  for (const { name } of tables) {
    if (["products", "reviews", "brands", "settings", "categories"].includes(name)) continue;
    const rows = await db()
      .selectFrom(name as keyof Database)
      .selectAll()
      .execute();
    if (traces.some((trace) => JSON.stringify(rows).includes(trace))) found.push(name);
  }
  return found;
}
