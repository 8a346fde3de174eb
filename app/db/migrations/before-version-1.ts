/** Databases from while version 1 was built: they ran `BEFORE_FIRST` and have the tables of the one migration. */
import { BEFORE_FIRST, FIRST } from "#app/db/database-state.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";

import { type Migrating, run } from "./ddl.ts";
import { ONE_PAYMENT } from "./schema/orders.ts";

/** From now on they count as `FIRST`, which is noted with the time of the oldest. In a transaction. */
export async function takeOver(db: Migrating): Promise<void> {
  await run(db, [
    `UPDATE kysely_migration SET name = '${FIRST}' WHERE name = '${BEFORE_FIRST[0]}'`,
    `DELETE FROM kysely_migration WHERE name IN ('${BEFORE_FIRST.join("', '")}')`,
    ...SENT_ORDERS,
    ...(isSqlite(db) ? [] : POSTGRES_NAMES),
  ]);
}

const dispatched = ([table, column]: readonly [string, string]) =>
  `UPDATE ${table} SET ${column} = replace(${column}, 'dispatched', 'shipped')
   WHERE ${column} IN ('dispatched', 'partially-dispatched')`;

/** Before 25 November 2026 orders that were sent had other states, and the index named those. */
const SENT_ORDERS = [
  "DROP INDEX orders_one_payment",
  dispatched(["orders", "status"]),
  dispatched(["order_history", "from_status"]),
  dispatched(["order_history", "to_status"]),
  ONE_PAYMENT,
];

const renamed = ([table, from, to]: readonly [string, string, string]) =>
  `ALTER TABLE ${table} RENAME CONSTRAINT ${table}_${from} TO ${table}_${to}`;

/** Tables that were made beside an older one, under another name. */
const POSTGRES_NAMES = [
  renamed(["file_import_lines", "next_outcome_check", "outcome_check"]),
  renamed(["file_import_lines", "next_pkey", "pkey"]),
  renamed(["file_import_lines", "next_import_id_fkey", "import_id_fkey"]),
  renamed(["gift_list_devices", "by_address_pkey", "pkey"]),
  renamed(["gift_list_devices", "by_address_list_id_fkey", "list_id_fkey"]),
  renamed(["price_history", "pkey1", "pkey"]),
  "ALTER SEQUENCE price_history_id_seq1 RENAME TO price_history_id_seq",
];
