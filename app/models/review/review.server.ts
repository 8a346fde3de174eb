import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

import { REVIEWS_PER_PAGE, type ReviewQuery, type ReviewSort } from "./list.ts";
import type { StoredPhoto } from "./photo.ts";
import { photosOf } from "./photos.server.ts";
import type { Review } from "./review.ts";
import { votesOf } from "./vote.server.ts";

export type ListedReview = Review & Readonly<{ isVoted: boolean; photos: ReadonlyArray<StoredPhoto> }>;

export type ReviewPage = Readonly<{
  reviews: ReadonlyArray<ListedReview>;
  total: number;
  page: number;
  pageCount: number;
}>;

export async function findReviewPage(
  productId: number,
  query: ReviewQuery,
  voter: string | null,
): Promise<ReviewPage> {
  const total = await countReviews(productId, query);
  const pageCount = Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE));
  const page = Math.min(query.page, pageCount);
  const rows = await db()
    .selectFrom("reviews")
    .select(["id", "rating", "title", "body", "author", "is_verified", "helpful_count"])
    .select(["shop_reply", "created_at"])
    .where(isShown(productId, query))
    .orderBy(ORDERS[query.sort])
    .offset((page - 1) * REVIEWS_PER_PAGE)
    .limit(REVIEWS_PER_PAGE)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [votes, photos] = await Promise.all([votesOf(voter, ids), photosOf(ids)]);
  const reviews = rows.map((row) => ({
    id: row.id,
    rating: row.rating,
    title: row.title,
    body: row.body,
    author: row.author,
    isVerified: row.is_verified === 1,
    helpfulCount: row.helpful_count,
    shopReply: row.shop_reply,
    createdAt: row.created_at,
    isVoted: votes.has(row.id),
    photos: photos.get(row.id) ?? [],
  }));
  return { reviews, total, page, pageCount };
}

async function countReviews(productId: number, query: ReviewQuery): Promise<number> {
  const row = await db()
    .selectFrom("reviews")
    .select((select) => select.fn.countAll<number | string>().as("count"))
    .where(isShown(productId, query))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function isShown(productId: number, { stars }: ReviewQuery) {
  return (reviews: ExpressionBuilder<Database, "reviews">): Expression<SqlBool> =>
    reviews.and([
      reviews("product_id", "=", productId),
      reviews("status", "=", "published"),
      ...(stars === null ? [] : [reviews("rating", "=", stars)]),
    ]);
}

const ORDERS = {
  newest: sql`created_at desc, id desc`,
  helpful: sql`helpful_count desc, created_at desc, id desc`,
  highest: sql`rating desc, created_at desc, id desc`,
  lowest: sql`rating, created_at desc, id desc`,
} as const satisfies Record<ReviewSort, unknown>;
