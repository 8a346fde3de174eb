import type { Tables } from "#app/db/migrations/ddl.ts";

const STAFF: Tables = {
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
    // `counter` is an unsigned number of 32 bits; PostgreSQL's INTEGER ends at half of that.
    passkeys: `
      id TEXT PRIMARY KEY, staff_id TEXT REFERENCES staff (id) ON DELETE CASCADE,
      customer_id TEXT REFERENCES customers (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE, public_key TEXT NOT NULL, counter BIGINT NOT NULL,
      transports TEXT NOT NULL, backed_up FLAG, name TEXT NOT NULL, created_at TEXT NOT NULL, used_at TEXT,
      CHECK ((staff_id IS NULL) <> (customer_id IS NULL))`,
    passkey_challenges: `
      challenge_hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, subject TEXT NOT NULL, expires_at TEXT NOT NULL`,
    // No reference to staff: what somebody did stays when they are gone.
    desk_log: `
      id SERIAL, staff_id TEXT, staff_name TEXT NOT NULL, role TEXT NOT NULL, action TEXT NOT NULL,
      subject_kind TEXT NOT NULL, subject_id TEXT NOT NULL, changes TEXT NOT NULL, reason TEXT NOT NULL,
      amount_minor INTEGER, currency TEXT, request_key TEXT NOT NULL, factor TEXT NOT NULL,
      session_id TEXT NOT NULL, device TEXT NOT NULL, address_hash TEXT NOT NULL, created_at TEXT NOT NULL`,
    // Gone with the session: somebody who logs out, or whose account ends, has nothing open.
    desk_openings: `
      staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
      subject_kind TEXT NOT NULL CHECK (subject_kind IN ('product', 'message', 'order')),
      subject_id TEXT NOT NULL, session_id TEXT NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
      opened_at TEXT NOT NULL, seen_at TEXT NOT NULL, PRIMARY KEY (staff_id, subject_kind)`,
  },
  indexes: [
    "CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id)",
    "CREATE INDEX staff_factors_staff ON staff_factors (staff_id)",
    "CREATE INDEX staff_invites_staff ON staff_invites (staff_id)",
    "CREATE INDEX passkeys_staff ON passkeys (staff_id)",
    "CREATE INDEX passkeys_customer ON passkeys (customer_id)",
    "CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at)",
    "CREATE INDEX desk_log_subject ON desk_log (subject_kind, subject_id)",
    "CREATE INDEX desk_log_staff ON desk_log (staff_id, created_at)",
    "CREATE INDEX desk_log_about ON desk_log (subject_id, id)",
    "CREATE INDEX desk_log_action ON desk_log (action, id)",
    "CREATE INDEX desk_log_person ON desk_log (staff_id, id)",
    "CREATE INDEX desk_log_person_action ON desk_log (staff_id, action, id)",
    "CREATE INDEX desk_log_days ON desk_log (created_at, id)",
    "CREATE INDEX desk_openings_subject ON desk_openings (subject_kind, subject_id)",
    "CREATE INDEX desk_openings_session ON desk_openings (session_id)",
  ],
};

const ORDERS_AT_THE_DESK: Tables = {
  tables: {
    order_notes: `
      id SERIAL, order_id TEXT NOT NULL REFERENCES orders (id), staff_name TEXT NOT NULL, body TEXT NOT NULL,
      created_at TEXT NOT NULL, request_key TEXT`,
    order_search: `order_id TEXT PRIMARY KEY REFERENCES orders (id), order_updated_at TEXT NOT NULL, send_by TEXT`,
    // Terms are compared byte by byte, so that an index finds what begins with a word.
    order_search_terms: `
      order_id TEXT NOT NULL REFERENCES orders (id), kind TEXT NOT NULL, term TEXT COLLATE "C" NOT NULL,
      PRIMARY KEY (order_id, kind, term)`,
    order_batches: `
      id SERIAL, request_key TEXT NOT NULL UNIQUE, step TEXT NOT NULL CHECK (step IN ('pack', 'unpack')),
      title TEXT NOT NULL, seen_at TEXT, staff_id TEXT NOT NULL, staff_name TEXT NOT NULL, session_id TEXT NOT NULL,
      factor TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT,
      end_reason TEXT CHECK (end_reason IN ('done', 'stopped', 'role')), stopped_by TEXT NOT NULL DEFAULT ''`,
    order_batch_rows: `
      batch_id INTEGER NOT NULL REFERENCES order_batches (id) ON DELETE CASCADE, place INTEGER NOT NULL,
      order_number INTEGER NOT NULL, outcome TEXT CHECK (outcome IN ('done', 'before', 'left')), reason TEXT,
      PRIMARY KEY (batch_id, place)`,
  },
  indexes: [
    "CREATE INDEX order_notes_order ON order_notes (order_id)",
    // The same form writes one note.
    "CREATE UNIQUE INDEX order_notes_key ON order_notes (order_id, request_key)",
    "CREATE INDEX order_search_updated ON order_search (order_updated_at)",
    // With kind and order: a search of very many reads no row of the table.
    "CREATE INDEX order_search_terms_found ON order_search_terms (term, kind, order_id)",
    "CREATE INDEX order_batches_age ON order_batches (started_at)",
    "CREATE INDEX order_batch_rows_outcome ON order_batch_rows (batch_id, outcome, place)",
  ],
};

const IMPORTS: Tables = {
  tables: {
    file_imports: `
      id SERIAL, kind TEXT NOT NULL, file_name TEXT NOT NULL, staff_id TEXT, staff_name TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'applied', 'undone')),
      version INTEGER NOT NULL DEFAULT 1, needs_code FLAG, has_prices FLAG, unread TEXT NOT NULL,
      created_at TEXT NOT NULL,
      applied_at TEXT, undone_by TEXT NOT NULL DEFAULT '', undone_at TEXT,
      CHECK ((state = 'checked') = (applied_at IS NULL))`,
    file_import_lines: `
      import_id INTEGER NOT NULL REFERENCES file_imports (id) ON DELETE CASCADE, line INTEGER NOT NULL,
      subject TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, cells TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('new', 'changed', 'hidden', 'edited', 'unchanged', 'wrong')),
      changes TEXT NOT NULL, reason TEXT NOT NULL, left_because TEXT,
      PRIMARY KEY (import_id, line)`,
    catalogue_imports: `
      import_id INTEGER PRIMARY KEY REFERENCES file_imports (id) ON DELETE CASCADE,
      content TEXT NOT NULL, overwrites_edits FLAG`,
    catalogue_import_rows: `
      import_id INTEGER NOT NULL REFERENCES file_imports (id) ON DELETE CASCADE, place INTEGER NOT NULL,
      table_name TEXT NOT NULL, row_key TEXT NOT NULL, before_row TEXT, after_row TEXT,
      PRIMARY KEY (import_id, place), CHECK (before_row IS NOT NULL OR after_row IS NOT NULL)`,
  },
  indexes: [
    "CREATE INDEX file_imports_kind ON file_imports (kind, state, id)",
    "CREATE INDEX file_imports_age ON file_imports (created_at)",
    "CREATE INDEX file_import_lines_outcome ON file_import_lines (import_id, outcome, line)",
  ],
};

const REPLIES: Tables = {
  tables: {
    saved_replies: `
      id SERIAL, request_key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL,
      staff_name TEXT NOT NULL, changed_at TEXT NOT NULL, removed_at TEXT`,
  },
};

export const DESK_TABLES: ReadonlyArray<Tables> = [STAFF, ORDERS_AT_THE_DESK, IMPORTS, REPLIES];
