/** What a journey leaves behind in the database, without ids and times, so that two journeys can be compared. */
import { openShopDatabase } from "#tests/support/checks/invariants.ts";

export type ShopState = Readonly<Record<string, ReadonlyArray<unknown>>>;

const QUERIES: Readonly<Record<string, string>> = {
  orders: `SELECT status, email, total_minor, currency, delivery_address, billing_address,
      json_extract(delivery, '$.method') AS method, note, gift_message,
      has_gift_receipt FROM orders ORDER BY placed_at, status`,
  lines: `SELECT sku, name, variant_label, quantity, unit_price_minor, line_total_minor, vat_minor, discount_minor,
      gift_paper, gift_message, wrap_minor FROM order_lines ORDER BY order_id, position`,
  history: `SELECT from_status, to_status FROM order_history ORDER BY id`,
  stock: `SELECT sku, on_hand, reserved FROM variants ORDER BY id`,
  payments: `SELECT provider, amount_minor, currency FROM payments ORDER BY created_at`,
  facts: `SELECT type, amount_minor, currency FROM payment_events ORDER BY type`,
  carts: `SELECT sku, quantity FROM cart_lines JOIN variants ON variants.id = cart_lines.variant_id ORDER BY sku`,
  // Changes of a basket that come soon after each other are told to the marketing service together: how many jobs that
  // makes depends on how fast somebody walks.
  jobs: `SELECT kind, status FROM jobs WHERE kind NOT LIKE 'marketing-%' ORDER BY kind, status`,
  customers: `SELECT email, first_name, verified_at IS NOT NULL AS is_verified, wants_newsletter FROM customers ORDER BY email`,
  addresses: `SELECT first_name, address1, city, postal_code FROM customer_addresses ORDER BY address1`,
  sessions: `SELECT email FROM customer_sessions JOIN customers ON customers.id = customer_id ORDER BY email`,
  tokens: `SELECT purpose FROM customer_tokens ORDER BY purpose`,
  audit: `SELECT event FROM audit_log ORDER BY id`,
};

const SETTLED_MAX_MS = 60_000;
const LOOK_EVERY_MS = 100;

function shopState(dataDir: string): ShopState {
  const database = openShopDatabase(dataDir);
  try {
    return Object.fromEntries(
      Object.entries(QUERIES).map(([name, query]) => [name, database.prepare(query).all()]),
    );
  } finally {
    database.close();
  }
}

/** The state once no job is running or due; after a while, the state as it is. */
export async function settledState(dataDir: string): Promise<ShopState> {
  const until = Date.now() + SETTLED_MAX_MS;
  while (hasWorkToDo(dataDir) && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return shopState(dataDir);
}

/** Jobs put off to a later moment (a bank's answer in two minutes) are nothing to wait for. */
function hasWorkToDo(dataDir: string): boolean {
  const database = openShopDatabase(dataDir);
  try {
    return (
      database
        .prepare(
          "SELECT 1 FROM jobs WHERE status = 'running' OR (status = 'waiting' AND run_at <= ?) LIMIT 1",
        )
        .get(new Date().toISOString()) !== undefined
    );
  } finally {
    database.close();
  }
}
