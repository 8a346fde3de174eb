/** Old orders get the numbers of their purchases: also where a basket was paid twice, the migration ends well. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { up as createCatalogue } from "#app/db/migrations/0001-catalogue.ts";
import { up as createOrders } from "#app/db/migrations/0003-orders.ts";
import { up as numberPurchases } from "#app/db/migrations/0040-one-payment-for-a-basket.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Old = readonly [id: string, cart: string, status: string, placedAt: string, paidAt: string | null];

const OLD: ReadonlyArray<Old> = [
  ["alone", "a", "awaiting-payment", "10:00", null],
  // Gave way to the one that was paid.
  ["superseded", "b", "cancelled", "10:00", null],
  ["paid", "b", "dispatched", "10:01", "10:05"],
  // A basket that was added to while its payment ran; the last tab of it is still open.
  ["first", "c", "delivered", "10:00", "10:05"],
  ["second", "c", "paid", "10:06", "10:07"],
  ["declined", "c", "declined", "10:08", null],
  ["waiting", "c", "awaiting-payment", "10:09", null],
  // Paid twice, as two tabs could.
  ["one", "d", "paid", "10:00", "10:06"],
  ["other", "d", "paid", "10:00", "10:05"],
  // The older one waits, the newer one was paid and given back.
  ["older", "e", "awaiting-payment", "10:00", null],
  ["newer", "e", "cancelled", "10:01", "10:02"],
];

/** Does `work` on the tables as they were, in a place of their own that is gone afterwards. */
async function onOldTables<Value>(work: (old: Migrating) => Promise<Value>): Promise<Value> {
  if (isSqlite(db())) {
    const folder = mkdtempSync(join(tmpdir(), "shop-old-tables-"));
    const old = new Kysely<unknown>({ dialect: sqliteDialect(join(folder, "shop.db")) });
    try {
      return await work(old);
    } finally {
      await old.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const done: { value?: Value } = {};
  await db()
    .transaction()
    .execute(async (transaction) => {
      await sql`CREATE SCHEMA old_tables`.execute(transaction);
      await sql`SET LOCAL search_path = old_tables`.execute(transaction);
      done.value = await work(transaction as unknown as Migrating);
      await sql`DROP SCHEMA old_tables CASCADE`.execute(transaction);
    });
  return done.value as Value;
}

async function insertOld(old: Migrating, [id, cart, status, placedAt, paidAt]: Old, number: number) {
  await sql`INSERT INTO orders (id, number, status, attempt_id, cart_id, cart_fingerprint, email, delivery_address,
      billing_address, delivery, totals, total_minor, currency, placed_at, expires_at, paid_at, updated_at)
    VALUES (${id}, ${number}, ${status}, ${id}, ${cart}, '', '', '', '', '', '', 1, 'GBP', ${placedAt}, '', ${paidAt}, '')`.execute(
    old,
  );
}

test("orders from before belong to the purchase that they gave way to, or are one of their own", async () => {
  const purchases = await onOldTables(async (old) => {
    await createCatalogue(old);
    await createOrders(old);
    for (const [index, order] of OLD.entries()) await insertOld(old, order, index);
    await numberPurchases(old);
    const { rows } = await sql<{ id: string; purchase: number }>`SELECT id, purchase FROM orders`.execute(
      old,
    );
    return Object.fromEntries(rows.map(({ id, purchase }) => [id, purchase]));
  });

  expect(purchases).toEqual({
    alone: 0,
    ...{ superseded: 0, paid: 0 },
    ...{ first: 0, second: 1, declined: 2, waiting: 2 },
    ...{ one: 0, other: 1 },
    ...{ older: 1, newer: 0 },
  });
});
