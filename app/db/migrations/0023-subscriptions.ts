/** Who wants the newsletter, who has to confirm it yet, and who wants none. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  // Who has left is known by the hash alone: enough never to write there again.
  await createTable(
    db,
    "subscriptions",
    `id TEXT PRIMARY KEY, email_hash TEXT NOT NULL UNIQUE, email TEXT,
     state TEXT NOT NULL CHECK (state IN ('pending', 'subscribed', 'unsubscribed')),
     topics TEXT NOT NULL, source TEXT NOT NULL, wording TEXT NOT NULL,
     consent_at TEXT NOT NULL, confirmed_at TEXT, left_at TEXT,
     confirm_hash TEXT UNIQUE, manage_hash TEXT UNIQUE, older_manage_hash TEXT UNIQUE,
     CHECK (state = 'unsubscribed' OR email IS NOT NULL)`,
  );
  await createIndexes(db, ["CREATE INDEX subscriptions_state ON subscriptions (state, consent_at)"]);
}
