import { createTables, type Migrating } from "./ddl.ts";

export async function addProductImages(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      uploaded_images: `
        product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE, hash TEXT NOT NULL,
        width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
        sink_percent INTEGER NOT NULL, whole TEXT NOT NULL, created_at TEXT NOT NULL, published_at TEXT,
        PRIMARY KEY (product_id, hash)`,
      product_versions: `
        id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
        fields TEXT NOT NULL, staff_name TEXT NOT NULL, published_at TEXT NOT NULL`,
    },
    indexes: [
      "CREATE INDEX uploaded_images_hash ON uploaded_images (hash)",
      "CREATE INDEX product_versions_product ON product_versions (product_id, id)",
    ],
  });
}
