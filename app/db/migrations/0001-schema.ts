/** Prices are minor units with VAT, lengths mm, weights grams, ages months, times ISO 8601 text in UTC. */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { createTables, type Migrating, run, type Tables } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  const nouns = [
    ...[SHOP, CATALOGUE, VARIANTS, DELIVERY, COMPATIBILITY, CUSTOMERS, REVIEWS, STOCK_ALERTS, FAVOURITES],
    ...[CARTS, ORDERS, PAYMENTS, FULFILMENT, REFUNDS, COUPONS],
    ...[SUBSCRIPTIONS, CONTACT_MESSAGES, MARKETING, RECOVERY, ANALYTICS],
    isSqlite(db) ? SEARCH_IN_SQLITE : SEARCH_IN_POSTGRES,
  ];
  for (const tables of nouns) await createTables(db, tables);
  await protectAuditLog(db);
  await run(db, [
    "INSERT INTO catalogue_version (id, version) VALUES (1, 1)",
    `INSERT INTO search_progress
       (id, is_ready, revision, crawl_cursor, crawl_work_ms, indexed_version, backoff_until, leased_until)
     VALUES (1, 0, 0, 0, 0, 0, '', '')`,
  ]);
}

const SHOP: Tables = {
  tables: {
    settings: `key TEXT PRIMARY KEY, value TEXT NOT NULL`,
    jobs: `
      id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, payload TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'dead')),
      run_at TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, lease_owner TEXT, leased_until TEXT, last_error TEXT,
      created_at TEXT NOT NULL, first_tried_at TEXT, finished_at TEXT`,
    rate_limits: `key TEXT PRIMARY KEY, count INTEGER NOT NULL, free_at TEXT NOT NULL, resets_at TEXT NOT NULL`,
    redirects: `
      from_path_key TEXT PRIMARY KEY, from_path TEXT NOT NULL, to_path TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('owner', 'renamed')), created_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX jobs_due ON jobs (run_at) WHERE status IN ('waiting', 'running')",
    // An index that began with the status would keep engines from the one of jobs that are due.
    "CREATE INDEX jobs_by_age ON jobs (created_at, status)",
    "CREATE INDEX rate_limits_reset ON rate_limits (resets_at)",
    "CREATE INDEX redirects_to ON redirects (to_path)",
  ],
};

const CATALOGUE: Tables = {
  tables: {
    catalogue_version: `id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL`,
    catalogue_changes: `version INTEGER NOT NULL, product_id INTEGER NOT NULL, PRIMARY KEY (version, product_id)`,
    generated_catalogue: `
      id INTEGER PRIMARY KEY CHECK (id = 1), product_count INTEGER NOT NULL, seed INTEGER NOT NULL,
      reference_at TEXT NOT NULL, written_count INTEGER NOT NULL`,
    brands: `
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
      materials TEXT NOT NULL, image TEXT NOT NULL, story TEXT NOT NULL, manufacturer_address TEXT NOT NULL,
      page_title TEXT NOT NULL, meta_description TEXT NOT NULL, changed_at TEXT`,
    categories: `
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, name TEXT NOT NULL,
      parent_id INTEGER REFERENCES categories (id), depth INTEGER NOT NULL, description TEXT NOT NULL, image TEXT,
      sort_order INTEGER NOT NULL, default_product_sort TEXT NOT NULL, page_title TEXT NOT NULL,
      meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
      age_band_min_months INTEGER, age_band_max_months INTEGER, is_visible FLAG, changed_at TEXT`,
    products: `
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, sku TEXT NOT NULL UNIQUE,
      brand_id INTEGER NOT NULL REFERENCES brands (id),
      primary_category_id INTEGER NOT NULL REFERENCES categories (id),
      price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
      sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
      retail_price_minor INTEGER CHECK (retail_price_minor >= 0),
      sort_price_minor INTEGER NOT NULL CHECK (sort_price_minor >= 0),
      tax_rate_basis_points INTEGER NOT NULL CHECK (tax_rate_basis_points >= 0),
      short_description TEXT NOT NULL, description TEXT NOT NULL, is_toy FLAG,
      age_min_months INTEGER, age_max_months INTEGER, suitable_from_months INTEGER,
      weight_g INTEGER, width_mm INTEGER, depth_mm INTEGER, height_mm INTEGER,
      folded_width_mm INTEGER, folded_depth_mm INTEGER, folded_height_mm INTEGER, max_load_g INTEGER,
      is_free_shipping FLAG, delivery_class TEXT NOT NULL,
      availability TEXT NOT NULL CHECK (availability IN ('available', 'preorder', 'discontinued')),
      preorder_release_at TEXT, preorder_message TEXT, condition TEXT NOT NULL,
      created_at TEXT NOT NULL, restocked_at TEXT, is_featured FLAG, is_visible FLAG,
      order_quantity_minimum INTEGER NOT NULL CHECK (order_quantity_minimum >= 1),
      order_quantity_maximum INTEGER NOT NULL CHECK (order_quantity_maximum >= 1),
      rating_count INTEGER NOT NULL, rating_average_hundredths INTEGER NOT NULL, rating_distribution TEXT NOT NULL,
      page_title TEXT NOT NULL, meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
      google_product_category TEXT NOT NULL, product_type TEXT NOT NULL, details TEXT NOT NULL, changed_at TEXT,
      UNIQUE (primary_category_id, slug)`,
    product_categories: `
      product_id INTEGER NOT NULL REFERENCES products (id), category_id INTEGER NOT NULL REFERENCES categories (id),
      position INTEGER NOT NULL, PRIMARY KEY (category_id, product_id)`,
    related_products: `
      product_id INTEGER NOT NULL REFERENCES products (id), related_id INTEGER NOT NULL REFERENCES products (id),
      position INTEGER NOT NULL, PRIMARY KEY (product_id, related_id)`,
    product_metafields: `
      product_id INTEGER NOT NULL REFERENCES products (id), namespace TEXT NOT NULL, key TEXT NOT NULL,
      value TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (product_id, namespace, key)`,
    price_history: `
      id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), price_minor INTEGER NOT NULL,
      valid_from TEXT NOT NULL, valid_to TEXT`,
  },
  indexes: [
    "CREATE INDEX categories_parent ON categories (parent_id, sort_order)",
    "CREATE INDEX categories_slug ON categories (slug)",
    "CREATE INDEX products_brand ON products (brand_id)",
    "CREATE INDEX products_created ON products (created_at)",
    "CREATE INDEX products_slug ON products (slug)",
    "CREATE INDEX products_shown ON products (primary_category_id, is_visible, is_featured DESC, id)",
    // Of visible products alone: an index that begins with the flag would be taken where an id is what narrows.
    `CREATE INDEX products_loved ON products
     (is_featured DESC, rating_average_hundredths DESC, rating_count DESC, id,
      sort_price_minor, age_min_months, age_max_months, suitable_from_months) WHERE is_visible = 1`,
    "CREATE INDEX product_categories_product ON product_categories (product_id)",
    "CREATE INDEX price_history_product ON price_history (product_id, valid_from)",
  ],
};

const VARIANTS: Tables = {
  tables: {
    product_options: `
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), name TEXT NOT NULL,
      type TEXT NOT NULL, position INTEGER NOT NULL`,
    product_option_values: `
      option_id INTEGER NOT NULL REFERENCES product_options (id), key TEXT NOT NULL, label TEXT NOT NULL, hex TEXT,
      position INTEGER NOT NULL, PRIMARY KEY (option_id, key)`,
    variants: `
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), sku TEXT NOT NULL UNIQUE,
      gtin TEXT NOT NULL, label TEXT, options TEXT NOT NULL,
      price_minor INTEGER CHECK (price_minor >= 0), sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
      on_hand INTEGER NOT NULL CHECK (on_hand >= 0),
      reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= on_hand),
      image TEXT NOT NULL, position INTEGER NOT NULL`,
    product_images: `
      id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), variant_key TEXT, file TEXT NOT NULL,
      alt TEXT NOT NULL, role TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      sink_percent INTEGER NOT NULL, position INTEGER NOT NULL`,
    stock_history: `
      id SERIAL, variant_id INTEGER NOT NULL REFERENCES variants (id), quantity_before INTEGER NOT NULL,
      quantity_after INTEGER NOT NULL, reason TEXT NOT NULL, created_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX product_options_product ON product_options (product_id, position)",
    "CREATE INDEX variants_product ON variants (product_id, position)",
    "CREATE INDEX product_images_product ON product_images (product_id, position)",
    "CREATE INDEX stock_history_variant ON stock_history (variant_id, created_at)",
    "CREATE INDEX stock_history_returned ON stock_history (created_at) WHERE quantity_before = 0 AND quantity_after > 0",
  ],
};

