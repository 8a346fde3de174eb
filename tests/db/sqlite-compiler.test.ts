import { join } from "node:path";

import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sqliteDialect } from "#app/db/dialect.server.ts";
import type { Database } from "#app/db/schema.ts";
import { INDEX_CONDITION_COLUMNS } from "#app/db/sqlite-driver.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

/** A column that an index compares with a constant, such as "WHERE is_visible = 1". */
const COMPARED = /(\w+)\s*(?:=|>|\bIN\b)\s*[\d('"]/gi;

const folder = newFolder();
let shop: Kysely<Database>;

beforeAll(async () => {
  await copySeededDatabase("demo", join(folder, "shop.db"));
  shop = new Kysely<Database>({ dialect: sqliteDialect(join(folder, "shop.db")) });
});

afterAll(async () => {
  await shop.destroy();
});

test("a query for SQLite has constants in its text where a partial index needs them, and parameters elsewhere", async () => {
  const requested = shop
    .selectFrom("products")
    .select("id")
    .where("products.is_visible", "=", 1)
    .where("slug", "=", "rainbow-stacker");

  expect(requested.compile()).toMatchObject({
    sql: `select "id" from "products" where "products"."is_visible" = 1 and "slug" = ?`,
    parameters: ["rainbow-stacker"],
  });
  expect(await requested.execute()).toEqual([{ id: 101 }]);
});

test("a list of constants is written into the text too", async () => {
  const requested = shop.selectFrom("jobs").select("id").where("status", "in", ["waiting", "dead"]);

  expect(requested.compile()).toMatchObject({
    sql: `select "id" from "jobs" where "status" in ('waiting', 'dead')`,
    parameters: [],
  });
  expect(await requested.execute()).toEqual([]);
});

test("a text that is not one of the shop's constants is never written into a query", async () => {
  const typed = "paid' or 1=1 --" as "paid";
  const requested = shop
    .selectFrom("orders")
    .select("id")
    .where("status", "=", typed)
    .where("orders.status", "in", ["paid", typed]);

  expect(requested.compile().sql).not.toContain("1=1");
  expect(requested.compile().parameters).toEqual([typed, "paid", typed]);
  expect(await requested.execute()).toEqual([]);
});

test("every column that a partial index compares with a constant is known to the compiler", async () => {
  const { rows } = await sql<{ sql: string }>`
    SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`.execute(shop);
  const conditions = rows.map((row) => row.sql.split(" WHERE ")[1] ?? "");
  const compared = conditions.flatMap((text) => [...text.matchAll(COMPARED)].map(([, column]) => column));

  expect(compared).toContain("is_visible");
  expect([...INDEX_CONDITION_COLUMNS].sort()).toEqual([...new Set(compared)].sort());
});
