/** Customers for tests of models and routes: put into the tables, logged in, with orders and addresses. */
import { demoStore } from "#tests/support/shops/store.ts";
import { db } from "#app/db/db.server.ts";
import { commitSession, readSession } from "#app/http/session/session.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { addAddress } from "#app/models/customer/address-book.server.ts";
import { type AddressEntry, readAddressEntry } from "#app/models/customer/address-book.ts";
import { findCustomer, insertCustomer, newRow } from "#app/models/customer/customer.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { insertSession } from "#app/models/customer/session.server.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { takeReservedStock } from "#app/models/order/reservation.server.ts";
import type { AddressId, CustomerId, OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";

import { Browser } from "./browser.ts";
import { cartWith, commandFor, parcelVariant } from "./checkout.ts";

export const TYPED_ADDRESS = {
  first_name: "Grace",
  last_name: "Okafor",
  address1: "22 Whiteladies Road",
  address2: "Flat 3",
  city: "Bristol",
  postal_code: "bs82lg",
  country_code: "GB",
  phone: "07700 900387",
} as const;

type Criteria = Readonly<{ email?: string; isVerified?: boolean; passwordHash?: string | null }>;

let made = 0;

/** A customer with a browser that is logged in. */
export async function customerWithBrowser(requested: Criteria = {}) {
  const customer = await newCustomer(requested);
  const token = await insertSession(
    { customerId: customer.id, address: "198.51.100.9", userAgent: "Firefox/130.0 (X11; Linux)" },
    new Date(),
  );
  return { customer, token, browser: await loggedIn(customer.id, token) };
}

export async function newCustomer(requested: Criteria = {}): Promise<Customer> {
  made += 1;
  const { email = `customer-${made}@example.com`, isVerified = true, passwordHash = null } = requested;
  const at = NOW.toISOString();
  const row = newRow({ firstName: "Grace", lastName: "Okafor", email }, NOW);
  const account = { ...row, password_hash: passwordHash, verified_at: isVerified ? at : null };
  const id = await insertCustomer(account, NOW);
  const customer = id && (await findCustomer(id));
  if (!customer) throw new Error("There is a customer with that email address already");
  return customer;
}

/** A browser whose session holds `token`. */
export async function loggedIn(customerId: CustomerId, token: string): Promise<Browser> {
  const session = await readSession(new Request("http://localhost:3000/"));
  session.logIn({ customerId, token });
  return new Browser().takeCookie((await commitSession(session)) ?? "");
}

export function addressEntry(changes: Readonly<Record<string, string>> = {}): AddressEntry {
  const read = readAddressEntry({ ...TYPED_ADDRESS, ...changes }, demoStore.places);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

export async function savedAddress(
  customerId: CustomerId,
  changes: Readonly<Record<string, string>> = {},
): Promise<AddressId> {
  const added = await addAddress(customerId, addressEntry(changes), NOW);
  if (!added.ok) throw new Error(added.code);
  return added.value;
}

type Ordered = Readonly<{ items?: Readonly<Record<number, number>>; isPaid?: boolean; placedAt?: Date }>;

/** An order of the customer's own. */
export async function orderOf(customerId: CustomerId, ordered: Ordered = {}): Promise<OrderId> {
  const { isPaid = true, placedAt = NOW } = ordered;
  const items = ordered.items ?? { [await parcelVariant(50)]: 1 };
  const cart = await cartWith(items);
  const done = await checkOut({ ...(await commandFor(cart.id)), customerId }, NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId } = done.value;
  if (isPaid) {
    const paid = { from: "awaiting-payment", to: "paid", reason: "paid", by: "payment", now: NOW } as const;
    await moveOrder(orderId, paid);
    await takeReservedStock(orderId, { reason: "sold", now: NOW });
  }
  await db()
    .updateTable("orders")
    .set({ placed_at: placedAt.toISOString() })
    .where("id", "=", orderId)
    .execute();
  return orderId;
}
