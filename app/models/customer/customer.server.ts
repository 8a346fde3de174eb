import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailKey } from "#app/models/email/address.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { ok, type Result } from "#app/models/shared/result.ts";

import { type Customer } from "./customer.ts";
import { isReserved } from "./token.server.ts";

export type CustomerRow = Selectable<Database["customers"]>;

type Person = Readonly<{ firstName: string; lastName: string; email: string }>;

export function newRow({ firstName, lastName, email }: Person, now: Date) {
  const at = now.toISOString();
  return {
    id: newId("customer"),
    email,
    email_key: emailKey(email),
    first_name: firstName,
    last_name: lastName,
    password_hash: null,
    password_changed_at: null,
    verified_at: null,
    email_changed_at: null,
    created_at: at,
    updated_at: at,
  };
}

type NewRow = Omit<CustomerRow, "wants_newsletter"> & Partial<CustomerRow>;

/** Null for an address that an account has, or may still take back. In the caller's transaction. */
export async function insertCustomer(row: NewRow, now: Date): Promise<CustomerId | null> {
  const inserted = await db()
    .insertInto("customers")
    .values(row)
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!isCustomerId(inserted?.id)) return null;
  // Asked after the insert, which waits for a change of address that is being made.
  if (!(await isReserved(row.email_key, null, now))) return inserted.id;
  await db().deleteFrom("customers").where("id", "=", inserted.id).execute();
  return null;
}

export async function findCustomer(id: CustomerId): Promise<Customer | null> {
  const row = await findCustomerRow(id);
  return row ? readCustomer(row) : null;
}

/** With its secrets, for models only. */
export async function findCustomerRow(id: CustomerId): Promise<CustomerRow | null> {
  const row = await db().selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

export async function findCustomerRowByEmail(email: string): Promise<CustomerRow | null> {
  const row = await db()
    .selectFrom("customers")
    .selectAll()
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  return row ?? null;
}

export async function findCustomerId(email: string): Promise<CustomerId | null> {
  const row = await findCustomerRowByEmail(email);
  return row ? readCustomer(row).id : null;
}

/** Until the transaction ends; false if there is none. */
export async function lockCustomer(id: CustomerId, now: Date): Promise<boolean> {
  const row = await db()
    .updateTable("customers")
    .set({ updated_at: now.toISOString() })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function renameCustomer(
  id: CustomerId,
  { firstName, lastName }: Readonly<{ firstName: string; lastName: string }>,
  now: Date = new Date(),
): Promise<Result<null, "NOT_FOUND">> {
  return changeCustomer(id, { first_name: firstName, last_name: lastName }, now);
}

type Details = Partial<Pick<CustomerRow, "first_name" | "last_name">>;

async function changeCustomer(
  id: CustomerId,
  details: Details,
  now: Date,
): Promise<Result<null, "NOT_FOUND">> {
  return transact(async () => {
    if (!(await lockCustomer(id, now))) return { ok: false, code: "NOT_FOUND", detail: {} } as const;
    await db().updateTable("customers").set(details).where("id", "=", id).execute();
    await record(
      "details-changed",
      { customerId: id, detail: { fields: Object.keys(details).join(" ") } },
      now,
    );
    return ok(null);
  });
}

export function readCustomer(row: CustomerRow): Customer {
  if (!isCustomerId(row.id)) throw new Error("A customer is damaged");
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isVerified: row.verified_at !== null,
    wantsNewsletter: row.wants_newsletter === 1,
    createdAt: row.created_at,
  };
}
