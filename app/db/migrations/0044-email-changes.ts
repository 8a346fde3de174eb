/**
 * When an account came by its present email address through a change. Accounts that changed theirs before this column
 * was there are known from the audit log.
 */
import { sql } from "kysely";

import type { Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql.raw("ALTER TABLE customers ADD COLUMN email_changed_at TEXT").execute(db);
  await sql
    .raw(
      `UPDATE customers SET email_changed_at = (
         SELECT max(at) FROM audit_log WHERE customer_id = customers.id AND event = 'email-changed'
       )`,
    )
    .execute(db);
}
