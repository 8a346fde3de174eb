import { createTables, type Migrating } from "./ddl.ts";

export async function createFileImports(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      file_imports: `
        id SERIAL, kind TEXT NOT NULL, file_name TEXT NOT NULL, staff_id TEXT, staff_name TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'applied', 'undone')),
        version INTEGER NOT NULL DEFAULT 1, needs_code FLAG, has_prices FLAG, unread TEXT NOT NULL, created_at TEXT NOT NULL,
        applied_at TEXT, undone_by TEXT NOT NULL DEFAULT '', undone_at TEXT,
        CHECK ((state = 'checked') = (applied_at IS NULL))`,
      file_import_lines: `
        import_id INTEGER NOT NULL REFERENCES file_imports (id) ON DELETE CASCADE, line INTEGER NOT NULL,
        subject TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, cells TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('new', 'changed', 'unchanged', 'wrong')),
        changes TEXT NOT NULL, reason TEXT NOT NULL, left_because TEXT,
        PRIMARY KEY (import_id, line)`,
    },
    indexes: [
      "CREATE INDEX file_imports_kind ON file_imports (kind, state, id)",
      "CREATE INDEX file_imports_age ON file_imports (created_at)",
      "CREATE INDEX file_import_lines_outcome ON file_import_lines (import_id, outcome, line)",
    ],
  });
}
