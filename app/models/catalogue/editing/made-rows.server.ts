import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

/** What is made at the desk has ids beyond those of any catalogue. */
const MADE_IDS_FROM = 100_000_000;

type MadeTable = "products" | "variants" | "product_options" | "brands" | "categories";

/** Never one of before, also once that is removed. Call it in the transaction that has locked the catalogue's version. */
export async function nextMadeId(table: MadeTable): Promise<number> {
  const { last } = await db()
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>("id").as("last"))
    .where("id", ">=", MADE_IDS_FROM)
    .executeTakeFirstOrThrow();
  const least = Math.max(MADE_IDS_FROM, (last ?? 0) + 1);
  const { last_id: id } = await db()
    .insertInto("made_ids")
    .values({ kind: table, last_id: least })
    .onConflict((conflict) =>
      conflict.column("kind").doUpdateSet({
        last_id: sql`CASE WHEN made_ids.last_id < ${least} THEN ${least} ELSE made_ids.last_id + 1 END`,
      }),
    )
    .returning("last_id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a row that comes back with the id that it had. */
export function createdBy(id: number): "catalogue" | "desk" {
  return id < MADE_IDS_FROM ? "catalogue" : "desk";
}

/**
 * Until the transaction ends nobody else edits the rows that an import writes too, and no import begins. Rows before the
 * catalogue's version, as an import locks them. SQLite has one writer anyway.
 */
export async function lockTable(table: "brands" | "categories"): Promise<void> {
  await lockRows(table);
  await bumpCatalogueVersion([]);
}

/** Whoever refers to one of them does not wait. */
export async function lockRows(table: "settings" | "brands" | "categories"): Promise<void> {
  if (isSqlite(db())) return;
  const key = sql.ref(table === "settings" ? "key" : "id");
  await sql`
    select count(*) from (
      select 1 from ${sql.table(table)} order by ${key} for no key update
    ) as held`.execute(db());
}
