import { createTables, type Migrating, run } from "./ddl.ts";

export async function addGiftListLife(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE gift_list_claims ADD COLUMN arrived_at TEXT",
    "ALTER TABLE gift_list_claims ADD COLUMN awaits_stock INTEGER NOT NULL DEFAULT 0 CHECK (awaits_stock IN (0, 1))",
    "ALTER TABLE gift_lists ADD COLUMN news_day TEXT",
    "ALTER TABLE gift_list_claims ADD COLUMN news_at TEXT",
    // What was given before is no news.
    "UPDATE gift_list_claims SET news_at = created_at WHERE state IN ('taken', 'spare')",
    "ALTER TABLE order_returns ADD COLUMN recipient_remedy TEXT CHECK (recipient_remedy IN ('credit', 'refund'))",
    "ALTER TABLE order_returns ADD COLUMN credit_minor INTEGER NOT NULL DEFAULT 0 CHECK (credit_minor >= 0)",
  ]);
  await createTables(db, {
    tables: {
      gift_list_alerts: `
        id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
        email TEXT NOT NULL, email_key TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL,
        confirmed_at TEXT, notified_at TEXT, next_at TEXT, UNIQUE (gift_id, email_key)`,
      gift_list_returns: `
        return_number TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        claim_id TEXT NOT NULL REFERENCES gift_list_claims (id) ON DELETE CASCADE, coupon_code TEXT`,
    },
    indexes: [
      "CREATE INDEX gift_list_returns_list ON gift_list_returns (list_id)",
      "CREATE INDEX gift_list_alerts_list ON gift_list_alerts (list_id)",
      "CREATE INDEX gift_list_alerts_email ON gift_list_alerts (email_key)",
      "CREATE INDEX gift_list_claims_stock ON gift_list_claims (gift_id) WHERE awaits_stock = 1",
    ],
  });
}
