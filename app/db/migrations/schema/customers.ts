import type { Tables } from "#app/db/migrations/ddl.ts";

const CUSTOMERS: Tables = {
  tables: {
    customers: `
      id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, first_name TEXT NOT NULL,
      last_name TEXT NOT NULL, password_hash TEXT, password_changed_at TEXT, verified_at TEXT,
      email_changed_at TEXT, wants_newsletter FLAG DEFAULT 0, created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
    customer_sessions: `
      token_hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL, auth_at TEXT NOT NULL,
      address_hash TEXT NOT NULL, user_agent TEXT NOT NULL`,
    customer_tokens: `
      token_hash TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL, UNIQUE (customer_id, purpose, email_key)`,
    customer_addresses: `
      id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
      first_name TEXT NOT NULL, last_name TEXT NOT NULL, company TEXT NOT NULL, address1 TEXT NOT NULL,
      address2 TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, country_code TEXT NOT NULL,
      phone TEXT NOT NULL, postal_code TEXT NOT NULL,
      is_default_delivery FLAG DEFAULT 0, is_default_billing FLAG DEFAULT 0,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
    customer_notes: `
      id SERIAL, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
      request_key TEXT NOT NULL, staff_name TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL,
      UNIQUE (customer_id, request_key)`,
    form_drafts: `
      customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE, path TEXT NOT NULL,
      fields TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (customer_id, path)`,
    audit_log: `
      id SERIAL, customer_id TEXT, event TEXT NOT NULL, detail TEXT NOT NULL, address_hash TEXT NOT NULL,
      created_at TEXT NOT NULL`,
  },
  indexes: [
    `CREATE INDEX customers_by_first_name ON customers ((lower(first_name) COLLATE "C"))`,
    `CREATE INDEX customers_by_last_name ON customers ((lower(last_name) COLLATE "C"))`,
    `CREATE INDEX customers_by_email ON customers ((lower(email) COLLATE "C"))`,
    "CREATE INDEX customer_sessions_customer ON customer_sessions (customer_id)",
    "CREATE INDEX customer_sessions_seen ON customer_sessions (last_seen_at)",
    "CREATE INDEX customer_tokens_email ON customer_tokens (email_key)",
    "CREATE INDEX customer_tokens_expiry ON customer_tokens (expires_at)",
    "CREATE INDEX customer_addresses_customer ON customer_addresses (customer_id)",
    "CREATE UNIQUE INDEX customer_addresses_delivery ON customer_addresses (customer_id) WHERE is_default_delivery = 1",
    "CREATE UNIQUE INDEX customer_addresses_billing ON customer_addresses (customer_id) WHERE is_default_billing = 1",
    "CREATE INDEX customer_notes_customer ON customer_notes (customer_id, id)",
    "CREATE INDEX form_drafts_age ON form_drafts (created_at)",
    "CREATE INDEX audit_log_customer ON audit_log (customer_id, id)",
  ],
};

const REVIEWS: Tables = {
  tables: {
    reviews: `
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id),
      rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5), title TEXT NOT NULL, body TEXT NOT NULL,
      author TEXT NOT NULL, is_verified FLAG, helpful_count INTEGER NOT NULL, shop_reply TEXT, status TEXT NOT NULL,
      created_at TEXT NOT NULL, customer_id TEXT REFERENCES customers (id), email TEXT, email_key TEXT,
      author_kind TEXT CHECK (author_kind IN ('customer', 'order', 'guest')), decided_at TEXT`,
    review_votes: `
      review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE, voter_hash TEXT NOT NULL,
      created_at TEXT NOT NULL, PRIMARY KEY (review_id, voter_hash)`,
    // Decision 0038. WebP in base64, because a text is the same in both engines and in a copy.
    review_photos: `
      review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4), hash TEXT NOT NULL,
      width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
      whole TEXT NOT NULL, small TEXT NOT NULL, PRIMARY KEY (review_id, number)`,
  },
  indexes: [
    "CREATE INDEX reviews_product ON reviews (product_id, created_at)",
    "CREATE UNIQUE INDEX reviews_waiting ON reviews (product_id, email_key, author_kind) WHERE status = 'waiting'",
    "CREATE UNIQUE INDEX reviews_published ON reviews (product_id, email_key) WHERE status = 'published'",
    "CREATE INDEX reviews_status ON reviews (status, created_at)",
    "CREATE INDEX reviews_customer ON reviews (customer_id)",
    "CREATE INDEX reviews_email ON reviews (email_key)",
    "CREATE INDEX review_votes_voter ON review_votes (voter_hash)",
    "CREATE INDEX review_photos_hash ON review_photos (hash)",
  ],
};

const STOCK_ALERTS: Tables = {
  tables: {
    stock_alerts: `
      id TEXT PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
      customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, email TEXT NOT NULL, email_key TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'mailed')),
      confirm_token_hash TEXT UNIQUE, unsubscribe_token_hash TEXT UNIQUE, created_at TEXT NOT NULL,
      confirmed_at TEXT, mailed_at TEXT`,
    back_in_stock_batches: `
      variant_id INTEGER PRIMARY KEY REFERENCES variants (id) ON DELETE CASCADE, next_at TEXT NOT NULL`,
  },
  indexes: [
    `CREATE UNIQUE INDEX stock_alerts_live ON stock_alerts (variant_id, email_key)
       WHERE status IN ('pending', 'confirmed')`,
    "CREATE INDEX stock_alerts_queue ON stock_alerts (variant_id, status, created_at)",
    "CREATE INDEX stock_alerts_email ON stock_alerts (email_key)",
    "CREATE INDEX stock_alerts_customer ON stock_alerts (customer_id)",
    "CREATE INDEX stock_alerts_age ON stock_alerts (status, created_at)",
  ],
};

