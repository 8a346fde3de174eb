import type { Expression, ExpressionBuilder, SqlBool } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";

import { recountRating } from "./rating.server.ts";
import { voterHash } from "./vote.server.ts";

type Author = Readonly<{ email_key: string | null; customer_id: string | null }>;

export function isOfSameAuthor({ email_key, customer_id }: Author) {
  return (reviews: ExpressionBuilder<Database, "reviews">): Expression<SqlBool> =>
    reviews.or([
      reviews("email_key", "=", email_key ?? ""),
      ...(customer_id === null ? [] : [reviews("customer_id", "=", customer_id)]),
    ]);
}

type Owner = Readonly<{
  customerId: string;
  emailKey: string;
  /** For reviews that only name the address; null: none (`ownsAddressSince`). */
  since: string | null;
}>;

/** Those that an account has written, with its confirmed address also as a guest. */
export function isReviewOf({ customerId, emailKey, since }: Owner) {
  return (reviews: ExpressionBuilder<Database, "reviews">): Expression<SqlBool> =>
    reviews.and([
      reviews("author_kind", "is not", null),
      reviews.or([
        reviews("reviews.customer_id", "=", customerId),
        ...(since === null
          ? []
          : [
              reviews.and([
                reviews("reviews.email_key", "=", emailKey),
                reviews("reviews.created_at", ">=", since),
              ]),
            ]),
      ]),
    ]);
}

/** In the caller's transaction; counts stay. */
export async function removeReviewsOf(owner: Owner): Promise<void> {
  const gone = await db()
    .deleteFrom("reviews")
    .where(isReviewOf(owner))
    .returning(["product_id", "status"])
    .execute();
  const counted = gone.filter(({ status }) => status === "published").map((row) => row.product_id);
  for (const productId of [...new Set(counted)].sort((a, b) => a - b)) await recountRating(productId);
  await db().deleteFrom("review_votes").where("voter_hash", "=", voterHash(owner.customerId)).execute();
}
