/** Changes to a running shop's catalogue from outside, each with the way to take it back. */
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

type Undo = () => void;

/** Other shoppers hold every unit of `sku`. */
export function reserveAll(dataDir: string, sku: string): Undo {
  run(dataDir, `UPDATE variants SET reserved = on_hand WHERE sku = ?`, [sku]);
  return () => run(dataDir, `UPDATE variants SET reserved = 0 WHERE sku = ?`, [sku]);
}

/** A copy of the category at `path`, without any product, at `emptyPath` of the same depth. */
export function addEmptyCategory(dataDir: string, path: string, emptyPath: string): Undo {
  const slug = emptyPath.slice(emptyPath.lastIndexOf("/") + 1);
  run(
    dataDir,
    `INSERT INTO categories (id, path, name, slug, parent_id, depth, description, image, sort_order,
       default_product_sort, page_title, meta_description, search_keywords, age_band_min_months, age_band_max_months,
       is_visible, changed_at)
     SELECT (SELECT max(id) + 1 FROM categories), ?, ?, 'Empty shelf', parent_id, depth,
       description, image, sort_order, default_product_sort, page_title, meta_description, search_keywords,
       age_band_min_months, age_band_max_months, is_visible, changed_at FROM categories WHERE path = ?`,
    [emptyPath, slug, path],
  );
  return () => run(dataDir, `DELETE FROM categories WHERE path = ?`, [emptyPath]);
}

/** Ray gives all units of the gifts that wait for a payment, whose holds are over. */
export function giveMeanwhile(dataDir: string): void {
  run(dataDir, `UPDATE gift_list_claims SET held_until = ? WHERE way = 'order' AND state = 'held'`, [
    "2000-01-01T00:00:00.000Z",
  ]);
  run(
    dataDir,
    `INSERT INTO gift_list_claims (id, list_id, gift_id, way, state, units, giver_name, email, email_key, created_at,
       confirmed_at)
     SELECT 'claim_' || substr(id, 8) || 'R', list_id, gift_id, 'elsewhere', 'taken', 2, ?, ?, ?, created_at, confirmed_at
       FROM gift_list_claims WHERE way = 'order' AND state = 'held'`,
    ["Ray", "ray@example.org", "ray@example.org"],
  );
}

type Given = Readonly<{ listId: string; orderId: string }>;

/** The gifts of the list are what the order brought. */
export function giveByOrder(dataDir: string, { listId, orderId }: Given): void {
  run(
    dataDir,
    `INSERT INTO gift_list_claims (id, list_id, gift_id, way, state, units, giver_name, email, email_key, order_id,
       created_at, confirmed_at)
     SELECT 'claim_' || substr(id, 6), list_id, id, 'order', 'taken', 1, ?, ?, ?, ?, ?, ?
       FROM gift_list_gifts WHERE list_id = ?`,
    ["Margaret", ...Array<string>(2).fill("margaret@example.org"), orderId, ...nowTwice(), listId],
  );
}

function nowTwice(): ReadonlyArray<string> {
  const now = new Date().toISOString();
  return [now, now];
}

function run(dataDir: string, statement: string, values: ReadonlyArray<string>): void {
  const database = new SqliteDatabase(join(dataDir, "shop.db"), { timeout: 5_000 });
  try {
    database.prepare(statement).run(...values);
    database.prepare("UPDATE catalogue_version SET version = version + 1").run();
  } finally {
    database.close();
  }
}
