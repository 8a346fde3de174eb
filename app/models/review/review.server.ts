import { type Kysely, sql } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import type { Database } from "#app/db/schema.ts";

import { REVIEWS_PER_PAGE, type ReviewQuery, type ReviewSort } from "./list.ts";
import type { StoredPhoto } from "./photo.ts";
import { photosOf } from "./photos.server.ts";
import { type Review, STARS } from "./review.ts";
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
  const requested = { productId, least: query.stars ?? STARS_LEAST, most: query.stars ?? STARS_MOST };
  const [counted] = await counts(requested);
  const total = Number(counted?.count);
  const pageCount = Math.max(1, Math.ceil(total / REVIEWS_PER_PAGE));
  const page = Math.min(query.page, pageCount);
  const rows = await lists[query.sort]({
    ...requested,
    offset: (page - 1) * REVIEWS_PER_PAGE,
    limit: REVIEWS_PER_PAGE,
  });
  const ids = rows.map(({ id }) => id);
  const [votes, photos] = await Promise.all([votesOf(voter, ids), photosOf(ids)]);
  const reviews = rows.map((row) => ({
    ...row,
    isVerified: row.isVerified === 1,
    isVoted: votes.has(row.id),
    photos: photos.get(row.id) ?? [],
  }));
  return { reviews, total, page, pageCount };
}

const STARS_LEAST = Math.min(...STARS);
const STARS_MOST = Math.max(...STARS);

/** Stars from `least` to `most`. */
type Requested = Readonly<{ productId: number; least: number; most: number }>;

function published(database: Kysely<Database>, { productId, least, most }: Requested) {
  return database
    .selectFrom("reviews")
    .where("product_id", "=", productId)
    .where("status", "=", "published")
    .where("rating", ">=", least)
    .where("rating", "<=", most);
}

const counts = compiledQuery((database, requested: Requested) =>
  published(database, requested).select((select) => select.fn.countAll<number | string>().as("count")),
);

const ORDERS = {
  newest: sql`created_at desc, id desc`,
  helpful: sql`helpful_count desc, created_at desc, id desc`,
  highest: sql`rating desc, created_at desc, id desc`,
  lowest: sql`rating, created_at desc, id desc`,
} as const satisfies Record<ReviewSort, unknown>;

const listIn = (sort: ReviewSort) =>
  compiledQuery((database, requested: Requested & Readonly<{ offset: number; limit: number }>) =>
    published(database, requested)
      .select(["id", "rating", "title", "body", "author", "is_verified as isVerified"])
      .select(["helpful_count as helpfulCount", "shop_reply as shopReply", "created_at as createdAt"])
      .orderBy(ORDERS[sort])
      .offset(requested.offset)
      .limit(requested.limit),
  );

const lists = {
  newest: listIn("newest"),
  helpful: listIn("helpful"),
  highest: listIn("highest"),
  lowest: listIn("lowest"),
};
