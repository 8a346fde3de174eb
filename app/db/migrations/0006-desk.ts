import { isSqlite } from "#app/db/is-sqlite.ts";

import { createTables, type Migrating, run } from "./ddl.ts";

export async function createDesk(db: Migrating): Promise<void> {
  // Terms are compared byte by byte, so that an index finds what begins with a word.
  const term = isSqlite(db) ? "TEXT NOT NULL" : 'TEXT COLLATE "C" NOT NULL';
  await createTables(db, {
    tables: {
      staff: `
        id TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('owner', 'packer', 'editor', 'reader')),
        password_hash TEXT, refund_limit_minor INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
        created_at TEXT NOT NULL, ended_at TEXT`,
      staff_sessions: `
        token_hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
        state TEXT NOT NULL CHECK (state IN ('factor', 'code', 'open')),
        created_at TEXT NOT NULL, last_seen_at TEXT NOT NULL, confirmed_at TEXT, factor TEXT NOT NULL,
        stays FLAG, address_hash TEXT NOT NULL, user_agent TEXT NOT NULL`,
      staff_factors: `
        id TEXT PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('totp', 'recovery')), secret TEXT NOT NULL,
        last_step INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, confirmed_at TEXT, used_at TEXT`,
      staff_invites: `
        token_hash TEXT PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
        created_at TEXT NOT NULL, expires_at TEXT NOT NULL, used_at TEXT`,
      // No reference to staff: what somebody did stays when they are gone.
      desk_log: `
        id SERIAL, staff_id TEXT, staff_name TEXT NOT NULL, role TEXT NOT NULL, action TEXT NOT NULL,
        subject_kind TEXT NOT NULL, subject_id TEXT NOT NULL, changes TEXT NOT NULL, reason TEXT NOT NULL,
        amount_minor INTEGER, currency TEXT, request_key TEXT NOT NULL, factor TEXT NOT NULL,
        session_id TEXT NOT NULL, device TEXT NOT NULL, address_hash TEXT NOT NULL, created_at TEXT NOT NULL`,
      order_notes: `
        id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), staff_name TEXT NOT NULL, body TEXT NOT NULL,
        created_at TEXT NOT NULL`,
      order_search: `
        order_id TEXT PRIMARY KEY REFERENCES orders (id), order_updated_at TEXT NOT NULL, send_by TEXT`,
      order_search_terms: `
        order_id TEXT NOT NULL REFERENCES orders (id), kind TEXT NOT NULL, term ${term},
        PRIMARY KEY (order_id, kind, term)`,
    },
    indexes: [
      "CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id)",
      "CREATE INDEX staff_factors_staff ON staff_factors (staff_id)",
      "CREATE INDEX staff_invites_staff ON staff_invites (staff_id)",
      "CREATE INDEX desk_log_subject ON desk_log (subject_kind, subject_id)",
      "CREATE INDEX desk_log_staff ON desk_log (staff_id, created_at)",
      "CREATE INDEX order_notes_order ON order_notes (order_id)",
      "CREATE INDEX order_search_terms_term ON order_search_terms (term)",
    ],
  });
  await run(db, isSqlite(db) ? [SQLITE_TRIGGER] : [POSTGRES_TRIGGER]);
}

/** Rows end with their period, and are never changed. */
const SQLITE_TRIGGER = `CREATE TRIGGER desk_log_no_update BEFORE UPDATE ON desk_log
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`;

const POSTGRES_TRIGGER = `CREATE TRIGGER desk_log_no_update BEFORE UPDATE ON desk_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`;
