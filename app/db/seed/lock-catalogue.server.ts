import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { lockRows } from "#app/models/catalogue/editing/made-rows.server.ts";

/**
 * Nobody edits settings, products, brands or categories of the catalogue from now on until the transaction ends: what is
 * found to be edited stays the truth. Rows are locked in the order of their ids, as the desk does. SQLite has one writer
 * anyway.
 */
export async function lockCatalogue(): Promise<void> {
  if (isSqlite(db())) return;
  await lockRows("settings");
  // Orders and baskets that name a product do not wait.
  await sql`
    select count(*) from (
      select 1 from products where created_by = 'catalogue' order by id for no key update
    ) as held`.execute(db());
  await lockRows("brands");
  await lockRows("categories");
}
