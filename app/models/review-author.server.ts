/** Finds and removes the reviews of one person. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

import { recountRating } from "./review-rating.server.ts";
import { voterHash } from "./review-vote.server.ts";

type Author = Readonly<{ email_key: string | null; customer_id: string | null }>;

/** The same address, or the same customer under another one. */
export function isOfSameAuthor({ email_key, customer_id }: Author) {
  return (reviews: ExpressionBuilder<Database, "reviews">): Expression<SqlBool> =>
    reviews.or([
      reviews("email_key", "=", email_key ?? ""),
      ...(customer_id === null ? [] : [reviews("customer_id", "=", customer_id)]),
    ]);
}

/** Removes what the person wrote and whom they found helpful; counts stay. Inside the caller's transaction. */
export async function removeReviewsOf(
  person: Readonly<{ customerId: string; emailKey: string | null }>,
): Promise<void> {
  const author = { email_key: person.emailKey, customer_id: person.customerId };
  const gone = await db()
    .deleteFrom("reviews")
    .where("author_kind", "is not", null)
    .where(isOfSameAuthor(author))
    .returning(["product_id", "status"])
    .execute();
  const counted = gone.filter(({ status }) => status === "published").map((row) => row.product_id);
  for (const productId of [...new Set(counted)].sort((a, b) => a - b)) await recountRating(productId);
  await db().deleteFrom("review_votes").where("voter_hash", "=", voterHash(person.customerId)).execute();
}
