import { type Selectable, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailKey } from "#app/models/email/address.ts";
import { isStaffId, type StaffId } from "#app/models/shared/ids.ts";

import type { StaffMember } from "./staff.ts";

type StaffRow = Selectable<Database["staff"]>;

export async function hasDesk(): Promise<boolean> {
  return (await db().selectFrom("staff").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function findStaff(id: string): Promise<StaffMember | null> {
  const row = await db().selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readStaff(row) : null;
}

export async function findStaffByEmail(email: string): Promise<StaffMember | null> {
  const row = await db()
    .selectFrom("staff")
    .selectAll()
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  return row ? readStaff(row) : null;
}

export async function listStaff(): Promise<ReadonlyArray<StaffMember>> {
  const rows = await db().selectFrom("staff").selectAll().orderBy("name").orderBy("id").execute();
  const people = rows.map(readStaff);
  return [
    ...people.filter(({ endedAt }) => endedAt === null),
    ...people.filter(({ endedAt }) => endedAt !== null),
  ];
}

export async function findPasswordHash(id: StaffId): Promise<string | null> {
  const row = await db()
    .selectFrom("staff")
    .select("password_hash")
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Changes of one person's second factors run one after the other: call it in their transaction, first of all. */
export async function lockStaff(staffId: string): Promise<void> {
  await db()
    .updateTable("staff")
    .set({ version: sql<number>`version` })
    .where("id", "=", staffId)
    .execute();
}

function readStaff(row: StaffRow): StaffMember {
  if (!isStaffId(row.id)) throw new Error("A row of staff is damaged");
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    refundLimitMinor: row.refund_limit_minor,
    version: row.version,
    hasPassword: row.password_hash !== null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