const DELIVERY: Tables = {
  tables: {
    delivery_methods: `
      key TEXT PRIMARY KEY, name TEXT NOT NULL, service TEXT NOT NULL, description TEXT NOT NULL,
      free_over_minor INTEGER, rules TEXT NOT NULL, position INTEGER NOT NULL`,
    delivery_zones: `
      key TEXT PRIMARY KEY, name TEXT NOT NULL, postcodes TEXT NOT NULL, is_default FLAG, is_excluded FLAG,
      rules TEXT NOT NULL, note TEXT, position INTEGER NOT NULL`,
  },
};

const COMPATIBILITY: Tables = {
  tables: {
    compatibility_parts: `
      id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('chassis', 'carrycot', 'car_seat', 'adapter')),
      product_id INTEGER REFERENCES products (id), name TEXT NOT NULL, sku TEXT, price_minor INTEGER,
      details TEXT NOT NULL, position INTEGER NOT NULL`,
    compatibility: `
      chassis_id TEXT NOT NULL REFERENCES compatibility_parts (id),
      part_id TEXT NOT NULL REFERENCES compatibility_parts (id),
      result TEXT NOT NULL CHECK (result IN ('fits', 'adapter', 'no')),
      adapter_id TEXT REFERENCES compatibility_parts (id), details TEXT NOT NULL, PRIMARY KEY (chassis_id, part_id)`,
  },
};

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
    form_drafts: `
      customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE, path TEXT NOT NULL,
      fields TEXT NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (customer_id, path)`,
    audit_log: `
      id SERIAL, customer_id TEXT, event TEXT NOT NULL, detail TEXT NOT NULL, address_hash TEXT NOT NULL,
      created_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX customer_sessions_customer ON customer_sessions (customer_id)",
    "CREATE INDEX customer_sessions_seen ON customer_sessions (last_seen_at)",
    "CREATE INDEX customer_tokens_email ON customer_tokens (email_key)",
    "CREATE INDEX customer_tokens_expiry ON customer_tokens (expires_at)",
    "CREATE INDEX customer_addresses_customer ON customer_addresses (customer_id)",
    "CREATE UNIQUE INDEX customer_addresses_delivery ON customer_addresses (customer_id) WHERE is_default_delivery = 1",
    "CREATE UNIQUE INDEX customer_addresses_billing ON customer_addresses (customer_id) WHERE is_default_billing = 1",
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
  },
  indexes: [
    "CREATE INDEX reviews_product ON reviews (product_id, created_at)",
    "CREATE UNIQUE INDEX reviews_waiting ON reviews (product_id, email_key, author_kind) WHERE status = 'waiting'",
    "CREATE UNIQUE INDEX reviews_published ON reviews (product_id, email_key) WHERE status = 'published'",
    "CREATE INDEX reviews_status ON reviews (status, created_at)",
    "CREATE INDEX reviews_customer ON reviews (customer_id)",
    "CREATE INDEX reviews_email ON reviews (email_key)",
    "CREATE INDEX review_votes_voter ON review_votes (voter_hash)",
  ],
};

const STOCK_ALERTS: Tables = {
  tables: {
    stock_alerts: `
      id TEXT PRIMARY KEY, variant_id INTEGER NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
      customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, email TEXT NOT NULL, email_key TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'mailed')),
      confirm_token_hash TEXT UNIQUE, unsubscribe_token_hash TEXT UNIQUE, created_at TEXT NOT NULL, confirmed_at TEXT, mailed_at TEXT`,
    back_in_stock_batches: `
      variant_id INTEGER PRIMARY KEY REFERENCES variants (id) ON DELETE CASCADE, next_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE UNIQUE INDEX stock_alerts_live ON stock_alerts (variant_id, email_key) WHERE status IN ('pending', 'confirmed')",
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
      removed_at TEXT, PRIMARY KEY (customer_id, product_id)`,
    shared_lists: `
      id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE, items TEXT,
      created_at TEXT NOT NULL, expires_at TEXT, CHECK (items IS NOT NULL OR customer_id IS NOT NULL)`,
  },
  indexes: [
    "CREATE INDEX favourites_removed ON favourites (removed_at) WHERE removed_at IS NOT NULL",
    "CREATE UNIQUE INDEX shared_lists_live ON shared_lists (customer_id) WHERE items IS NULL",
    "CREATE INDEX shared_lists_customer ON shared_lists (customer_id)",
    "CREATE INDEX shared_lists_expiry ON shared_lists (expires_at)",
  ],
};

const CARTS: Tables = {
  tables: {
    carts: `
      id TEXT PRIMARY KEY, customer_id TEXT, email TEXT, currency TEXT NOT NULL, coupon_code TEXT,
      delivery_method TEXT, delivery_postcode TEXT, version INTEGER NOT NULL DEFAULT 1,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, recovery_email_sent_at TEXT, recovery_checked_at TEXT`,
    cart_lines: `
      id TEXT PRIMARY KEY, cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
      variant_id INTEGER NOT NULL REFERENCES variants (id), quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      added_at TEXT NOT NULL, gift_paper TEXT, gift_message TEXT, UNIQUE (cart_id, variant_id)`,
  },
  indexes: [
    "CREATE INDEX carts_updated ON carts (updated_at)",
    "CREATE UNIQUE INDEX carts_customer ON carts (customer_id) WHERE customer_id IS NOT NULL",
  ],
};

const ORDERS: Tables = {
  tables: {
    orders: `
      id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, status TEXT NOT NULL, attempt_id TEXT NOT NULL UNIQUE,
      cart_id TEXT NOT NULL, purchase INTEGER NOT NULL DEFAULT 0 CHECK (purchase >= 0),
      cart_fingerprint TEXT NOT NULL, customer_id TEXT, email TEXT NOT NULL,
      delivery_address TEXT NOT NULL, billing_address TEXT NOT NULL, delivery TEXT NOT NULL,
      gift_message TEXT, note TEXT, has_gift_receipt FLAG DEFAULT 0, totals TEXT NOT NULL,
      total_minor INTEGER NOT NULL CHECK (total_minor >= 0), currency TEXT NOT NULL,
      placed_at TEXT NOT NULL, expires_at TEXT NOT NULL, paid_at TEXT, updated_at TEXT NOT NULL`,
    order_lines: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL,
      product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, sku TEXT NOT NULL, name TEXT NOT NULL,
      variant_label TEXT, image TEXT NOT NULL, path TEXT NOT NULL, age_text TEXT,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unit_price_minor INTEGER NOT NULL CHECK (unit_price_minor >= 0), line_total_minor INTEGER NOT NULL,
      vat_minor INTEGER NOT NULL, discount_minor INTEGER NOT NULL DEFAULT 0, tax_rate_basis_points INTEGER NOT NULL,
      gift_paper TEXT, gift_message TEXT, wrap_minor INTEGER NOT NULL DEFAULT 0 CHECK (wrap_minor >= 0),
      wrap_vat_minor INTEGER NOT NULL DEFAULT 0, wrap_tax_rate_basis_points INTEGER NOT NULL DEFAULT 0`,
    reservations: `
      order_id TEXT NOT NULL REFERENCES orders (id), variant_id INTEGER NOT NULL REFERENCES variants (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0), PRIMARY KEY (order_id, variant_id)`,
    order_history: `
      id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), from_status TEXT, to_status TEXT NOT NULL,
      reason TEXT NOT NULL, actor TEXT NOT NULL DEFAULT 'payment', created_at TEXT NOT NULL`,
    delivery_bookings: `
      order_id TEXT PRIMARY KEY REFERENCES orders (id), method TEXT NOT NULL, day TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX order_lines_order ON order_lines (order_id, position)",
    "CREATE INDEX orders_awaiting ON orders (expires_at) WHERE status = 'awaiting-payment'",
    "CREATE INDEX orders_cart ON orders (cart_id)",
    "CREATE INDEX orders_customer ON orders (customer_id, placed_at)",
    "CREATE INDEX orders_email ON orders (lower(email))",
    "CREATE INDEX orders_placed ON orders (placed_at)",
    // At most one order of one purchase may be paid, or may become so (decision 0006).
    `CREATE UNIQUE INDEX orders_one_payment ON orders (cart_id, purchase) WHERE status IN
       ('awaiting-payment', 'paid', 'packed', 'partially-shipped', 'shipped', 'delivered', 'disputed')`,
    "CREATE INDEX order_history_order ON order_history (order_id)",
    "CREATE INDEX delivery_bookings_day ON delivery_bookings (day, method)",
  ],
};

const PAYMENTS: Tables = {
  tables: {
    payments: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), attempt_id TEXT NOT NULL UNIQUE,
      provider TEXT NOT NULL, provider_payment_id TEXT UNIQUE, intent_id TEXT, url TEXT,
      amount_minor INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, provider_checked_at TEXT`,
    payment_events: `
      event_id TEXT PRIMARY KEY, payment_id TEXT NOT NULL, type TEXT NOT NULL, amount_minor INTEGER NOT NULL,
      currency TEXT NOT NULL, detail TEXT, reference TEXT, attempt_id TEXT,
      occurred_at TEXT NOT NULL, received_at TEXT NOT NULL`,
    embedded_payments: `
      id TEXT PRIMARY KEY, attempt_id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, amount_minor INTEGER NOT NULL,
      currency TEXT NOT NULL, request TEXT NOT NULL, decline_reason TEXT, refunded_minor INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE UNIQUE INDEX payments_order ON payments (order_id)",
    "CREATE UNIQUE INDEX payments_intent ON payments (intent_id)",
    "CREATE INDEX payment_events_payment ON payment_events (payment_id)",
  ],
};

const FULFILMENT: Tables = {
  tables: {
    shipments: `
      id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), carrier TEXT NOT NULL, tracking_number TEXT NOT NULL,
      tracking_url TEXT, shipped_at TEXT NOT NULL, request_key TEXT NOT NULL DEFAULT ''`,
    shipment_lines: `
      shipment_id INTEGER NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
      order_line_id TEXT NOT NULL REFERENCES order_lines (id), quantity INTEGER NOT NULL CHECK (quantity > 0),
      PRIMARY KEY (shipment_id, order_line_id)`,
  },
  indexes: [
    "CREATE INDEX shipments_order ON shipments (order_id)",
    "CREATE UNIQUE INDEX shipments_key ON shipments (order_id, request_key) WHERE request_key <> ''",
  ],
};

const REFUNDS: Tables = {
  tables: {
    refunds: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), request_key TEXT NOT NULL,
      amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
      delivery_minor INTEGER NOT NULL CHECK (delivery_minor >= 0), has_delivery FLAG, currency TEXT NOT NULL,
      reason TEXT NOT NULL, actor TEXT NOT NULL, status TEXT NOT NULL, provider_refund_id TEXT, last_error TEXT,
      created_at TEXT NOT NULL, processed_at TEXT, UNIQUE (order_id, request_key)`,
    refund_lines: `
      refund_id TEXT NOT NULL REFERENCES refunds (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unshipped_quantity INTEGER NOT NULL CHECK (unshipped_quantity BETWEEN 0 AND quantity),
      amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0), is_restocked FLAG,
      PRIMARY KEY (refund_id, order_line_id)`,
    order_returns: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), number TEXT NOT NULL UNIQUE,
      request_key TEXT NOT NULL, status TEXT NOT NULL, note TEXT NOT NULL, actor TEXT NOT NULL,
      requested_at TEXT NOT NULL, received_at TEXT, refund_id TEXT REFERENCES refunds (id), UNIQUE (order_id, request_key)`,
    order_return_lines: `
      return_id TEXT NOT NULL REFERENCES order_returns (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0), reason TEXT NOT NULL, PRIMARY KEY (return_id, order_line_id)`,
  },
};

const COUPONS: Tables = {
  tables: {
    coupons: `
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL,
      amount INTEGER NOT NULL, minimum_spend_minor INTEGER, starts_at TEXT NOT NULL, ends_at TEXT,
      max_uses INTEGER, is_enabled FLAG, rules TEXT NOT NULL, use_count INTEGER NOT NULL DEFAULT 0 CHECK (use_count >= 0),
      created_by TEXT NOT NULL DEFAULT 'catalogue', disabled_at TEXT`,
    coupon_uses: `
      order_id TEXT PRIMARY KEY REFERENCES orders (id), coupon_id INTEGER NOT NULL REFERENCES coupons (id),
      customer_id TEXT, email_key TEXT NOT NULL, created_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX coupon_uses_email ON coupon_uses (coupon_id, email_key)",
    "CREATE INDEX coupon_uses_customer ON coupon_uses (coupon_id, customer_id)",
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
  indexes: ["CREATE INDEX subscriptions_state ON subscriptions (state, consent_at)"],
};

