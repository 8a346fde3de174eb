/** Customers: their sessions, tokens, addresses, the counters of who tries what how often, and the audit log. */
import { sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";

import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(
    db,
    "customers",
    `id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, first_name TEXT NOT NULL,
     last_name TEXT NOT NULL, password_hash TEXT, password_changed_at TEXT, verified_at TEXT,
     wants_newsletter INTEGER NOT NULL DEFAULT 0 CHECK (wants_newsletter IN (0, 1)),
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "customer_sessions",
    `token_hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
     customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
     created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL, auth_at TEXT NOT NULL,
     address_hash TEXT NOT NULL, user_agent TEXT NOT NULL`,
  );
  await createTable(
    db,
    "customer_tokens",
    `token_hash TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
     purpose TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, created_at TEXT NOT NULL,
     expires_at TEXT NOT NULL, UNIQUE (customer_id, purpose, email_key)`,
  );
  await createTable(
    db,
    "customer_addresses",
    `id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
     first_name TEXT NOT NULL, last_name TEXT NOT NULL, company TEXT NOT NULL, address1 TEXT NOT NULL,
     address2 TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, country_code TEXT NOT NULL,
     phone TEXT NOT NULL, postal_code TEXT NOT NULL,
     is_default_delivery INTEGER NOT NULL DEFAULT 0 CHECK (is_default_delivery IN (0, 1)),
     is_default_billing INTEGER NOT NULL DEFAULT 0 CHECK (is_default_billing IN (0, 1)),
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL`,
  );
  await createLogs(db);
  await createAccountIndexes(db);
  await protectAuditLog(db);
}

async function createLogs(db: Migrating): Promise<void> {
  await createTable(
    db,
    "rate_limits",
    "key TEXT PRIMARY KEY, count INTEGER NOT NULL, free_at TEXT NOT NULL, resets_at TEXT NOT NULL",
  );
  await createTable(
    db,
    "audit_log",
    `id SERIAL, customer_id TEXT, event TEXT NOT NULL, detail TEXT NOT NULL, address_hash TEXT NOT NULL,
     at TEXT NOT NULL`,
  );
}

async function createAccountIndexes(db: Migrating): Promise<void> {
  await createIndexes(db, [
    "CREATE INDEX customer_sessions_customer ON customer_sessions (customer_id)",
    "CREATE INDEX customer_sessions_seen ON customer_sessions (last_seen_at)",
    "CREATE INDEX customer_tokens_email ON customer_tokens (email_key)",
    "CREATE INDEX customer_tokens_expiry ON customer_tokens (expires_at)",
    "CREATE INDEX customer_addresses_customer ON customer_addresses (customer_id)",
    "CREATE UNIQUE INDEX customer_addresses_delivery ON customer_addresses (customer_id) WHERE is_default_delivery = 1",
    "CREATE UNIQUE INDEX customer_addresses_billing ON customer_addresses (customer_id) WHERE is_default_billing = 1",
    "CREATE INDEX rate_limits_reset ON rate_limits (resets_at)",
    "CREATE INDEX audit_log_customer ON audit_log (customer_id, id)",
    "CREATE UNIQUE INDEX carts_customer ON carts (customer_id) WHERE customer_id IS NOT NULL",
    "CREATE INDEX orders_customer ON orders (customer_id, placed_at)",
    "CREATE INDEX orders_email ON orders (lower(email))",
  ]);
}

/** From now on rows of the audit log can be added, and neither changed nor taken away. */
export async function protectAuditLog(db: Migrating): Promise<void> {
  for (const statement of isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS)
    await sql.raw(statement).execute(db);
}

/** Lifts the protection: for tests that start from nothing. */
export async function unprotectAuditLog(db: Migrating): Promise<void> {
  for (const name of ["audit_log_no_update", "audit_log_no_delete"])
    await sql.raw(`DROP TRIGGER IF EXISTS ${name}${isSqlite(db) ? "" : " ON audit_log"}`).execute(db);
}

const SQLITE_TRIGGERS = ["update", "delete"].map(
  (verb) =>
    `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
);

const POSTGRES_TRIGGERS = [
  `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`,
  ...["update", "delete"].map(
    (verb) =>
      `CREATE TRIGGER audit_log_no_${verb} BEFORE ${verb.toUpperCase()} ON audit_log
       FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  ),
];
