/** What a journey leaves behind in the database, without ids and times, so that two journeys can be compared. */
import { openShopDatabase } from "./invariants.ts";

export type ShopState = Readonly<Record<string, ReadonlyArray<unknown>>>;

const QUERIES: Readonly<Record<string, string>> = {
  orders: `SELECT status, email, total_minor, currency, delivery_address, billing_address,
      json_extract(delivery, '$.method') AS method, note, gift_message FROM orders ORDER BY placed_at, status`,
  lines: `SELECT sku, name, variant_label, quantity, unit_price_minor, line_total_minor, vat_minor
      FROM order_lines ORDER BY order_id, position`,
  history: `SELECT from_status, to_status FROM order_history ORDER BY id`,
  stock: `SELECT sku, on_hand, reserved FROM variants ORDER BY id`,
  payments: `SELECT provider, amount_minor, currency FROM payments ORDER BY created_at`,
  facts: `SELECT type, amount_minor, currency FROM payment_facts ORDER BY type`,
  carts: `SELECT sku, quantity FROM cart_lines JOIN variants ON variants.id = cart_lines.variant_id ORDER BY sku`,
  jobs: `SELECT kind, status FROM jobs ORDER BY kind, status`,
};

export function shopState(dataDir: string): ShopState {
  const database = openShopDatabase(dataDir);
  try {
    return Object.fromEntries(
      Object.entries(QUERIES).map(([name, query]) => [name, database.prepare(query).all()]),
    );
  } finally {
    database.close();
  }
}
