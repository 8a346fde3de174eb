import { createTables, type Migrating } from "./ddl.ts";

export async function createGiftLists(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      gift_lists: `
        id TEXT PRIMARY KEY, occasion TEXT NOT NULL, name TEXT NOT NULL, event_day TEXT NOT NULL,
        is_month_only FLAG, words TEXT, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
        email TEXT NOT NULL, email_key TEXT NOT NULL, address TEXT, reveal_on TEXT, is_findable FLAG,
        code TEXT UNIQUE, closes_on TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
        confirmed_at TEXT, closed_at TEXT, is_closed_quietly FLAG DEFAULT 0, reminded_at TEXT, revealed_at TEXT`,
      gift_list_former_codes: `
        code TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE`,
      gift_list_devices: `
        device_hash TEXT NOT NULL, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        created_at TEXT NOT NULL, PRIMARY KEY (device_hash, list_id)`,
      gift_list_tokens: `
        token_hash TEXT PRIMARY KEY, email_key TEXT NOT NULL,
        list_id TEXT REFERENCES gift_lists (id) ON DELETE CASCADE,
        created_at TEXT NOT NULL, expires_at TEXT NOT NULL`,
      // No reference to the catalogue: a variant may leave it, and the list says so.
      gift_list_gifts: `
        id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, name TEXT NOT NULL, variant_label TEXT,
        quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 20), note TEXT, is_any_colour FLAG,
        is_most_needed FLAG, position INTEGER NOT NULL, added_at TEXT NOT NULL, removed_at TEXT,
        version INTEGER NOT NULL DEFAULT 1`,
      gift_list_claims: `
        id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
        way TEXT NOT NULL CHECK (way IN ('order', 'reservation', 'elsewhere')),
        state TEXT NOT NULL CHECK (state IN ('held', 'taken', 'spare', 'ended')),
        units INTEGER NOT NULL CHECK (units BETWEEN 1 AND 20), held_until TEXT,
        giver_name TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, message TEXT,
        device_hash TEXT, token_hash TEXT UNIQUE, cart_id TEXT, order_id TEXT,
        created_at TEXT NOT NULL, confirmed_at TEXT, is_prolonged FLAG DEFAULT 0, reminded_at TEXT,
        ended_at TEXT, end_reason TEXT, thanked_at TEXT, thanks_sent_at TEXT`,
      gift_list_carts: `
        cart_id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
        device_hash TEXT NOT NULL, giver_name TEXT NOT NULL, email TEXT NOT NULL, message TEXT,
        updated_at TEXT NOT NULL`,
      gift_list_cart_gifts: `
        cart_id TEXT NOT NULL REFERENCES gift_list_carts (cart_id) ON DELETE CASCADE,
        variant_id INTEGER NOT NULL,
        gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
        is_extra FLAG DEFAULT 0, PRIMARY KEY (cart_id, variant_id)`,
      // Where a parcel goes whose buyer must not learn it.
      order_recipients: `
        order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE, address TEXT NOT NULL`,
    },
    indexes: [
      "CREATE INDEX gift_lists_email ON gift_lists (email_key)",
      "CREATE INDEX gift_lists_findable ON gift_lists (event_day) WHERE is_findable = 1",
      "CREATE INDEX gift_list_devices_list ON gift_list_devices (list_id)",
      "CREATE INDEX gift_list_tokens_expiry ON gift_list_tokens (expires_at)",
      "CREATE UNIQUE INDEX gift_list_gifts_variant ON gift_list_gifts (list_id, variant_id) WHERE removed_at IS NULL",
      "CREATE INDEX gift_list_claims_gift ON gift_list_claims (gift_id, state)",
      "CREATE INDEX gift_list_claims_list ON gift_list_claims (list_id)",
      "CREATE INDEX gift_list_claims_cart ON gift_list_claims (cart_id)",
      "CREATE INDEX gift_list_claims_end ON gift_list_claims (held_until) WHERE state = 'held'",
      "CREATE INDEX gift_list_carts_device ON gift_list_carts (device_hash)",
    ],
  });
}
