/** Every account page in every state, for a customer with orders and addresses and for one with nothing. */
import { join } from "node:path";

import type { Page } from "playwright";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { OpenShop } from "#tests/support/shops/server.ts";

import { newCustomer } from "./customer-visitor.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import type { Shopper } from "#tests/support/people/shopper.ts";

const ADDRESS = {
  first_name: "Hannah",
  last_name: "Okafor",
  address1: "14 Slad Road",
  city: "Stroud",
  postal_code: "GL5 1QN",
  country_code: "GB",
  phone: "07700 900142",
} as const;
/** Enough for a second page of the list. */
const COPIES = 11;
const PAID_MAX_MS = 60_000;
const LOOK_EVERY_MS = 50;

export type CustomerState = Readonly<{
  name: string;
  /** Whose page it is: a name among the cookies. */
  who: string;
  path: string;
  /** What is done on the page once it is open. */
  act?: (page: Page) => Promise<void>;
}>;

export type CustomerStates = Readonly<{
  states: ReadonlyArray<CustomerState>;
  cookies: Readonly<Record<string, Cookies>>;
}>;
type Cookies = ReadonlyArray<Readonly<{ name: string; value: string }>>;

/** Two customers of `shop`, one with a history, and the ways to their pages. */
export async function customerStates(shop: OpenShop): Promise<CustomerStates> {
  const filled = await newCustomer(shop, "hannah@example.com");
  const empty = await newCustomer(shop, "nobody@example.com");
  const orderId = await buyOnce(shop, filled);
  shipment(shop, orderId);
  const addresses = await saveAddresses(filled);
  const order = `/account/orders/${orderId}`;
  const address = `/account/addresses/${addresses[0] ?? ""}`;
  const unsent = keepReview(shop);
  return {
    cookies: { filled: cookiesOf(filled), empty: cookiesOf(empty) },
    states: [
      { name: "overview", who: "filled", path: "/account" },
      { name: "overview of a new customer", who: "empty", path: "/account" },
      { name: "orders", who: "filled", path: "/account/orders" },
      { name: "orders on their second page", who: "filled", path: "/account/orders?page=2" },
      { name: "orders found", who: "filled", path: "/account/orders?q=zzgrmpf" },
      { name: "no orders", who: "empty", path: "/account/orders" },
      { name: "order", who: "filled", path: order },
      {
        name: "order with its history open",
        who: "filled",
        path: `${order}?again=1`,
        act: (page) => page.getByText("Order history").click(),
      },
      { name: "invoice", who: "filled", path: `${order}/invoice` },
      { name: "addresses", who: "filled", path: "/account/addresses?done=added" },
      { name: "no addresses", who: "empty", path: "/account/addresses" },
      { name: "form to be sent after logging in again", who: "filled", path: unsent },
      { name: "new address", who: "filled", path: "/account/addresses/new" },
      { name: "new address with errors", who: "empty", path: "/account/addresses/new", act: saveEmpty },
      { name: "address", who: "filled", path: address },
      { name: "address to be deleted", who: "filled", path: `${address}?delete=ask` },
      { name: "details", who: "filled", path: "/account/details?done=rename" },
      { name: "details with errors", who: "filled", path: "/account/details", act: changeWithoutPassword },
      {
        name: "details with a refused download",
        who: "empty",
        path: "/account/details?export=password-wrong",
      },
      { name: "order that is not there", who: "filled", path: "/account/orders/1" },
    ],
  };
}

export function cookiesOf(shopper: Shopper): Cookies {
  return ["shop-session", "cart-id"].flatMap((name) => {
    const value = shopper.cookie(name);
    return value ? [{ name, value }] : [];
  });
}

async function buyOnce(shop: OpenShop, shopper: Shopper): Promise<string> {
  const variants = withDatabase(shop, (database) => parcelVariants(database, 3));
  for (const variant of variants) await addToBasket(shopper, variant);
  const payment = await goToPayment(shopper);
  await payAt(shopper, payment);
  return paidOrder(shop);
}

