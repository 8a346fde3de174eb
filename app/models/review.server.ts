/** Reads what customers say. */
import { db } from "#app/db/db.server.ts";

import type { Review } from "./review.ts";

/** The published reviews of a product, latest first. */
export async function listReviews(productId: number): Promise<ReadonlyArray<Review>> {
  const rows = await db()
    .selectFrom("reviews")
    .selectAll()
    .where("product_id", "=", productId)
    .where("status", "=", "published")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rating: row.rating,
    title: row.title,
    body: row.body,
    author: row.author,
    isVerified: row.is_verified === 1,
    helpfulCount: row.helpful_count,
    shopReply: row.shop_reply,
    createdAt: row.created_at,
  }));
}
