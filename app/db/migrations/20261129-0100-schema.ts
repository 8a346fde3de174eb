/**
 * Version 1, one file for each group of tables. Prices are minor units with VAT, lengths mm, weights grams, ages months,
 * times ISO 8601 text in UTC.
 */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { createTables, type Migrating, run } from "./ddl.ts";
import { CATALOGUE_TABLES } from "./schema/catalogue.ts";
import { CUSTOMER_TABLES } from "./schema/customers.ts";
import { DESK_TABLES } from "./schema/desk.ts";
import { GIFT_LIST_TABLES } from "./schema/gift-lists.ts";
import { protectAuditLog, protectDeskLog } from "./schema/logs.ts";
import { MARKETING_TABLES } from "./schema/marketing.ts";
import { ORDER_TABLES } from "./schema/orders.ts";
import { SEARCH_IN_POSTGRES, SEARCH_IN_SQLITE } from "./schema/search.ts";
import { SHOP_TABLES } from "./schema/shop.ts";

export async function up(db: Migrating): Promise<void> {
  // Each after those that its tables refer to.
  const groups = [
    ...[...SHOP_TABLES, ...CATALOGUE_TABLES, ...CUSTOMER_TABLES, ...ORDER_TABLES],
    ...[...GIFT_LIST_TABLES, ...DESK_TABLES, ...MARKETING_TABLES],
    isSqlite(db) ? SEARCH_IN_SQLITE : SEARCH_IN_POSTGRES,
  ];
  for (const tables of groups) await createTables(db, tables);
  await protectAuditLog(db);
  await protectDeskLog(db);
  await run(db, [
    "INSERT INTO catalogue_version (id, version) VALUES (1, 1)",
    "INSERT INTO content_version (id, version) VALUES (1, 1)",
    `INSERT INTO search_progress
       (id, is_ready, revision, crawl_cursor, crawl_work_ms, indexed_version, backoff_until, leased_until)
     VALUES (1, 0, 0, 0, 0, 0, '', '')`,
  ]);
}
