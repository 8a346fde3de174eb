/** Jobs that were given up are found without reading those that are done. */
import { type Migrating, run } from "./ddl.ts";

export async function addOperations(db: Migrating): Promise<void> {
  await run(db, ["CREATE INDEX jobs_dead ON jobs (created_at, id) WHERE status = 'dead'"]);
}
