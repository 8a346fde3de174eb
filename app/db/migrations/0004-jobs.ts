/** The outbox: work that must happen once a transaction has committed, with leases, retries and dead letters. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "jobs",
    `id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, payload TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'dead')),
     run_at TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, lease_owner TEXT, leased_until TEXT,
     last_error TEXT, created_at TEXT NOT NULL, finished_at TEXT`,
  );
  await createIndexes(db, ["CREATE INDEX jobs_due ON jobs (run_at) WHERE status IN ('waiting', 'running')"]);
}