/** The latest order, once the shop knows that it is paid. */
async function paidOrder(shop: OpenShop): Promise<string> {
  const until = Date.now() + PAID_MAX_MS;
  while (Date.now() < until) {
    const id = withDatabase(shop, (database) =>
      database
        .prepare("SELECT id FROM orders WHERE status = 'paid' ORDER BY placed_at DESC LIMIT 1")
        .pluck()
        .get(),
    );
    if (typeof id === "string") return id;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`The order was not paid\n${shop.logs()}`);
}

/** The order leaves in a parcel, and the customer has ordered the same many times before. */
function shipment(shop: OpenShop, orderId: string): void {
  withDatabase(shop, (database) => {
    const now = new Date().toISOString();
    database.prepare("UPDATE orders SET status = 'shipped', paid_at = ? WHERE id = ?").run(now, orderId);
    database
      .prepare(
        "INSERT INTO order_history (order_id, from_status, to_status, reason, created_at) VALUES (?, 'paid', 'shipped', 'sent', ?)",
      )
      .run(orderId, now);
    database
      .prepare(
        "INSERT INTO shipments (order_id, carrier, tracking_number, tracking_url, shipped_at) VALUES (?, 'Parcel Co', 'JD0146', 'https://parcels.example/JD0146', ?)",
      )
      .run(orderId, now);
    for (let copy = 0; copy < COPIES; copy += 1) copyOrder(database, orderId, copy);
  });
}

function copyOrder(database: SqliteDatabase, orderId: string, copy: number): void {
  const id = `order_${String(copy).padStart(22, "0")}`;
  const row = database.prepare("SELECT * FROM orders WHERE id = ?").get(orderId) as Record<string, unknown>;
  const older = {
    ...row,
    id,
    number: 10_000_100 + copy,
    invoice_number: null,
    purchase: copy + 1,
    attempt_id: `attempt_${String(copy).padStart(22, "0")}`,
    status: copy % 4 === 3 ? "refunded" : "delivered",
    placed_at: new Date(Date.now() - (copy + 1) * 30 * 86_400_000).toISOString(),
  };
  insert(database, "orders", older);
  const lines = database
    .prepare("SELECT * FROM order_lines WHERE order_id = ? LIMIT ?")
    .all(orderId, (copy % 3) + 1);
  for (const line of lines as ReadonlyArray<Record<string, unknown>>)
    insert(database, "order_lines", { ...line, id: `${String(line["id"])}-${copy}`, order_id: id });
}

function insert(database: SqliteDatabase, table: string, row: Record<string, unknown>): void {
  const names = Object.keys(row);
  database
    .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`)
    .run(...Object.values(row));
}

/** What a customer had typed when their session ended, as the shop keeps it. Answers with the page that offers it. */
function keepReview(shop: OpenShop): string {
  const form = "/products/101/review";
  withDatabase(shop, (database) => {
    const owner = database.prepare("SELECT id FROM customers WHERE email = 'hannah@example.com'").get();
    const { id } = owner as { id: string };
    const fields = JSON.stringify({
      rating: "5",
      title: "Sturdy and quiet",
      body: "Stacked daily.\nNo chips.",
    });
    insert(database, "form_drafts", {
      ...{ customer_id: id, path: form, fields },
      created_at: new Date().toISOString(),
    });
  });
  return `/account/continue?${new URLSearchParams({ form, back: form })}`;
}

async function saveAddresses(shopper: Shopper): Promise<ReadonlyArray<string>> {
  await shopper.post("/account/addresses/new", ADDRESS);
  await shopper.post("/account/addresses/new", {
    ...ADDRESS,
    first_name: "Grace",
    address1: "22 Whiteladies Road",
    address2: "Flat 3",
    city: "Bristol",
    postal_code: "BS8 2LG",
  });
  const page = await shopper.get("/account/addresses");
  return [...new Set(page.body.match(/address_[\w-]{22}/g) ?? [])];
}

async function saveEmpty(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
}

async function changeWithoutPassword(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
}

function withDatabase<Value>(shop: OpenShop, work: (database: SqliteDatabase) => Value): Value {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
