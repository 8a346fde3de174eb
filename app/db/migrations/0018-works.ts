/** Since when a job is being tried, and when a silent payment was last asked after. */
import { sql } from "kysely";

import { createIndexes, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql.raw("ALTER TABLE jobs ADD COLUMN first_tried_at TEXT").execute(db);
  await sql.raw("ALTER TABLE payments ADD COLUMN asked_at TEXT").execute(db);
  await createIndexes(db, ["CREATE INDEX jobs_by_status ON jobs (status, created_at)"]);
}
