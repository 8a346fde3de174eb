/** What a provider with more than one name for a payment tells: its intent, the attempt it names, its refunds and disputes. */
import { sql } from "kysely";

import { createIndexes, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql.raw("ALTER TABLE payments ADD COLUMN intent_id TEXT").execute(db);
  await sql.raw("ALTER TABLE payment_facts ADD COLUMN reference TEXT").execute(db);
  await sql.raw("ALTER TABLE payment_facts ADD COLUMN attempt_id TEXT").execute(db);
  await createIndexes(db, ["CREATE UNIQUE INDEX payments_intent ON payments (intent_id)"]);
}
