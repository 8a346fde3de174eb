import { createTables, type Migrating } from "./ddl.ts";

export async function createTeamWords(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      saved_replies: `
        id SERIAL, request_key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL,
        staff_name TEXT NOT NULL, changed_at TEXT NOT NULL, removed_at TEXT`,
      // Gone with the session: somebody who logs out, or whose account ends, has nothing open.
      desk_openings: `
        staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
        subject_kind TEXT NOT NULL CHECK (subject_kind IN ('product', 'message', 'order')),
        subject_id TEXT NOT NULL, session_id TEXT NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
        opened_at TEXT NOT NULL, seen_at TEXT NOT NULL, PRIMARY KEY (staff_id, subject_kind)`,
      customer_notes: `
        id SERIAL, customer_id TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
        request_key TEXT NOT NULL, staff_name TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL,
        UNIQUE (customer_id, request_key)`,
    },
    indexes: [
      "CREATE INDEX desk_openings_subject ON desk_openings (subject_kind, subject_id)",
      "CREATE INDEX desk_openings_session ON desk_openings (session_id)",
      "CREATE INDEX customer_notes_customer ON customer_notes (customer_id, id)",
    ],
  });
}
