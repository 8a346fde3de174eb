import type { Tables } from "#app/db/migrations/ddl.ts";

const GIFT_LISTS: Tables = {
  tables: {
    gift_lists: `
      id TEXT PRIMARY KEY, occasion TEXT NOT NULL, name TEXT NOT NULL, event_day TEXT NOT NULL,
      is_month_only FLAG, words TEXT, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
      email TEXT NOT NULL, email_key TEXT NOT NULL, address TEXT, reveal_on TEXT, is_findable FLAG,
      code TEXT UNIQUE, closes_on TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
      confirmed_at TEXT, closed_at TEXT, is_closed_quietly FLAG DEFAULT 0, reminded_at TEXT, revealed_at TEXT,
      news_day TEXT, is_address_deleted FLAG DEFAULT 0`,
    gift_list_former_codes: `
      code TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE`,
    // With the address in the key, because one browser may be let in by several.
    gift_list_devices: `
      device_hash TEXT NOT NULL, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      email_key TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (device_hash, list_id, email_key)`,
    gift_list_tokens: `
      token_hash TEXT PRIMARY KEY, email_key TEXT NOT NULL,
      list_id TEXT REFERENCES gift_lists (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL, expires_at TEXT NOT NULL`,
    gift_list_co_owners: `
      id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      email TEXT NOT NULL, email_key TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, invited_at TEXT NOT NULL,
      expires_at TEXT NOT NULL, accepted_at TEXT, UNIQUE (list_id, email_key)`,
    gift_list_moves: `
      id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      email TEXT NOT NULL, email_key TEXT NOT NULL, former_email TEXT NOT NULL, former_email_key TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE, undo_hash TEXT NOT NULL UNIQUE, requested_at TEXT NOT NULL,
      ends_at TEXT NOT NULL, confirmed_at TEXT`,
  },
  indexes: [
    "CREATE INDEX gift_lists_email ON gift_lists (email_key)",
    "CREATE INDEX gift_lists_findable ON gift_lists (event_day) WHERE is_findable = 1",
    "CREATE INDEX gift_list_devices_list ON gift_list_devices (list_id)",
    "CREATE INDEX gift_list_tokens_expiry ON gift_list_tokens (expires_at)",
    "CREATE INDEX gift_list_co_owners_email ON gift_list_co_owners (email_key)",
    "CREATE INDEX gift_list_moves_list ON gift_list_moves (list_id)",
  ],
};

const GIFTS: Tables = {
  tables: {
    // No reference to the catalogue: a variant may leave it, and the list says so.
    gift_list_gifts: `
      id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, name TEXT NOT NULL, variant_label TEXT,
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 20), note TEXT, is_any_colour FLAG,
      is_most_needed FLAG, position INTEGER NOT NULL, added_at TEXT NOT NULL, removed_at TEXT,
      version INTEGER NOT NULL DEFAULT 1, personalisation TEXT NOT NULL DEFAULT ''`,
    gift_list_claims: `
      id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
      way TEXT NOT NULL CHECK (way IN ('order', 'reservation', 'elsewhere')),
      state TEXT NOT NULL CHECK (state IN ('held', 'taken', 'spare', 'ended')),
      units INTEGER NOT NULL CHECK (units BETWEEN 1 AND 20), held_until TEXT,
      giver_name TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, message TEXT,
      device_hash TEXT, token_hash TEXT UNIQUE, cart_id TEXT, order_id TEXT,
      created_at TEXT NOT NULL, confirmed_at TEXT, is_prolonged FLAG DEFAULT 0, reminded_at TEXT,
      ended_at TEXT, end_reason TEXT, thanked_at TEXT, thanks_sent_at TEXT, arrived_at TEXT,
      awaits_stock FLAG DEFAULT 0, news_at TEXT, order_line_id TEXT,
      answer TEXT CHECK (answer IN ('send', 'refund', 'credit', 'none')), credit_code TEXT`,
    gift_list_returns: `
      return_number TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      claim_id TEXT NOT NULL REFERENCES gift_list_claims (id) ON DELETE CASCADE, coupon_code TEXT`,
    gift_list_alerts: `
      id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
      email TEXT NOT NULL, email_key TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL,
      confirmed_at TEXT, notified_at TEXT, next_at TEXT, UNIQUE (gift_id, email_key)`,
    gift_list_carts: `
      cart_id TEXT PRIMARY KEY, list_id TEXT NOT NULL REFERENCES gift_lists (id) ON DELETE CASCADE,
      device_hash TEXT NOT NULL, giver_name TEXT NOT NULL, email TEXT NOT NULL, message TEXT,
      updated_at TEXT NOT NULL`,
    gift_list_cart_gifts: `
      cart_id TEXT NOT NULL REFERENCES gift_list_carts (cart_id) ON DELETE CASCADE,
      variant_id INTEGER NOT NULL,
      gift_id TEXT NOT NULL REFERENCES gift_list_gifts (id) ON DELETE CASCADE,
      is_extra FLAG DEFAULT 0, PRIMARY KEY (cart_id, variant_id)`,
  },
  indexes: [
    "CREATE UNIQUE INDEX gift_list_gifts_variant ON gift_list_gifts (list_id, variant_id) WHERE removed_at IS NULL",
    "CREATE INDEX gift_list_claims_gift ON gift_list_claims (gift_id, state)",
    "CREATE INDEX gift_list_claims_list ON gift_list_claims (list_id)",
    "CREATE INDEX gift_list_claims_cart ON gift_list_claims (cart_id)",
    "CREATE INDEX gift_list_claims_end ON gift_list_claims (held_until) WHERE state = 'held'",
    "CREATE INDEX gift_list_claims_stock ON gift_list_claims (gift_id) WHERE awaits_stock = 1",
    "CREATE INDEX gift_list_returns_list ON gift_list_returns (list_id)",
    "CREATE INDEX gift_list_alerts_list ON gift_list_alerts (list_id)",
    "CREATE INDEX gift_list_alerts_email ON gift_list_alerts (email_key)",
    "CREATE INDEX gift_list_carts_device ON gift_list_carts (device_hash)",
  ],
};

export const GIFT_LIST_TABLES: ReadonlyArray<Tables> = [GIFT_LISTS, GIFTS];
