/** Images of a product and its uploads (decision 0040). */
import { db } from "#app/db/db.server.ts";
import { uploadHash, uploadName } from "#app/services/images/upload-names.ts";
import { pageImageOf } from "#app/models/catalogue/product-variants.server.ts";

import { type EditedImage, imagesOf, newImage, variantImage } from "./product-images.ts";

export async function readEditedImages(productId: number): Promise<ReadonlyArray<EditedImage>> {
  const rows = await db()
    .selectFrom("product_images")
    .selectAll()
    .where("product_id", "=", productId)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(pageImageOf);
}

type Change = Readonly<{
  before: ReadonlyArray<EditedImage>;
  after: ReadonlyArray<EditedImage>;
  now: Date;
}>;

/** Call it in the transaction of the change. */
export async function writeImages(productId: number, { before, after, now }: Change): Promise<void> {
  await db().deleteFrom("product_images").where("product_id", "=", productId).execute();
  await db()
    .insertInto("product_images")
    .values(
      after.map(({ file, alt, variantKey, role, width, height, sinkPercent }, position) => ({
        ...{ product_id: productId, variant_key: variantKey, file, alt, role, width, height },
        ...{ sink_percent: sinkPercent, position },
      })),
    )
    .execute();
  const variants = await db()
    .selectFrom("variants")
    .select(["id", "image"])
    .where("product_id", "=", productId)
    .execute();
  for (const { id, image } of variants) {
    const shown = variantImage(image, before, after);
    if (shown !== image)
      await db().updateTable("variants").set({ image: shown }).where("id", "=", id).execute();
  }
  const hashes = after.flatMap(({ file }) => uploadHash(file) ?? []);
  if (hashes.length > 0)
    await db()
      .updateTable("uploaded_images")
      .set({ published_at: now.toISOString() })
      .where("product_id", "=", productId)
      .where("hash", "in", hashes)
      .where("published_at", "is", null)
      .execute();
}

export type UploadedImage = Readonly<{
  hash: string;
  width: number;
  height: number;
  sinkPercent: number;
  /** WebP without metadata. */
  whole: Uint8Array;
}>;

export function imageOfUpload({
  hash,
  width,
  height,
  sinkPercent,
}: Omit<UploadedImage, "whole">): EditedImage {
  return newImage({ file: uploadName(hash), width, height, sinkPercent });
}

/** The same image once, however often it is sent. */
export async function storeUploads(
  productId: number,
  uploads: ReadonlyArray<UploadedImage>,
  now: Date,
): Promise<void> {
  for (const { hash, width, height, sinkPercent, whole } of uploads)
    await db()
      .insertInto("uploaded_images")
      .values({
        ...{ product_id: productId, hash, width, height, sink_percent: sinkPercent },
        ...{
          whole: Buffer.from(whole).toString("base64"),
          created_at: now.toISOString(),
          published_at: null,
        },
      })
      .onConflict((row) => row.columns(["product_id", "hash"]).doUpdateSet({ created_at: now.toISOString() }))
      .execute();
}

export async function unpublishedUploads(productId: number): Promise<ReadonlyArray<EditedImage>> {
  const rows = await db()
    .selectFrom("uploaded_images")
    .select(["hash", "width", "height", "sink_percent as sinkPercent"])
    .where("product_id", "=", productId)
    .where("published_at", "is", null)
    .orderBy("created_at")
    .orderBy("hash")
    .execute();
  return rows.map(imageOfUpload);
}

const UNUSED_UPLOAD_MS = 86_400_000;

/** Published ones stay, because orders, emails and earlier versions show them; safe to repeat. */
export async function cleanUpUploads(now: Date): Promise<void> {
  const old = await db()
    .selectFrom("uploaded_images")
    .select(["product_id", "hash"])
    .where("published_at", "is", null)
    .where("created_at", "<=", new Date(now.getTime() - UNUSED_UPLOAD_MS).toISOString())
    .execute();
  for (const { product_id: productId, hash } of old)
    await db()
      .deleteFrom("uploaded_images")
      .where("product_id", "=", productId)
      .where("hash", "=", hash)
      .where("published_at", "is", null)
      .where((upload) =>
        upload.not(
          upload.exists(
            upload
              .selectFrom("product_drafts")
              .select("product_id")
              .where("product_drafts.product_id", "=", productId)
              .where("changes", "like", `%${uploadName(hash)}%`),
          ),
        ),
      )
      .execute();
}

export function imagesByFile(
  ...lists: ReadonlyArray<ReadonlyArray<EditedImage>>
): ReadonlyMap<string, EditedImage> {
  return new Map(lists.flat().map((image) => [image.file, image]));
}

export function imagesIn(versions: ReadonlyArray<Readonly<{ images?: string }>>): ReadonlyArray<EditedImage> {
  return versions.flatMap(({ images }) => (images === undefined ? [] : imagesOf(images)));
}
