/** What must hold in a shop's database after every storm and every journey, on either engine. */
import { join } from "node:path";

import { Kysely, sql } from "kysely";

import { postgresDialect, sqliteDialect } from "#app/db/dialect.server.ts";
import type { Database } from "#app/db/schema.ts";
import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";

/** Holds where nobody adds to a line that an order waits with. */
const EMPTIED = "no basket still holds all that was ordered from it and paid";
const STILL_FULL = `SELECT orders.id FROM orders JOIN order_lines ON order_lines.order_id = orders.id
  LEFT JOIN cart_lines ON cart_lines.cart_id = orders.cart_id AND cart_lines.variant_id = order_lines.variant_id
    AND cart_lines.quantity >= order_lines.quantity AND cart_lines.added_at < orders.placed_at
  WHERE orders.paid_at IS NOT NULL GROUP BY orders.id HAVING COUNT(order_lines.id) = COUNT(cart_lines.id)`;

/**
 * The invariants that do not hold, each with the first rows that break it; empty when all is well.
 * `where` is the shop's data folder, or the address of its PostgreSQL database.
 */
export async function brokenInvariants(where: string): Promise<ReadonlyArray<string>> {
  const database = openShop(where);
  try {
    return [...(await brokenQueries(database)), ...(isPostgres(where) ? [] : await brokenFile(database))];
  } finally {
    await database.destroy();
  }
}

/** The shop's database for queries. Destroy it yourself. */
export function openShop(where: string): Kysely<Database> {
  const dialect = isPostgres(where) ? postgresDialect(where) : sqliteDialect(join(where, "shop.db"));
  return new Kysely<Database>({ dialect });
}

/** Opens the shop's SQLite file for reading. Close it yourself. */
export function openShopDatabase(dataDir: string): SqliteDatabase {
  return new SqliteDatabase(join(dataDir, "shop.db"), { readonly: true, timeout: 5_000 });
}

function isPostgres(where: string): boolean {
  return /^postgres(ql)?:/.test(where);
}

/** Those that do not hold in `database`, without a look at its file. */
export async function brokenQueries(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const full = await sql.raw<{ id: string }>(STILL_FULL).execute(database);
  const broken = [
    ...(await findBreaks(database, { isYoung: true, isAtRest: true })),
    ...full.rows.map(({ id }) => ({ invariant: EMPTIED, id })),
  ];
  const names = [...new Set(broken.map(({ invariant }) => invariant))];
  return names.map((name) => {
    const ids = broken.filter(({ invariant }) => invariant === name).map(({ id }) => id);
    return `${name}: ${JSON.stringify(ids.slice(0, 5))}`;
  });
}

async function brokenFile(database: Kysely<Database>): Promise<ReadonlyArray<string>> {
  const integrity = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(database);
  const foreign = await sql`PRAGMA foreign_key_check`.execute(database);
  const isWhole = integrity.rows[0]?.integrity_check === "ok";
  return [
    ...(isWhole ? [] : ["integrity_check"]),
    ...(foreign.rows.length === 0 ? [] : ["foreign_key_check"]),
  ];
}
