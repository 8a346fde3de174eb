import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import type { Photograph } from "#app/services/images/photograph.server.ts";

import type { NumberedPhoto, PhotoSize } from "./photo.ts";
import { lockProduct } from "./rating.server.ts";

/** About 400 MB at most; beyond it the shop takes no more. */
const WAITING_PHOTOS_MAX = 500;
/** Of these, for people whose email address nobody has confirmed: the rest is for customers and buyers. */
const GUEST_PHOTOS_MAX = 300;

export async function hasRoomForPhotos(isGuest: boolean): Promise<boolean> {
  const row = await db()
    .selectFrom("review_photos")
    .innerJoin("reviews", "reviews.id", "review_photos.review_id")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("reviews.status", "=", "waiting")
    .$if(isGuest, (query) => query.where("reviews.author_kind", "=", "guest"))
    .executeTakeFirstOrThrow();
  return Number(row.count) < (isGuest ? GUEST_PHOTOS_MAX : WAITING_PHOTOS_MAX);
}

/** Call it in the transaction that stores the review. */
export async function storePhotos(reviewId: number, photos: ReadonlyArray<Photograph>): Promise<void> {
  for (const [index, { whole, small, ...photo }] of photos.entries())
    await db()
      .insertInto("review_photos")
      .values({
        ...{ review_id: reviewId, number: index + 1, ...photo },
        whole: Buffer.from(whole).toString("base64"),
        small: Buffer.from(small).toString("base64"),
      })
      .execute();
}

const photosOfReviews = compiledQuery(
  (database, { reviewIds }: Readonly<{ reviewIds: ReadonlyArray<number> }>) =>
    database
      .selectFrom("review_photos")
      .select(["review_id", "number", "hash", "width", "height"])
      .where("review_id", "in", reviewIds)
      .orderBy("review_id")
      .orderBy("number"),
);

export async function photosOf(
  reviewIds: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, ReadonlyArray<NumberedPhoto>>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await photosOfReviews({ reviewIds });
  const photos = new Map<number, Array<NumberedPhoto>>();
  for (const { review_id: id, ...photo } of rows) photos.set(id, [...(photos.get(id) ?? []), photo]);
  return photos;
}

export async function findPublishedPhoto(
  hash: string,
  size: PhotoSize,
): Promise<Readonly<{ body: Buffer; productId: number }> | null> {
  const row = await db()
    .selectFrom("review_photos")
    .innerJoin("reviews", "reviews.id", "review_photos.review_id")
    .select([`review_photos.${size} as data`, "reviews.product_id"])
    .where("hash", "=", hash)
    .where("reviews.status", "=", "published")
    .limit(1)
    .executeTakeFirst();
  return row ? { body: Buffer.from(row.data, "base64"), productId: row.product_id } : null;
}

export async function findModeratedPhoto(
  reviewId: number,
  { number, size }: Readonly<{ number: number; size: PhotoSize }>,
): Promise<Buffer | null> {
  const row = await db()
    .selectFrom("review_photos")
    .select(`${size} as data`)
    .where("review_id", "=", reviewId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row ? Buffer.from(row.data, "base64") : null;
}

/** Published or not; a repeat changes nothing. */
export async function removeReviewPhoto(
  reviewId: number,
  number: number,
): Promise<Result<Readonly<{ product: string; isChanged: boolean }>, "not-found">> {
  return transact(async () => {
    const review = await db()
      .selectFrom("reviews")
      .innerJoin("products", "products.id", "reviews.product_id")
      .select(["reviews.product_id", "reviews.status", "products.name"])
      .where("reviews.id", "=", reviewId)
      .executeTakeFirst();
    if (!review) return refused("not-found");
    await lockProduct(review.product_id);
    const gone = await db()
      .deleteFrom("review_photos")
      .where("review_id", "=", reviewId)
      .where("number", "=", number)
      .returning("number")
      .executeTakeFirst();
    if (gone && review.status === "published") await bumpCatalogueVersion([review.product_id]);
    return ok({ product: review.name, isChanged: gone !== undefined });
  });
}
