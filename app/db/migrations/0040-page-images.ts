/** Images that are uploaded at the desk for articles and information pages, and the order of information pages. */
import { createTables, type Migrating } from "./ddl.ts";

/** `whole` is WebP in base64, as in uploaded_images, whose rows belong to a product. */
export async function addPageImages(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      page_images: `
        hash TEXT PRIMARY KEY, alt TEXT NOT NULL, width INTEGER NOT NULL CHECK (width > 0),
        height INTEGER NOT NULL CHECK (height > 0), whole TEXT NOT NULL, created_at TEXT NOT NULL,
        published_at TEXT`,
      // Of information pages. Pages that are not in it come after, as the files have them.
      page_order: "page_key TEXT PRIMARY KEY, place INTEGER NOT NULL",
    },
  });
}
