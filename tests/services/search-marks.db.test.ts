/** Which products the triggers of the database mark for the search, whoever changes them. */
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { indexChanges, markedCount } from "#app/services/search/embedded/indexing.server.ts";
import { embeddedSearch } from "#app/services/search/embedded/search.server.ts";
import { databaseSettings, useTestDatabase } from "#tests/support/shops/database.ts";
import { hasPostgresServer } from "#tests/support/shops/postgres.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const RAINBOW_STACKER = 101;

beforeEach(async () => {
  await indexChanges({ chunk: 100, budgetMs: 60_000 });
});

async function markedIds(): Promise<ReadonlyArray<number>> {
  const marks = await rowsOf("search_marks");
  return marks.map(({ product_id }) => product_id).sort((a, b) => a - b);
}

/** What `statement` marks; it is rolled back. */
async function markedBy(statement: string): Promise<ReadonlyArray<number>> {
  const { ids } = await transact(async () => {
    await sql.raw(statement).execute(db());
    return { ok: false, ids: await markedIds() };
  });
  return ids;
}

const OF_STACKER = `product_id = ${RAINBOW_STACKER}`;
const ANOTHER = 105;

describe("what is moved from one product to another marks both", () => {
  test.each([
    [
      "a variant",
      `UPDATE variants SET product_id = ${ANOTHER}, position = position + 50 WHERE ${OF_STACKER}`,
    ],
    ["an option", `UPDATE product_options SET product_id = ${ANOTHER}, position = 50 WHERE ${OF_STACKER}`],
    [
      "a value of an option",
      `UPDATE product_option_values SET key = 'moved', label = 'Moved', position = 50, option_id =
         (SELECT min(id) FROM product_options WHERE product_id = ${ANOTHER})
       WHERE position = 0 AND option_id IN (SELECT id FROM product_options WHERE ${OF_STACKER})`,
    ],
  ])("%s", async (_, statement) => {
    expect(await markedBy(statement)).toEqual([RAINBOW_STACKER, ANOTHER]);
  });
});

describe("what is removed marks its products", () => {
  test.each([
    [
      "an option's values",
      `DELETE FROM product_option_values WHERE option_id IN
       (SELECT id FROM product_options WHERE ${OF_STACKER})`,
    ],
    ["a place in a category", `DELETE FROM product_categories WHERE ${OF_STACKER}`],
  ])("%s", async (_, statement) => {
    expect(await markedBy(statement)).toEqual([RAINBOW_STACKER]);
  });
});

test.each(["products", "variants", "product_option_values", "brands", "categories"] as const)(
  "an update of %s to the same values marks nothing",
  async (table) => {
    const columns = {
      products: "rating_count = rating_count, name = name",
      variants: "sku = sku, is_visible = is_visible",
      product_option_values: "label = label",
      brands: "name = name",
      categories: "name = name, path = path",
    };

    expect(await markedBy(`UPDATE ${table} SET ${columns[table]}`)).toEqual([]);
  },
);

test.runIf(hasPostgresServer)(
  "a change that a job cannot see yet is in the index once it is committed",
  async () => {
    const shop = new pg.Client({ connectionString: databaseSettings()?.["DATABASE_URL"] });
    await shop.connect();
    try {
      await changeRows("products", { id: RAINBOW_STACKER }, { search_keywords: "waiting" });
      await shop.query("BEGIN");
      await shop.query(`UPDATE products SET name = 'Quixotic Stacker' WHERE id = ${RAINBOW_STACKER}`);

      await indexChanges({ chunk: 10, budgetMs: 60_000 });
      await shop.query("COMMIT");
      await indexChanges({ chunk: 10, budgetMs: 60_000 });
    } finally {
      await shop.end();
    }

    expect(await markedCount()).toBe(0);
    expect((await embeddedSearch.search("quixotic")).productIds).toEqual([RAINBOW_STACKER]);
  },
);
