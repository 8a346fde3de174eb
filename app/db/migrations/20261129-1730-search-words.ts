/**
 * Each word has the revision in which its count changed last, so that a process reads what changed since it read before.
 * What an index made by crawling through the products needed to know goes.
 */
import { type Migrating, run } from "./ddl.ts";

const UNREAD = [
  ...["is_ready", "crawl_version", "crawl_cursor", "crawl_started_at", "crawl_work_ms"],
  ...["indexed_version", "backoff_until", "leased_until"],
];

export async function up(db: Migrating): Promise<void> {
  await run(db, [
    "ALTER TABLE search_vocabulary ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX search_vocabulary_revision ON search_vocabulary (revision, word, count)",
    ...UNREAD.map((column) => `ALTER TABLE search_progress DROP COLUMN ${column}`),
  ]);
}
