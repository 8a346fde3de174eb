import type { Tables } from "#app/db/migrations/ddl.ts";

const DELIVERY: Tables = {
  tables: {
    delivery_methods: `
      key TEXT PRIMARY KEY, name TEXT NOT NULL, service TEXT NOT NULL, description TEXT NOT NULL,
      free_over_minor INTEGER, rules TEXT NOT NULL, position INTEGER NOT NULL, edited_at TEXT`,
    delivery_zones: `
      key TEXT PRIMARY KEY, name TEXT NOT NULL, postcodes TEXT NOT NULL, is_default FLAG, is_excluded FLAG,
      rules TEXT NOT NULL, note TEXT, position INTEGER NOT NULL`,
  },
};

const CARTS: Tables = {
  tables: {
    carts: `
      id TEXT PRIMARY KEY, customer_id TEXT, email TEXT, currency TEXT NOT NULL, coupon_code TEXT,
      delivery_method TEXT, delivery_postcode TEXT, version INTEGER NOT NULL DEFAULT 1,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, recovery_email_sent_at TEXT, recovery_checked_at TEXT`,
    // The empty text means no words, so that one variant with other words is another line.
    cart_lines: `
      id TEXT PRIMARY KEY, cart_id TEXT NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
      variant_id INTEGER NOT NULL REFERENCES variants (id),
      quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
      added_at TEXT NOT NULL, gift_paper TEXT, gift_message TEXT, personalisation TEXT NOT NULL DEFAULT '',
      UNIQUE (cart_id, variant_id, personalisation)`,
  },
  indexes: [
    "CREATE INDEX carts_updated ON carts (updated_at)",
    "CREATE UNIQUE INDEX carts_customer ON carts (customer_id) WHERE customer_id IS NOT NULL",
  ],
};

/** At most one order of one purchase may be paid, or may become so (decision 0006). */
export const ONE_PAYMENT = `CREATE UNIQUE INDEX orders_one_payment ON orders (cart_id, purchase)
  WHERE status IN ('awaiting-payment', 'paid', 'packed', 'partially-shipped', 'shipped', 'delivered', 'disputed')`;

