/** Originals that were uploaded at the desk: rows of the database, named by what is in them (decision 0040). */
import { db } from "#app/db/db.server.ts";

import type { Original } from "./local-images.server.ts";
import { uploadHash } from "./upload-names.ts";

/** The image called `file`, published or in a draft; null for any other name. */
export async function findUploadedImage(file: string): Promise<Original | null> {
  const hash = uploadHash(file);
  if (hash === null) return null;
  const known = await db()
    .selectFrom("uploaded_images")
    .select("hash")
    .where("hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return known ? { version: file, read: () => readWhole(hash) } : null;
}

async function readWhole(hash: string): Promise<Uint8Array> {
  const { whole } = await db()
    .selectFrom("uploaded_images")
    .select("whole")
    .where("hash", "=", hash)
    .limit(1)
    .executeTakeFirstOrThrow();
  return Buffer.from(whole, "base64");
}
