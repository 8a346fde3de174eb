import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";

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
}>;

/**
 * Accounts and guests whose email address or name contains `query`, or who placed the order with that number. The
 * latest orders first.
 */
export async function findCustomers(query: string, limit: number): Promise<ReadonlyArray<FoundCustomer>> {
  const words = query.trim().toLowerCase();
  const like = `%${words.replace(/[!%_]/g, (character) => `!${character}`)}%`;
  const number = /^\d{1,9}$/.test(words) ? Number(words) : null;
  const found = [...(await accounts(like, number, limit)), ...(await guests(like, number, limit))];
  return found
    .sort((one, other) => (other.lastOrderAt ?? "").localeCompare(one.lastOrderAt ?? "", "en"))
    .slice(0, limit);
}

const ORDERED = ["orders.paid_at", "is not", null] as const;

async function accounts(like: string, number: number | null, limit: number): Promise<Array<FoundCustomer>> {
  const rows = await db()
    .selectFrom("customers")
    .leftJoin("orders", (join) => join.onRef("orders.customer_id", "=", "customers.id").on(...ORDERED))
    .select([
      "customers.id",
      "customers.email",
      "first_name",
      "last_name",
      "customers.created_at",
      "verified_at",
    ])
    .select((eb) => [eb.fn.count<number>("orders.id").as("count"), eb.fn.max("orders.placed_at").as("last")])
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(customers.email) like ${like} escape '!'`,
        sql<boolean>`lower(first_name || ' ' || last_name) like ${like} escape '!'`,
        ...(number === null ? [] : [eb("customers.id", "in", buyerOf(number))]),
      ]),
    )
    .groupBy("customers.id")
    .orderBy("customers.created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    since: row.created_at,
    isVerified: row.verified_at !== null,
    orders: row.count,
    lastOrderAt: row.last,
  }));
}

async function guests(like: string, number: number | null, limit: number): Promise<Array<FoundCustomer>> {
  const rows = await db()
    .selectFrom("orders")
    .select(sql<string>`lower(email)`.as("address"))
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("placed_at").as("last")])
    .where("customer_id", "is", null)
    .where("paid_at", "is not", null)
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(email) like ${like} escape '!'`,
        ...(number === null ? [] : [eb("number", "=", number)]),
      ]),
    )
    .groupBy(sql`lower(email)`)
    .orderBy("last", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: null,
    email: row.address,
    name: "",
    since: null,
    isVerified: false,
    orders: row.count,
    lastOrderAt: row.last,
  }));
}

function buyerOf(number: number) {
  return db()
    .selectFrom("orders")
    .select("customer_id")
    .where("number", "=", number)
    .$castTo<{ customer_id: string }>();
}
