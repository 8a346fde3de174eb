import { sql } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/** `key` is a customer's id or a browser's random text. */
export function voterHash(key: string): string {
  return hmac("review vote", key);
}

export async function voteHelpful(
  reviewId: number,
  voter: string,
  now: Date,
): Promise<Result<Readonly<{ productId: number }>, "not-found">> {
  return transact(async () => {
    const review = await db()
      .selectFrom("reviews")
      .select(["id", "product_id"])
      .where("id", "=", reviewId)
      .where("status", "=", "published")
      .executeTakeFirst();
    if (!review) return refused("not-found");
    const vote = await db()
      .insertInto("review_votes")
      .values({ review_id: reviewId, voter_hash: voter, created_at: now.toISOString() })
      .onConflict((conflict) => conflict.columns(["review_id", "voter_hash"]).doNothing())
      .returning("review_id")
      .executeTakeFirst();
    if (vote) {
      await db()
        .updateTable("reviews")
        .set({ helpful_count: sql<number>`helpful_count + 1` })
        .where("id", "=", reviewId)
        .execute();
    }
    return ok({ productId: review.product_id });
  });
}

export async function votesOf(
  voter: string | null,
  reviewIds: ReadonlyArray<number>,
): Promise<ReadonlySet<number>> {
  if (voter === null || reviewIds.length === 0) return new Set();
  const rows = await db()
    .selectFrom("review_votes")
    .select("review_id")
    .where("voter_hash", "=", voter)
    .where("review_id", "in", reviewIds)
    .execute();
  return new Set(rows.map((row) => row.review_id));
}