const FAVOURITES: Tables = {
  tables: {
    // No reference to the catalogue: a product may leave it and come back, and the list is the customer's own.
    favourites: `
      customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE, product_id INTEGER NOT NULL,
      variant_id INTEGER, price_minor INTEGER NOT NULL, position INTEGER NOT NULL, saved_at TEXT NOT NULL,
      removed_at TEXT, currency TEXT NOT NULL DEFAULT 'XXX', PRIMARY KEY (customer_id, product_id)`,
    shared_lists: `
      id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, items TEXT,
      created_at TEXT NOT NULL, expires_at TEXT, CHECK (items IS NOT NULL OR customer_id IS NOT NULL)`,
    // No reference to the catalogue: a variant may leave it, and the list says so.
    saved_items: `
      id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, list_id TEXT,
      product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, name TEXT NOT NULL, variant_label TEXT,
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99), price_minor INTEGER NOT NULL,
      saved_at TEXT NOT NULL, restocked_at TEXT, currency TEXT NOT NULL DEFAULT 'XXX',
      personalisation TEXT NOT NULL DEFAULT '',
      CHECK ((customer_id IS NULL) <> (list_id IS NULL)),
      UNIQUE (customer_id, variant_id, personalisation), UNIQUE (list_id, variant_id, personalisation)`,
  },
  indexes: [
    "CREATE INDEX favourites_removed ON favourites (removed_at) WHERE removed_at IS NOT NULL",
    "CREATE UNIQUE INDEX shared_lists_live ON shared_lists (customer_id) WHERE items IS NULL",
    "CREATE INDEX shared_lists_customer ON shared_lists (customer_id)",
    "CREATE INDEX shared_lists_expiry ON shared_lists (expires_at)",
    "CREATE INDEX saved_items_variant ON saved_items (variant_id)",
    "CREATE INDEX saved_items_guest ON saved_items (saved_at) WHERE list_id IS NOT NULL",
  ],
};

const MESSAGES: Tables = {
  tables: {
    contact_messages: `
      id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
      name TEXT NOT NULL, email TEXT NOT NULL, topic TEXT NOT NULL, order_number TEXT NOT NULL, message TEXT NOT NULL,
      is_verified_customer FLAG, is_owner_email_pending FLAG, is_copy_email_pending FLAG, created_at TEXT NOT NULL`,
    desk_messages: `
      id SERIAL, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
      topic TEXT NOT NULL, name TEXT NOT NULL, email_hash TEXT NOT NULL, is_verified_customer FLAG,
      email TEXT, order_number TEXT, message TEXT, due_day TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'closed')),
      reply TEXT, reply_key TEXT, reply_sent_at TEXT, settled_by TEXT NOT NULL DEFAULT '', settled_at TEXT,
      created_at TEXT NOT NULL, CHECK ((state = 'waiting') = (settled_at IS NULL))`,
  },
  indexes: [
    "CREATE INDEX contact_messages_customer ON contact_messages (customer_id)",
    "CREATE INDEX contact_messages_age ON contact_messages (created_at)",
    "CREATE INDEX desk_messages_queue ON desk_messages (state, due_day, id)",
    "CREATE INDEX desk_messages_settled ON desk_messages (settled_at, id)",
    "CREATE INDEX desk_messages_age ON desk_messages (created_at)",
    "CREATE INDEX desk_messages_writer ON desk_messages (email_hash)",
    "CREATE INDEX desk_messages_customer ON desk_messages (customer_id)",
  ],
};

const SUBSCRIPTIONS: Tables = {
  tables: {
    // Who has left is known by the hash alone: enough never to write there again.
    subscriptions: `
      id TEXT PRIMARY KEY, email_hash TEXT NOT NULL UNIQUE, email TEXT,
      state TEXT NOT NULL CHECK (state IN ('pending', 'subscribed', 'unsubscribed')),
      topics TEXT NOT NULL, source TEXT NOT NULL, consent_text_version TEXT NOT NULL,
      consent_at TEXT NOT NULL, confirmed_at TEXT, unsubscribed_at TEXT,
      confirm_token_hash TEXT UNIQUE, manage_token_hash TEXT UNIQUE, previous_manage_token_hash TEXT UNIQUE,
      CHECK (state = 'unsubscribed' OR email IS NOT NULL)`,
  },
  indexes: [
    "CREATE INDEX subscriptions_state ON subscriptions (state, consent_at)",
    "CREATE INDEX subscriptions_confirmed ON subscriptions (confirmed_at, id) WHERE state = 'subscribed'",
  ],
};

export const CUSTOMER_TABLES: ReadonlyArray<Tables> = [
  CUSTOMERS,
  REVIEWS,
  STOCK_ALERTS,
  FAVOURITES,
  MESSAGES,
  SUBSCRIPTIONS,
];
