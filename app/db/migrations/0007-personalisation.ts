/** The empty text means no words, so that one variant with other words is another line. */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { type Migrating, run } from "./ddl.ts";

const WORDS = "personalisation TEXT NOT NULL DEFAULT ''";

/** SQLite cannot drop a constraint of a table, so the tables are made again. */
const CART_LINES = `
  id TEXT PRIMARY KEY, cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  variant_id INTEGER NOT NULL REFERENCES variants (id), quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
  added_at TEXT NOT NULL, gift_paper TEXT, gift_message TEXT, ${WORDS}, UNIQUE (cart_id, variant_id, personalisation)`;

const SAVED_ITEMS = `
  id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, list_id TEXT,
  product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, name TEXT NOT NULL, variant_label TEXT,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99), price_minor INTEGER NOT NULL,
  saved_at TEXT NOT NULL, restocked_at TEXT, currency TEXT NOT NULL DEFAULT 'XXX', ${WORDS},
  CHECK ((customer_id IS NULL) <> (list_id IS NULL)),
  UNIQUE (customer_id, variant_id, personalisation), UNIQUE (list_id, variant_id, personalisation)`;

const CART_COLUMNS = "id, cart_id, variant_id, quantity, added_at, gift_paper, gift_message";
const SAVED_COLUMNS =
  "id, customer_id, list_id, product_id, variant_id, name, variant_label, quantity, price_minor, saved_at, restocked_at, currency";

export async function addPersonalisation(db: Migrating): Promise<void> {
  await run(db, [
    ...(isSqlite(db) ? SQLITE : POSTGRES),
    "ALTER TABLE order_lines ADD COLUMN personalisation TEXT",
    "ALTER TABLE order_lines ADD COLUMN personalisation_terms TEXT",
    "ALTER TABLE order_lines ADD COLUMN personalisation_minor INTEGER NOT NULL DEFAULT 0 CHECK (personalisation_minor >= 0)",
  ]);
}

const SQLITE = [
  ...madeAgain("cart_lines", CART_LINES, CART_COLUMNS),
  ...madeAgain("saved_items", SAVED_ITEMS, SAVED_COLUMNS),
  "CREATE INDEX saved_items_variant ON saved_items (variant_id)",
  "CREATE INDEX saved_items_guest ON saved_items (saved_at) WHERE list_id IS NOT NULL",
];

function madeAgain(table: string, body: string, columns: string): ReadonlyArray<string> {
  return [
    `CREATE TABLE ${table}_next (${body}) STRICT`,
    `INSERT INTO ${table}_next (${columns}) SELECT ${columns} FROM ${table}`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table}_next RENAME TO ${table}`,
  ];
}

const POSTGRES = [
  `ALTER TABLE cart_lines ADD COLUMN ${WORDS}`,
  `ALTER TABLE saved_items ADD COLUMN ${WORDS}`,
  "ALTER TABLE cart_lines DROP CONSTRAINT cart_lines_cart_id_variant_id_key",
  "ALTER TABLE saved_items DROP CONSTRAINT saved_items_customer_id_variant_id_key",
  "ALTER TABLE saved_items DROP CONSTRAINT saved_items_list_id_variant_id_key",
  "ALTER TABLE cart_lines ADD UNIQUE (cart_id, variant_id, personalisation)",
  "ALTER TABLE saved_items ADD UNIQUE (customer_id, variant_id, personalisation)",
  "ALTER TABLE saved_items ADD UNIQUE (list_id, variant_id, personalisation)",
];
