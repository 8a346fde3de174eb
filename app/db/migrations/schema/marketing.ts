import type { Tables } from "#app/db/migrations/ddl.ts";

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
      deduplication_key TEXT NOT NULL, recovered_cart_key TEXT, amount_minor INTEGER CHECK (amount_minor >= 0),
      currency TEXT,
      occurred_at TEXT NOT NULL, PRIMARY KEY (cart_key, step, deduplication_key),
      CHECK ((step = 'recovered') = (recovered_cart_key IS NOT NULL)),
      CHECK ((step = 'ordered') = (amount_minor IS NOT NULL AND currency IS NOT NULL))`,
  },
  indexes: [
    "CREATE INDEX recovery_steps_age ON recovery_steps (occurred_at)",
    `CREATE INDEX recovery_steps_recovered_cart ON recovery_steps (recovered_cart_key)
       WHERE recovered_cart_key IS NOT NULL`,
  ],
};

const ANALYTICS: Tables = {
  tables: {
    analytics_events: `
      id TEXT PRIMARY KEY, visitor_id TEXT NOT NULL, name TEXT NOT NULL, properties TEXT NOT NULL,
      occurred_at TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('held', 'waiting', 'sent', 'dropped')), leased_until TEXT`,
    analytics_days: `
      day TEXT PRIMARY KEY, visits INTEGER NOT NULL, product_views INTEGER NOT NULL, carts INTEGER NOT NULL,
      checkouts INTEGER NOT NULL, orders INTEGER NOT NULL`,
    analytics_day_searches: `
      day TEXT NOT NULL REFERENCES analytics_days (day) ON DELETE CASCADE, words TEXT NOT NULL,
      times INTEGER NOT NULL, PRIMARY KEY (day, words)`,
  },
  indexes: [
    "CREATE INDEX analytics_events_to_send ON analytics_events (occurred_at) WHERE status = 'waiting'",
    "CREATE INDEX analytics_events_by_time ON analytics_events (occurred_at, name)",
    "CREATE INDEX analytics_events_by_visitor ON analytics_events (visitor_id)",
    "CREATE INDEX analytics_events_by_name ON analytics_events (name, occurred_at)",
  ],
};

export const MARKETING_TABLES: ReadonlyArray<Tables> = [MARKETING, RECOVERY, ANALYTICS];
