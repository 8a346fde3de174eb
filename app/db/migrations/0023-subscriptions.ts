/** Who wants the newsletter, who has to confirm it yet, and who wants none. */
import { createHash, randomBytes } from "node:crypto";

import { sql } from "kysely";

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
  await takeOverCustomers(db);
}

type Customer = Readonly<{ email: string; email_key: string; created_at: string; verified_at: string }>;

/** Confirmed customers who ticked the box before there was a table. Kept as the shop made it then: hash and words. */
async function takeOverCustomers(db: Migrating): Promise<void> {
  const { rows } = await sql<Customer>`SELECT email, email_key, created_at, verified_at FROM customers
    WHERE wants_newsletter = 1 AND verified_at IS NOT NULL`.execute(db);
  for (const { email, email_key: key, created_at: requestedAt, verified_at: confirmedAt } of rows) {
    const id = `subscription_${randomBytes(17).toString("base64url").slice(0, 22)}`;
    const hash = createHash("sha256").update(`newsletter ${key}`).digest("base64url");
    await sql`INSERT INTO subscriptions (id, email_hash, email, state, topics, source, wording, consent_at, confirmed_at)
      VALUES (${id}, ${hash}, ${email}, 'subscribed', '["arrivals","journal"]', 'registration', 'account-1',
        ${requestedAt}, ${confirmedAt})`.execute(db);
  }
}
