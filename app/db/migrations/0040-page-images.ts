import { createTables, type Migrating } from "./ddl.ts";

export async function addPageImages(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      page_images: `
        hash TEXT PRIMARY KEY, alt TEXT NOT NULL, width INTEGER NOT NULL CHECK (width > 0),
        height INTEGER NOT NULL CHECK (height > 0), whole TEXT NOT NULL, created_at TEXT NOT NULL,
        published_at TEXT`,
      page_order: "page_key TEXT PRIMARY KEY, place INTEGER NOT NULL",
    },
  });
}
