/**
 * Each product of which something changed that a search reads is marked, whoever changes it. All are marked at first,
 * because small shops had no index in the database.
 */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { createTables, type Migrating, run } from "./ddl.ts";

type Change = Readonly<{
  table: string;
  /** Update of other columns than these marks nothing. */
  columns: string;
  /** Selects the products to mark; `row` is the changed row. */
  products: (row: "NEW" | "OLD") => string;
}>;

const CHANGES: ReadonlyArray<Change> = [
  {
    table: "products",
    columns: `name, sku, search_keywords, short_description, description, details, is_featured, is_visible, brand_id,
      rating_average_hundredths, rating_count`,
    products: (row) => `SELECT ${row}.id`,
  },
  {
    table: "variants",
    columns: "sku, is_visible, product_id",
    products: (row) => `SELECT ${row}.product_id`,
  },
  {
    table: "product_options",
    columns: "product_id",
    products: (row) => `SELECT ${row}.product_id`,
  },
  {
    table: "product_option_values",
    columns: "label, is_visible, position, option_id",
    products: (row) => `SELECT product_id FROM product_options WHERE id = ${row}.option_id`,
  },
  {
    table: "product_categories",
    columns: "product_id, category_id",
    products: (row) => `SELECT ${row}.product_id`,
  },
  {
    table: "brands",
    columns: "name",
    products: (row) => `SELECT id FROM products WHERE brand_id = ${row}.id`,
  },
  {
    table: "categories",
    columns: "name, search_keywords, is_visible, parent_id, path",
    // Products have the names of all categories above theirs.
    products: (row) => `
      SELECT product_id FROM product_categories WHERE category_id IN
        (SELECT id FROM categories
         WHERE path = ${row}.path OR substr(path, 1, length(${row}.path) + 1) = ${row}.path || '/')`,
  },
];

export async function up(db: Migrating): Promise<void> {
  await createTables(db, { tables: { search_marks: "product_id INTEGER PRIMARY KEY" } });
  await run(db, CHANGES.flatMap(isSqlite(db) ? inSqlite : inPostgres));
  await run(db, [
    "INSERT INTO search_marks (product_id) SELECT id FROM products",
    "DROP INDEX products_brand",
    "CREATE INDEX products_brand ON products (brand_id, is_visible)",
  ]);
}

const EVENTS = ["insert", "update", "delete"] as const;

function mark({ products }: Change, event: (typeof EVENTS)[number]): string {
  const selected = products(event === "delete" ? "OLD" : "NEW");
  return `INSERT INTO search_marks (product_id) SELECT * FROM (${selected}) AS changed WHERE true
    ON CONFLICT DO NOTHING`;
}

function inSqlite(change: Change): ReadonlyArray<string> {
  return EVENTS.map(
    (
      event,
    ) => `CREATE TRIGGER search_marks_${change.table}_${event} AFTER ${verb(change, event)} ON ${change.table}
      BEGIN ${mark(change, event)}; END`,
  );
}

function inPostgres(change: Change): ReadonlyArray<string> {
  return EVENTS.flatMap((event) => {
    const name = `search_marks_${change.table}_${event}`;
    return [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN ${mark(change, event)}; RETURN NULL; END $$`,
      `CREATE TRIGGER ${name} AFTER ${verb(change, event)} ON ${change.table}
        FOR EACH ROW EXECUTE FUNCTION ${name}()`,
    ];
  });
}

function verb({ columns }: Change, event: (typeof EVENTS)[number]): string {
  return event === "update" ? `UPDATE OF ${columns}` : event.toUpperCase();
}
