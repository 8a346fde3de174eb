import { createTables, type Migrating } from "./ddl.ts";

/** Decision 0038. WebP in base64, because a text is the same in both engines and in a copy. */
export async function createReviewPhotos(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      review_photos: `
        review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4), hash TEXT NOT NULL,
        width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
        whole TEXT NOT NULL, small TEXT NOT NULL, PRIMARY KEY (review_id, number)`,
    },
    indexes: ["CREATE INDEX review_photos_hash ON review_photos (hash)"],
  });
}