const CONTACT_MESSAGES: Tables = {
  tables: {
    contact_messages: `
      id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
      name TEXT NOT NULL, email TEXT NOT NULL, topic TEXT NOT NULL, order_number TEXT NOT NULL, message TEXT NOT NULL,
      is_verified_customer FLAG, is_owner_email_pending FLAG, is_copy_email_pending FLAG, created_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX contact_messages_customer ON contact_messages (customer_id)",
    "CREATE INDEX contact_messages_age ON contact_messages (created_at)",
  ],
};

const MARKETING: Tables = {
  tables: {
    marketing_contacts: `
      id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL CHECK (state IN ('subscribed', 'unsubscribed', 'nonSubscribed')),
      source TEXT NOT NULL, consented_at TEXT NOT NULL, desired_version INTEGER NOT NULL,
      synced_version INTEGER NOT NULL DEFAULT 0, is_unsubscribing FLAG DEFAULT 0, service_id TEXT`,
    // No reference to carts, because the record of a cart outlives it.
    marketing_carts: `
      cart_id TEXT PRIMARY KEY, customer_id TEXT, contact_id TEXT, sync_generation INTEGER NOT NULL DEFAULT 0,
      desired_version INTEGER NOT NULL, synced_version INTEGER NOT NULL DEFAULT 0,
      sync_state TEXT NOT NULL DEFAULT 'none' CHECK (sync_state IN ('none', 'unconfirmed', 'synced')),
      is_suppressed FLAG DEFAULT 0, record TEXT, lease_owner TEXT, leased_until TEXT,
      updated_at TEXT NOT NULL`,
    marketing_orders: `
      order_id TEXT PRIMARY KEY REFERENCES orders (id), cart_id TEXT NOT NULL, sent_status TEXT,
      send_count INTEGER NOT NULL DEFAULT 0`,
    embedded_marketing: `
      kind TEXT NOT NULL CHECK (kind IN ('cart', 'order', 'contact')), id TEXT NOT NULL, document TEXT NOT NULL,
      updated_at TEXT NOT NULL, PRIMARY KEY (kind, id)`,
  },
  indexes: [
    "CREATE INDEX marketing_carts_unsynced ON marketing_carts (updated_at) WHERE desired_version <> synced_version",
    "CREATE INDEX marketing_carts_by_customer ON marketing_carts (customer_id) WHERE customer_id IS NOT NULL",
    "CREATE INDEX marketing_orders_by_cart ON marketing_orders (cart_id)",
  ],
};

const RECOVERY: Tables = {
  tables: {
    recovery_steps: `
      cart_key TEXT NOT NULL, step TEXT NOT NULL CHECK (step IN ('sent', 'opened', 'recovered', 'ordered')),
      deduplication_key TEXT NOT NULL, recovered_cart_key TEXT, amount_minor INTEGER CHECK (amount_minor >= 0), currency TEXT,
      occurred_at TEXT NOT NULL, PRIMARY KEY (cart_key, step, deduplication_key),
      CHECK ((step = 'recovered') = (recovered_cart_key IS NOT NULL)),
      CHECK ((step = 'ordered') = (amount_minor IS NOT NULL AND currency IS NOT NULL))`,
  },
  indexes: [
    "CREATE INDEX recovery_steps_age ON recovery_steps (occurred_at)",
    "CREATE INDEX recovery_steps_recovered_cart ON recovery_steps (recovered_cart_key) WHERE recovered_cart_key IS NOT NULL",
  ],
};

const ANALYTICS: Tables = {
  tables: {
    analytics_events: `
      id TEXT PRIMARY KEY, visitor_id TEXT NOT NULL, name TEXT NOT NULL, properties TEXT NOT NULL,
      occurred_at TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('held', 'waiting', 'sent', 'dropped')), leased_until TEXT`,
  },
  indexes: [
    "CREATE INDEX analytics_events_to_send ON analytics_events (occurred_at) WHERE status = 'waiting'",
    "CREATE INDEX analytics_events_by_time ON analytics_events (occurred_at, name)",
    "CREATE INDEX analytics_events_by_visitor ON analytics_events (visitor_id)",
  ],
};

const SEARCH = {
  // What a hosted search engine was sent: the next time only what differs is sent.
  search_index_entries: `
    index_name TEXT NOT NULL, product_id INTEGER NOT NULL, fingerprint TEXT NOT NULL,
    PRIMARY KEY (index_name, product_id)`,
  search_vocabulary: `word TEXT PRIMARY KEY, count INTEGER NOT NULL`,
  search_progress: `
    id INTEGER PRIMARY KEY CHECK (id = 1), is_ready FLAG, revision INTEGER NOT NULL, slicing TEXT,
    crawl_version INTEGER, crawl_cursor INTEGER NOT NULL, crawl_started_at TEXT, crawl_work_ms INTEGER NOT NULL,
    indexed_version INTEGER NOT NULL, backoff_until TEXT NOT NULL, leased_until TEXT NOT NULL`,
};

/** The full text index of large catalogues (decision 0012): SQLite has the terms in a table of its own kind. */
const SEARCH_IN_SQLITE: Tables = {
  tables: {
    ...SEARCH,
    search_documents: `
      place INTEGER PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE, fields TEXT NOT NULL, fingerprint TEXT NOT NULL`,
  },
  indexes: [
    `CREATE VIRTUAL TABLE search_terms USING fts5
       (terms, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii')`,
  ],
};

const SEARCH_IN_POSTGRES: Tables = {
  tables: {
    ...SEARCH,
    search_documents: `
      place BIGINT PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE, fields TEXT NOT NULL, fingerprint TEXT NOT NULL,
      terms TSVECTOR NOT NULL`,
  },
  indexes: ["CREATE INDEX search_documents_terms ON search_documents USING gin (terms)"],
};

/** Rows can be added, and neither changed nor deleted. */
export async function protectAuditLog(db: Migrating): Promise<void> {
  await run(db, isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS);
}

/** For tests that start from nothing. */
export async function unprotectAuditLog(db: Migrating): Promise<void> {
  const end = isSqlite(db) ? "" : " ON audit_log";
  await run(db, [
    `DROP TRIGGER IF EXISTS audit_log_no_update${end}`,
    `DROP TRIGGER IF EXISTS audit_log_no_delete${end}`,
  ]);
}

const SQLITE_TRIGGERS = ["update", "delete"].map(
  (verb) =>
    `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
);

const POSTGRES_TRIGGERS = [
  `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
  ...["update", "delete"].map(
    (verb) =>
      `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
       FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  ),
];
