/** Requirement desk-68, decision 0040. */
import { db } from "#app/db/db.server.ts";
import type { UploadedImage } from "#app/models/catalogue/editing/product-images.server.ts";
import type { ImageSize, PageFields } from "#app/models/content/page-fields.ts";
import { ownContent } from "#app/services/content/content.server.ts";
import { UPLOADS_IN_TEXT, uploadHash, uploadName } from "#app/services/images/upload-names.ts";

import type { PageState } from "./page-states.server.ts";

export type PageUpload = Pick<UploadedImage, "hash" | "width" | "height" | "whole"> &
  Readonly<{
    alt: string;
  }>;

export type PageImage = ImageSize & Readonly<{ file: string; alt: string }>;

/** The same image once, with the text that was written last. */
export async function storePageImage(
  { hash, alt, width, height, whole }: PageUpload,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db()
    .insertInto("page_images")
    .values({
      ...{ hash, alt, width, height, whole: Buffer.from(whole).toString("base64") },
      ...{ created_at: at, published_at: null },
    })
    .onConflict((row) => row.column("hash").doUpdateSet({ alt, created_at: at }))
    .execute();
}

export async function listPageUploads(): Promise<ReadonlyArray<PageImage>> {
  const rows = await db()
    .selectFrom("page_images")
    .select(["hash", "alt", "width", "height"])
    .orderBy("created_at", "desc")
    .orderBy("hash")
    .execute();
  return rows.map(({ hash, ...image }) => ({ file: uploadName(hash), ...image }));
}

/** Uploads for pages, images of the folder that belong to no product, and uploads for products. */
export async function listPageImages(): Promise<ReadonlyArray<PageImage>> {
  const [uploads, choices, rows] = await Promise.all([
    listPageUploads(),
    ownContent()?.choices(),
    db()
      .selectFrom("product_images")
      .select(["file", "alt", "width", "height"])
      .where("file", "like", "uploads/%")
      .orderBy("id", "desc")
      .execute(),
  ]);
  const ofProducts = rows.filter(({ file }) => uploadHash(file) !== null);
  const all = [...uploads, ...(choices?.images ?? []), ...ofProducts];
  return [...new Map(all.toReversed().map((image) => [image.file, image])).values()].toReversed();
}

/** In pixels; null for a file that an article may not show. */
export async function findPageImageSize(file: string, state: PageState): Promise<ImageSize | null> {
  if (state.file?.size && state.file.fields.image === file) return state.file.size;
  const found = (await listPageImages()).find((image) => image.file === file);
  if (found) return { width: found.width, height: found.height };
  // An image that a product has lost meanwhile is still there.
  return state.isEdited && state.published.image === file ? state.size : null;
}

function hashesIn({ image, body }: Pick<PageFields, "image" | "body">): ReadonlyArray<string> {
  return [...`${image} ${body}`.matchAll(UPLOADS_IN_TEXT)].map(([, hash = ""]) => hash);
}

/** Images of what is published now stay for good. Call it in the transaction of the publication. */
export async function notePublishedImages(fields: PageFields, now: Date): Promise<void> {
  const hashes = hashesIn(fields);
  if (hashes.length === 0) return;
  await db()
    .updateTable("page_images")
    .set({ published_at: now.toISOString() })
    .where("hash", "in", hashes)
    .where("published_at", "is", null)
    .execute();
}

/** For an upload that is in no draft and was never published. */
const UNUSED_MS = 86_400_000;

/** Published ones stay, because earlier versions show them. Safe to repeat. */
export async function cleanUpPageImages(now: Date): Promise<void> {
  const old = await db()
    .selectFrom("page_images")
    .select("hash")
    .where("published_at", "is", null)
    .where("created_at", "<=", new Date(now.getTime() - UNUSED_MS).toISOString())
    .execute();
  for (const { hash } of old)
    await db()
      .deleteFrom("page_images")
      .where("hash", "=", hash)
      .where("published_at", "is", null)
      .where((image) =>
        image.not(
          image.exists(
            image
              .selectFrom("page_drafts")
              .select("page_key")
              .where("changes", "like", `%${uploadName(hash)}%`),
          ),
        ),
      )
      .execute();
}
