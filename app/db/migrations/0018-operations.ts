import { type Migrating, run } from "./ddl.ts";

export async function addOperations(db: Migrating): Promise<void> {
  await run(db, [
    "CREATE INDEX jobs_dead ON jobs (created_at, id) WHERE status = 'dead'",
    "CREATE INDEX subscriptions_confirmed ON subscriptions (confirmed_at, id) WHERE state = 'subscribed'",
  ]);
}
