/**
 * The triggers of 20261129-1330-search-marks.ts anew. Whoever changes a product locks its mark, so that a job which cannot
 * see the change yet leaves the mark. What moves marks both products, and an update to the same values marks none.
 */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { type Migrating, run } from "./ddl.ts";

type Row = "OLD" | "NEW";

/** Columns whose update counts, and the products to mark for a changed row. */
type Change = readonly [columns: ReadonlyArray<string>, products: (row: Row) => string];

const own = (row: Row) => `SELECT ${row}.product_id AS id`;

const CHANGES: Readonly<Record<string, Change>> = {
  products: [
    [
      ...["name", "sku", "search_keywords", "short_description", "description", "details", "is_featured"],
      ...["is_visible", "brand_id", "rating_average_hundredths", "rating_count"],
    ],
    (row) => `SELECT ${row}.id AS id`,
  ],
  variants: [["sku", "is_visible", "product_id"], own],
  product_options: [["product_id"], own],
  product_option_values: [
    ["label", "is_visible", "position", "option_id"],
    (row) => `SELECT product_id AS id FROM product_options WHERE id = ${row}.option_id`,
  ],
  product_categories: [["product_id", "category_id"], own],
  brands: [["name"], (row) => `SELECT id FROM products WHERE brand_id = ${row}.id`],
  categories: [
    ["name", "search_keywords", "is_visible", "parent_id", "path"],
    (row) => `
      SELECT product_id AS id FROM product_categories WHERE category_id IN
        (SELECT id FROM categories
         WHERE path = ${row}.path OR substr(path, 1, length(${row}.path) + 1) = ${row}.path || '/')`,
  ],
};

const EVENTS = { insert: ["NEW"], update: ["OLD", "NEW"], delete: ["OLD"] } as const;

export async function up(db: Migrating): Promise<void> {
  for (const [table, [columns, products]] of Object.entries(CHANGES)) {
    const valuesOf = (row: Row) => `(${columns.map((column) => `${row}.${column}`).join(", ")})`;
    for (const [event, rows] of Object.entries(EVENTS)) {
      const name = `search_marks_${table}_${event}`;
      const body = `BEGIN
        INSERT INTO search_marks (product_id)
          SELECT DISTINCT id FROM (${rows.map(products).join(" UNION ")}) AS changed WHERE true ORDER BY id
          ON CONFLICT (product_id) DO UPDATE SET product_id = EXCLUDED.product_id;`;
      const [verb, when] =
        event === "update"
          ? [
              `UPDATE OF ${columns.join(", ")}`,
              `WHEN (${valuesOf("OLD")} IS DISTINCT FROM ${valuesOf("NEW")})`,
            ]
          : [event.toUpperCase(), ""];
      await run(
        db,
        isSqlite(db)
          ? [`DROP TRIGGER ${name}`, `CREATE TRIGGER ${name} AFTER ${verb} ON ${table} ${when} ${body} END`]
          : [
              `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
                $$ ${body} RETURN NULL; END $$`,
              `DROP TRIGGER ${name} ON ${table}`,
              `CREATE TRIGGER ${name} AFTER ${verb} ON ${table} FOR EACH ROW ${when} EXECUTE FUNCTION ${name}()`,
            ],
      );
    }
  }
}
