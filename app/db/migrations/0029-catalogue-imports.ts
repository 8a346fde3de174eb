import { createTables, type Migrating, run } from "./ddl.ts";

/** SQLite cannot change a constraint of a table, so the table with the lines is made again. */
export async function createCatalogueImports(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      catalogue_imports: `
        import_id INTEGER PRIMARY KEY REFERENCES file_imports (id) ON DELETE CASCADE,
        content TEXT NOT NULL, overwrites_edits FLAG`,
      catalogue_import_rows: `
        import_id INTEGER NOT NULL REFERENCES file_imports (id) ON DELETE CASCADE, place INTEGER NOT NULL,
        table_name TEXT NOT NULL, row_key TEXT NOT NULL, before_row TEXT, after_row TEXT,
        PRIMARY KEY (import_id, place), CHECK (before_row IS NOT NULL OR after_row IS NOT NULL)`,
      file_import_lines_next: `
        import_id INTEGER NOT NULL REFERENCES file_imports (id) ON DELETE CASCADE, line INTEGER NOT NULL,
        subject TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, cells TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('new', 'changed', 'hidden', 'edited', 'unchanged', 'wrong')),
        changes TEXT NOT NULL, reason TEXT NOT NULL, left_because TEXT,
        PRIMARY KEY (import_id, line)`,
    },
  });
  await run(db, [
    `INSERT INTO file_import_lines_next (${COLUMNS}) SELECT ${COLUMNS} FROM file_import_lines`,
    "DROP TABLE file_import_lines",
    "ALTER TABLE file_import_lines_next RENAME TO file_import_lines",
    "CREATE INDEX file_import_lines_outcome ON file_import_lines (import_id, outcome, line)",
  ]);
}

const COLUMNS = "import_id, line, subject, name, title, cells, outcome, changes, reason, left_because";
