import { createTables, type Migrating, run } from "./ddl.ts";

export async function createEditedPages(db: Migrating): Promise<void> {
  const page =
    "page_kind TEXT NOT NULL CHECK (page_kind IN ('article', 'information')), page_key TEXT NOT NULL";
  await createTables(db, {
    tables: {
      // One row. Another number after each change that visitors see.
      content_version: "id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL",
      published_pages: `
        ${page}, fields TEXT, is_made FLAG, is_hidden FLAG, file_mark TEXT NOT NULL, image_width INTEGER,
        image_height INTEGER, changed_on TEXT, staff_name TEXT NOT NULL, changed_at TEXT NOT NULL,
        request_key TEXT UNIQUE, PRIMARY KEY (page_kind, page_key)`,
      page_drafts: `
        ${page}, changes TEXT NOT NULL, staff_name TEXT NOT NULL, updated_at TEXT NOT NULL,
        PRIMARY KEY (page_kind, page_key)`,
      page_versions: `
        id SERIAL, ${page}, fields TEXT NOT NULL, staff_name TEXT NOT NULL, published_at TEXT NOT NULL`,
    },
    indexes: ["CREATE INDEX page_versions_page ON page_versions (page_kind, page_key, id)"],
  });
  await run(db, ["INSERT INTO content_version (id, version) VALUES (1, 1)"]);
}
