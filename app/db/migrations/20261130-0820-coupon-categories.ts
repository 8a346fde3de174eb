/** Coupons name categories by id, so that one which is renamed keeps its coupons. The build before reads the paths. */
import { sql } from "kysely";

import type { Migrating } from "./ddl.ts";

type Rules = Readonly<Record<string, unknown>> & Readonly<{ categories?: ReadonlyArray<string> }>;

export async function up(db: Migrating): Promise<void> {
  const categories = await sql<{ id: number; path: string }>`SELECT id, path FROM categories`.execute(db);
  const ids = new Map(categories.rows.map(({ id, path }) => [path, id]));
  const coupons = await sql<{ id: number; rules: string }>`SELECT id, rules FROM coupons`.execute(db);
  for (const { id, rules } of coupons.rows) {
    const read = JSON.parse(rules) as Rules;
    const named = read.categories ?? [];
    if (named.length === 0) continue;
    // A path that leads nowhere matched nothing, and still does: no category has this number.
    const withIds = JSON.stringify({ ...read, category_ids: named.map((path) => ids.get(path) ?? 0) });
    await sql`UPDATE coupons SET rules = ${withIds} WHERE id = ${id}`.execute(db);
  }
}
