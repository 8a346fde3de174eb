/** Jobs that were given up, and subscribers in the order in which they confirmed, are found without reading the rest. */
import { type Migrating, run } from "./ddl.ts";

export async function addOperations(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX jobs_dead ON jobs (created_at, id) WHERE status = 'dead'",
    "CREATE INDEX subscriptions_confirmed ON subscriptions (confirmed_at, id) WHERE state = 'subscribed'",
  ]);
}
