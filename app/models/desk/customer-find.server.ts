import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";

import type { Address } from "#app/models/customer/address.ts";
import { isGuestOrder, isOrderOfAddress } from "#app/models/order/email-keys.server.ts";

import { accountRows, withOrders } from "./customer-list.server.ts";
import { searchBuyerOrders } from "./orders/order-find.server.ts";
import { indexOrders } from "./orders/order-index.server.ts";
import { readDeskQuery } from "./search-terms.ts";
import { LAST_CHARACTER } from "./term-search.server.ts";

export type FoundCustomer = Readonly<{
  /** Null for a guest. */
  id: string | null;
  email: string;
  name: string;
  /** When the account was made, ISO 8601; null for a guest. */
  since: string | null;
  isVerified: boolean;
  orders: number;
  lastOrderAt: string | null;
  /** On the newest of the orders by which they were found; empty for none. */
  nameOnOrder: string;
}>;

type Person = Omit<FoundCustomer, "nameOnOrder">;

/** Orders whose buyers are looked at for one answer. */
const ORDERS_READ = 200;

/** By beginnings of names or the email address, or by the number of an order. The latest orders first. */
export async function findCustomers(text: string, limit: number): Promise<ReadonlyArray<FoundCustomer>> {
  const words = text.trim().toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  await indexOrders();
  const bought = await buyersOf(text);
  const ids = new Set([...(await accountsNamed(words, limit)), ...bought.ids]);
  const people = [...(await accounts([...ids])), ...(await guests([...bought.guests]))];
  const found = people.map((one) => ({
    ...one,
    nameOnOrder: bought.names.get(one.id ?? one.email) ?? "",
  }));
  return found
    .sort((one, other) => (other.lastOrderAt ?? "").localeCompare(one.lastOrderAt ?? "", "en"))
    .slice(0, limit);
}

/** As {@link isOrderOfAddress} compares it. */
const keyOfBuyer = sql<string>`CASE WHEN email_key = '' THEN lower(email) ELSE email_key END`;

async function buyersOf(text: string) {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  const { orders } = await searchBuyerOrders(readDeskQuery(text), ORDERS_READ);
  const rows = await db()
    .selectFrom("orders")
    .select(["customer_id", "delivery_address", keyOfBuyer.as("email")])
    .where((row) =>
      row.or([
        ...(orders.length === 0
          ? []
          : [
              row(
                "id",
                "in",
                orders.map(({ id }) => id),
              ),
            ]),
        ...(number === null ? [] : [row("number", "=", number)]),
      ]),
    )
    .where("paid_at", "is not", null)
    .orderBy("placed_at")
    .execute();
  return {
    names: new Map(rows.map((row) => [row.customer_id ?? row.email, nameIn(row.delivery_address)])),
    ids: rows.flatMap(({ customer_id }) => customer_id ?? []),
    guests: new Set(rows.filter(({ customer_id }) => customer_id === null).map(({ email }) => email)),
  };
}

function nameIn(address: string): string {
  const { first_name, last_name } = JSON.parse(address) as Address;
  return `${first_name} ${last_name}`.trim();
}

async function accountsNamed(words: ReadonlyArray<string>, limit: number): Promise<ReadonlyArray<string>> {
  // As their indexes are sorted.
  const collation = sql.raw(isSqlite(db()) ? "BINARY" : '"C"');
  const begins = (column: string, word: string) => {
    const value = sql`lower(${sql.ref(column)}) COLLATE ${collation}`;
    return sql<boolean>`(${value} >= ${word} AND ${value} < ${word + LAST_CHARACTER})`;
  };
  const rows = await db()
    .selectFrom("customers")
    .modifyFront(WALK)
    .select("id")
    .where((row) =>
      row.and(
        words.map((word) =>
          row.or(
            spellings(word).flatMap((one) => [
              begins("first_name", one),
              begins("last_name", one),
              begins("email", one),
            ]),
          ),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** SQLite's lower() leaves the capital of "Émile" as it is. */
function spellings(word: string): ReadonlyArray<string> {
  const [first = "", ...rest] = word;
  return first <= "~" ? [word] : [...new Set([word, [first.toUpperCase(), ...rest].join("")])];
}

async function accounts(ids: ReadonlyArray<string>): Promise<ReadonlyArray<Person>> {
  if (ids.length === 0) return [];
  return withOrders(await accountRows().where("id", "in", ids).execute());
}

async function guests(emails: ReadonlyArray<string>): Promise<ReadonlyArray<Person>> {
  if (emails.length === 0) return [];
  const rows = await db()
    .selectFrom("orders")
    .select(keyOfBuyer.as("address"))
    .select(({ fn }) => [fn.countAll<number | string>().as("count"), fn.max("placed_at").as("last")])
    .where(isOrderOfAddress(emails))
    .where(isGuestOrder)
    .where("paid_at", "is not", null)
    .groupBy(keyOfBuyer)
    .execute();
  return rows.map((row) => ({
    ...{ id: null, email: row.address, name: "", since: null, isVerified: false },
    orders: Number(row.count),
    lastOrderAt: row.last,
  }));
}
