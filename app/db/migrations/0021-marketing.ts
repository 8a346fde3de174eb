/** What the marketing service is told: whose carts it knows, its contacts, its orders; and the embedded service itself. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "marketing_contacts",
    `id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE,
     state TEXT NOT NULL CHECK (state IN ('subscribed', 'unsubscribed', 'nonSubscribed')),
     source TEXT NOT NULL, said_at TEXT NOT NULL, wanted INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0,
     is_leaving INTEGER NOT NULL DEFAULT 0, service_id TEXT`,
  );
  // No reference to carts: what is told of a cart outlives it.
  await createTable(
    db,
    "marketing_carts",
    `cart_id TEXT PRIMARY KEY, customer_id TEXT, contact_id TEXT, turn INTEGER NOT NULL DEFAULT 0,
     wanted INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0, is_sent INTEGER NOT NULL DEFAULT 0,
     is_withdrawn INTEGER NOT NULL DEFAULT 0, record TEXT, lease_owner TEXT, leased_until TEXT,
     updated_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "marketing_orders",
    `order_id TEXT PRIMARY KEY REFERENCES orders (id), cart_id TEXT NOT NULL, sent_status TEXT,
     sends INTEGER NOT NULL DEFAULT 0`,
  );
  await createTable(
    db,
    "embedded_marketing",
    `kind TEXT NOT NULL CHECK (kind IN ('cart', 'order', 'contact')), id TEXT NOT NULL, document TEXT NOT NULL,
     updated_at TEXT NOT NULL, PRIMARY KEY (kind, id)`,
  );
  await createIndexes(db, [
    "CREATE INDEX marketing_carts_unsent ON marketing_carts (updated_at) WHERE wanted <> sent",
    "CREATE INDEX marketing_carts_by_customer ON marketing_carts (customer_id) WHERE customer_id IS NOT NULL",
    "CREATE INDEX marketing_orders_by_cart ON marketing_orders (cart_id)",
  ]);
}
