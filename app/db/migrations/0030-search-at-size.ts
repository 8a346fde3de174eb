/**
 * The full text index for catalogues that are too large for one in memory (decision 0012). All of it is derived from
 * the products: an empty one is filled again. `place` is the order in which products are looked through.
 */
import { sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  const sqlite = isSqlite(db);
  await createTable(
    db,
    "search_documents",
    `place ${sqlite ? "INTEGER" : "BIGINT"} PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE,
     fields TEXT NOT NULL, fingerprint TEXT NOT NULL${sqlite ? "" : ", terms TSVECTOR NOT NULL"}`,
  );
  await createTable(db, "search_vocabulary", `word TEXT PRIMARY KEY, count INTEGER NOT NULL`);
  await createTable(
    db,
    "search_progress",
    `id INTEGER PRIMARY KEY CHECK (id = 1), is_ready INTEGER NOT NULL CHECK (is_ready IN (0, 1)),
     revision INTEGER NOT NULL, slicing TEXT, pass_version INTEGER, pass_cursor INTEGER NOT NULL,
     pass_began_at TEXT, pass_work_ms INTEGER NOT NULL, done_version INTEGER NOT NULL, rest_until TEXT NOT NULL,
     busy_until TEXT NOT NULL`,
  );
  await createIndexes(db, [
    `INSERT INTO search_progress VALUES (1, 0, 0, NULL, NULL, 0, NULL, 0, 0, '', '')`,
    "CREATE INDEX IF NOT EXISTS product_options_product ON product_options (product_id, position)",
    // Of visible products alone: an index that begins with the flag would be taken where an id is what narrows.
    `CREATE INDEX products_loved ON products
     (is_featured DESC, rating_average_hundredths DESC, rating_count DESC, id,
      sort_price_minor, age_min_months, age_max_months, suitable_from_months) WHERE is_visible = 1`,
  ]);
  await createTerms(db);
}

/** SQLite keeps the terms in a table of its own kind, PostgreSQL in a column with an index of its own kind. */
async function createTerms(db: Migrating): Promise<void> {
  const statement = isSqlite(db)
    ? `CREATE VIRTUAL TABLE search_terms USING fts5
       (terms, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii')`
    : "CREATE INDEX search_documents_terms ON search_documents USING gin (terms)";
  await sql.raw(statement).execute(db);
}