const ORDERS: Tables = {
  tables: {
    orders: `
      id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, status TEXT NOT NULL, attempt_id TEXT NOT NULL UNIQUE,
      cart_id TEXT NOT NULL, purchase INTEGER NOT NULL DEFAULT 0 CHECK (purchase >= 0),
      cart_fingerprint TEXT NOT NULL, customer_id TEXT, email TEXT NOT NULL,
      delivery_address TEXT NOT NULL, billing_address TEXT NOT NULL, delivery TEXT NOT NULL,
      gift_message TEXT, note TEXT, has_gift_receipt FLAG DEFAULT 0, totals TEXT NOT NULL,
      total_minor INTEGER NOT NULL CHECK (total_minor >= 0), currency TEXT NOT NULL,
      placed_at TEXT NOT NULL, expires_at TEXT NOT NULL, paid_at TEXT, updated_at TEXT NOT NULL,
      address_version INTEGER NOT NULL DEFAULT 0 CHECK (address_version >= 0), email_key TEXT NOT NULL DEFAULT ''`,
    // Where a parcel goes whose buyer must not learn it.
    order_recipients: `order_id TEXT PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE, address TEXT NOT NULL`,
    order_lines: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL,
      product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, sku TEXT NOT NULL, name TEXT NOT NULL,
      variant_label TEXT, image TEXT NOT NULL, path TEXT NOT NULL, age_text TEXT,
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unit_price_minor INTEGER NOT NULL CHECK (unit_price_minor >= 0), line_total_minor INTEGER NOT NULL,
      vat_minor INTEGER NOT NULL, discount_minor INTEGER NOT NULL DEFAULT 0, tax_rate_basis_points INTEGER NOT NULL,
      gift_paper TEXT, gift_message TEXT, wrap_minor INTEGER NOT NULL DEFAULT 0 CHECK (wrap_minor >= 0),
      wrap_vat_minor INTEGER NOT NULL DEFAULT 0, wrap_tax_rate_basis_points INTEGER NOT NULL DEFAULT 0,
      personalisation TEXT, personalisation_terms TEXT,
      personalisation_minor INTEGER NOT NULL DEFAULT 0 CHECK (personalisation_minor >= 0), work_started_at TEXT,
      words_changed_at TEXT, awaits_answer_until TEXT,
      dropped_quantity INTEGER NOT NULL DEFAULT 0 CHECK (dropped_quantity >= 0)`,
    reservations: `
      order_id TEXT NOT NULL REFERENCES orders (id), variant_id INTEGER NOT NULL REFERENCES variants (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0), PRIMARY KEY (order_id, variant_id)`,
    order_history: `
      id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), from_status TEXT, to_status TEXT NOT NULL,
      reason TEXT NOT NULL, actor TEXT NOT NULL DEFAULT 'payment', created_at TEXT NOT NULL`,
    delivery_bookings: `order_id TEXT PRIMARY KEY REFERENCES orders (id), method TEXT NOT NULL, day TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX orders_awaiting ON orders (expires_at) WHERE status = 'awaiting-payment'",
    "CREATE INDEX orders_cart ON orders (cart_id)",
    "CREATE INDEX orders_customer ON orders (customer_id, placed_at)",
    "CREATE INDEX orders_email ON orders (lower(email))",
    "CREATE INDEX orders_placed ON orders (placed_at)",
    ONE_PAYMENT,
    "CREATE INDEX orders_status ON orders (status, placed_at)",
    "CREATE INDEX orders_total ON orders (total_minor)",
    "CREATE INDEX orders_paid ON orders (paid_at, currency, total_minor)",
    "CREATE INDEX orders_updated ON orders (updated_at)",
    // With the customer, so that no engine reads the orders of all guests for those of one address.
    "CREATE INDEX orders_email_key ON orders (email_key, customer_id, placed_at)",
    "CREATE INDEX order_lines_order ON order_lines (order_id, position)",
    "CREATE INDEX order_lines_awaits_answer ON order_lines (awaits_answer_until) WHERE awaits_answer_until IS NOT NULL",
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
    order_ticks: `
      order_line_id TEXT PRIMARY KEY REFERENCES order_lines (id) ON DELETE CASCADE,
      order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
      units INTEGER NOT NULL CHECK (units > 0), moves INTEGER NOT NULL, staff_name TEXT NOT NULL,
      ticked_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX shipments_order ON shipments (order_id)",
    "CREATE UNIQUE INDEX shipments_key ON shipments (order_id, request_key) WHERE request_key <> ''",
    "CREATE INDEX shipments_days ON shipments (shipped_at, order_id)",
    "CREATE INDEX order_ticks_order ON order_ticks (order_id)",
  ],
};

const REFUNDS: Tables = {
  tables: {
    refunds: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), request_key TEXT NOT NULL,
      amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
      delivery_minor INTEGER NOT NULL CHECK (delivery_minor >= 0), has_delivery FLAG, currency TEXT NOT NULL,
      reason TEXT NOT NULL, actor TEXT NOT NULL, status TEXT NOT NULL, provider_refund_id TEXT, last_error TEXT,
      created_at TEXT NOT NULL, processed_at TEXT, is_credit FLAG DEFAULT 0,
      goodwill_minor INTEGER NOT NULL DEFAULT 0 CHECK (goodwill_minor >= 0),
      set_off_minor INTEGER NOT NULL DEFAULT 0 CHECK (set_off_minor >= 0),
      wear_minor INTEGER NOT NULL DEFAULT 0 CHECK (wear_minor >= 0), wear_reason TEXT NOT NULL DEFAULT '',
      customer_words TEXT NOT NULL DEFAULT '', UNIQUE (order_id, request_key)`,
    refund_lines: `
      refund_id TEXT NOT NULL REFERENCES refunds (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0),
      unshipped_quantity INTEGER NOT NULL CHECK (unshipped_quantity BETWEEN 0 AND quantity),
      amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0), is_restocked FLAG,
      PRIMARY KEY (refund_id, order_line_id)`,
    // `refund_by`: the day until which a parcel that has arrived is to be refunded.
    order_returns: `
      id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), number TEXT NOT NULL UNIQUE,
      request_key TEXT NOT NULL, status TEXT NOT NULL, note TEXT NOT NULL, actor TEXT NOT NULL,
      requested_at TEXT NOT NULL, received_at TEXT, refund_id TEXT REFERENCES refunds (id),
      legal_basis TEXT CHECK (legal_basis = 'withdrawal'),
      recipient_remedy TEXT CHECK (recipient_remedy IN ('credit', 'refund')),
      credit_minor INTEGER NOT NULL DEFAULT 0 CHECK (credit_minor >= 0), arrived_at TEXT,
      arrived_by TEXT NOT NULL DEFAULT '', refund_by TEXT, UNIQUE (order_id, request_key)`,
    order_return_lines: `
      return_id TEXT NOT NULL REFERENCES order_returns (id), order_line_id TEXT NOT NULL REFERENCES order_lines (id),
      quantity INTEGER NOT NULL CHECK (quantity > 0), reason TEXT NOT NULL, PRIMARY KEY (return_id, order_line_id)`,
  },
  indexes: [
    "CREATE INDEX refunds_created ON refunds (created_at)",
    "CREATE INDEX order_returns_status ON order_returns (status)",
  ],
};

const COUPONS: Tables = {
  tables: {
    coupons: `
      id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL,
      amount INTEGER NOT NULL, minimum_spend_minor INTEGER, starts_at TEXT NOT NULL, ends_at TEXT,
      max_uses INTEGER, is_enabled FLAG, rules TEXT NOT NULL,
      use_count INTEGER NOT NULL DEFAULT 0 CHECK (use_count >= 0),
      created_by TEXT NOT NULL DEFAULT 'catalogue', disabled_at TEXT`,
    coupon_uses: `
      order_id TEXT PRIMARY KEY REFERENCES orders (id), coupon_id INTEGER NOT NULL REFERENCES coupons (id),
      customer_id TEXT, email_key TEXT NOT NULL, created_at TEXT NOT NULL,
      credit_minor INTEGER CHECK (credit_minor >= 0)`,
    // No rows of `coupons`, so nothing redeems them.
    coupon_drafts: `
      code TEXT PRIMARY KEY, typed TEXT NOT NULL, version INTEGER NOT NULL,
      staff_name TEXT NOT NULL, updated_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX coupon_uses_email ON coupon_uses (coupon_id, email_key)",
    "CREATE INDEX coupon_uses_customer ON coupon_uses (coupon_id, customer_id)",
  ],
};

export const ORDER_TABLES: ReadonlyArray<Tables> = [
  DELIVERY,
  CARTS,
  ORDERS,
  PAYMENTS,
  FULFILMENT,
  REFUNDS,
  COUPONS,
];
