/** Jobs listed by their age. An index that began with the status kept engines from the one of jobs that are due. */
import { sql } from "kysely";

import { createIndexes, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await sql.raw("DROP INDEX jobs_by_status").execute(db);
  await createIndexes(db, ["CREATE INDEX jobs_by_age ON jobs (created_at, status)"]);
}
