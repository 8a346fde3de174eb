/** Originals that were uploaded at the desk: rows of the database, named by what is in them (decision 0040). */
import { db } from "#app/db/db.server.ts";

import type { Original } from "./local-images.server.ts";
import { uploadHash } from "./upload-names.ts";

export async function findUploadedImage(file: string): Promise<Original | null> {
  const hash = uploadHash(file);
  if (hash === null) return null;
  for (const table of TABLES) {
    const known = await db()
      .selectFrom(table)
      .select("hash")
      .where("hash", "=", hash)
      .limit(1)
      .executeTakeFirst();
    if (known) return { version: file, read: () => readWhole(table, hash) };
  }
  return null;
}

/** Of products, and of articles and pages. The same image may be in both. */
const TABLES = ["uploaded_images", "page_images"] as const;

async function readWhole(table: (typeof TABLES)[number], hash: string): Promise<Uint8Array> {
  const { whole } = await db()
    .selectFrom(table)
    .select("whole")
    .where("hash", "=", hash)
    .limit(1)
    .executeTakeFirstOrThrow();
  return Buffer.from(whole, "base64");
}
