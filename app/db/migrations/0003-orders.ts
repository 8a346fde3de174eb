/** Orders, what they hold of the stock, their payments and the history of every move. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "orders",
    `id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, status TEXT NOT NULL, attempt_id TEXT NOT NULL UNIQUE,
     cart_id TEXT NOT NULL, cart_fingerprint TEXT NOT NULL, customer_id TEXT, email TEXT NOT NULL,
     delivery_address TEXT NOT NULL, billing_address TEXT NOT NULL, delivery TEXT NOT NULL,
     gift_message TEXT, note TEXT, totals TEXT NOT NULL, total_minor INTEGER NOT NULL CHECK (total_minor >= 0),
     currency TEXT NOT NULL, placed_at TEXT NOT NULL, expires_at TEXT NOT NULL, paid_at TEXT, updated_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "order_lines",
    `id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL,
     product_id INTEGER NOT NULL, variant_id INTEGER NOT NULL, sku TEXT NOT NULL, name TEXT NOT NULL,
     variant_label TEXT, image TEXT NOT NULL, path TEXT NOT NULL, age_text TEXT, quantity INTEGER NOT NULL CHECK (quantity > 0),
     unit_price_minor INTEGER NOT NULL CHECK (unit_price_minor >= 0), line_total_minor INTEGER NOT NULL,
     vat_minor INTEGER NOT NULL, tax_rate_basis_points INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "reservations",
    `order_id TEXT NOT NULL REFERENCES orders (id), variant_id INTEGER NOT NULL REFERENCES variants (id),
     quantity INTEGER NOT NULL CHECK (quantity > 0), PRIMARY KEY (order_id, variant_id)`,
  );
  await createTable(
    db,
    "order_history",
    `id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), from_status TEXT, to_status TEXT NOT NULL,
     reason TEXT NOT NULL, at TEXT NOT NULL`,
  );
  await createPayments(db);
  await createIndexes(db, [
    "CREATE INDEX order_lines_order ON order_lines (order_id, position)",
    "CREATE INDEX orders_awaiting ON orders (expires_at) WHERE status = 'awaiting-payment'",
    "CREATE INDEX orders_cart ON orders (cart_id)",
    "CREATE INDEX order_history_order ON order_history (order_id)",
    "CREATE INDEX payment_facts_payment ON payment_facts (payment_id)",
    "CREATE INDEX payments_order ON payments (order_id)",
  ]);
}

async function createPayments(db: Migrating): Promise<void> {
  await createTable(
    db,
    "payments",
    `id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders (id), attempt_id TEXT NOT NULL UNIQUE,
     provider TEXT NOT NULL, provider_payment_id TEXT UNIQUE, url TEXT, amount_minor INTEGER NOT NULL,
     currency TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "payment_facts",
    `event_id TEXT PRIMARY KEY, payment_id TEXT NOT NULL, type TEXT NOT NULL, amount_minor INTEGER NOT NULL,
     currency TEXT NOT NULL, detail TEXT, occurred_at TEXT NOT NULL, received_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "embedded_payments",
    `id TEXT PRIMARY KEY, attempt_id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, amount_minor INTEGER NOT NULL,
     currency TEXT NOT NULL, request TEXT NOT NULL, decline_reason TEXT, refunded_minor INTEGER NOT NULL DEFAULT 0,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  );
}
