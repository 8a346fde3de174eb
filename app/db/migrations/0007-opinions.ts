/** Reviews that shoppers write, who found them helpful, and who waits for something to come back in stock. */
import { sql } from "kysely";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  // Null in all of them: a review that came with the catalogue.
  for (const column of [
    "customer_id TEXT REFERENCES customers (id)",
    "email TEXT",
    "email_key TEXT",
    "author_kind TEXT CHECK (author_kind IN ('customer', 'order', 'guest'))",
    "decided_at TEXT",
  ])
    await sql.raw(`ALTER TABLE reviews ADD COLUMN ${column}`).execute(db);
  await createTable(
    db,
    "review_votes",
    `review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE, voter_hash TEXT NOT NULL,
     created_at TEXT NOT NULL, PRIMARY KEY (review_id, voter_hash)`,
  );
  await createTable(
    db,
    "stock_alerts",
    `id TEXT PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
     customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
     email TEXT NOT NULL, email_key TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'mailed')),
     confirm_hash TEXT UNIQUE, leave_hash TEXT UNIQUE,
     created_at TEXT NOT NULL, confirmed_at TEXT, mailed_at TEXT`,
  );
  await createTable(
    db,
    "stock_alert_turns",
    `variant_id INTEGER PRIMARY KEY REFERENCES variants (id) ON DELETE CASCADE, next_at TEXT NOT NULL`,
  );
  await createIndexes(db, [
    "CREATE UNIQUE INDEX reviews_waiting ON reviews (product_id, email_key, author_kind) WHERE status = 'waiting'",
    "CREATE UNIQUE INDEX reviews_published ON reviews (product_id, email_key) WHERE status = 'published'",
    "CREATE INDEX reviews_status ON reviews (status, created_at)",
    "CREATE INDEX reviews_customer ON reviews (customer_id)",
    "CREATE INDEX reviews_email ON reviews (email_key)",
    "CREATE INDEX review_votes_voter ON review_votes (voter_hash)",
    "CREATE UNIQUE INDEX stock_alerts_live ON stock_alerts (variant_id, email_key) WHERE status IN ('pending', 'confirmed')",
    "CREATE INDEX stock_alerts_queue ON stock_alerts (variant_id, status, created_at)",
    "CREATE INDEX stock_alerts_email ON stock_alerts (email_key)",
    "CREATE INDEX stock_alerts_customer ON stock_alerts (customer_id)",
    "CREATE INDEX stock_alerts_age ON stock_alerts (status, created_at)",
  ]);
}
