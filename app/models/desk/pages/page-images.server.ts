/** Requirement desk-68, decision 0040. */
import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
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

/** The newest first. */
export async function listPageUploads(limit: number): Promise<ReadonlyArray<PageImage>> {
  const rows = await db()
    .selectFrom("page_images")
    .select(["hash", "alt", "width", "height"])
    .orderBy("created_at", "desc")
    .orderBy("hash")
    .limit(limit)
    .execute();
  return rows.map(pageImage);
}

export async function findPageUpload(file: string): Promise<PageImage | null> {
  const hash = uploadHash(file);
  if (hash === null) return null;
  const row = await db()
    .selectFrom("page_images")
    .select(["hash", "alt", "width", "height"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row ? pageImage(row) : null;
}

function pageImage({ hash, ...image }: ImageSize & Readonly<{ hash: string; alt: string }>): PageImage {
  return { file: uploadName(hash), ...image };
}

/** Of each kind of upload. */
export const PAGE_IMAGES_MAX = 60;

/** The newest uploads for pages, images of the folder that belong to no product, and the newest uploads for products. */
export async function listPageImages(): Promise<ReadonlyArray<PageImage>> {
  const [uploads, choices, ofProducts] = await Promise.all([
    listPageUploads(PAGE_IMAGES_MAX),
    ownContent()?.choices(),
    listProductUploads(),
  ]);
  const all = [...uploads, ...(choices?.images ?? []), ...ofProducts];
  return [...new Map(all.toReversed().map((image) => [image.file, image])).values()].toReversed();
}

async function listProductUploads(): Promise<ReadonlyArray<PageImage>> {
  return db()
    .selectFrom("product_images")
    .modifyFront(WALK)
    .select(["file", "alt", "width", "height"])
    .where("id", "in", (images) =>
      images
        .selectFrom("product_images")
        .select((row) => row.fn.max("id").as("id"))
        .where("file", "like", "uploads/%")
        .groupBy("file"),
    )
    .orderBy("id", "desc")
    .limit(PAGE_IMAGES_MAX)
    .execute();
}

/** In pixels; null for a file that an article may not show. */
export async function findPageImageSize(file: string, state: PageState): Promise<ImageSize | null> {
  if (state.file?.size && state.file.fields.image === file) return state.file.size;
  const found =
    (await findPageUpload(file)) ?? (await findFolderImage(file)) ?? (await findProductUpload(file));
  if (found) return { width: found.width, height: found.height };
  // An image that a product has lost meanwhile is still there.
  return state.isEdited && state.published.image === file ? state.size : null;
}

async function findFolderImage(file: string): Promise<ImageSize | undefined> {
  const choices = await ownContent()?.choices();
  return choices?.images.find((image) => image.file === file);
}

async function findProductUpload(file: string): Promise<ImageSize | null> {
  if (uploadHash(file) === null) return null;
  const row = await db()
    .selectFrom("product_images")
    .select(["width", "height"])
    .where("file", "=", file)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
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
