import { db } from "#app/db/db.server.ts";
import { announceProducts, bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

import { ratingOf, STARS } from "./review.ts";

/** Changes of a product's reviews wait for each other. */
export async function lockProduct(productId: number): Promise<void> {
  await db()
    .updateTable("products")
    .set({ rating_count: (row) => row.ref("rating_count") })
    .where("id", "=", productId)
    .execute();
}

/** Call it in the transaction that changes a review, after `lockProduct`. */
export async function recountRating(productId: number): Promise<void> {
  const rows = await db()
    .selectFrom("reviews")
    .select("rating")
    .where("product_id", "=", productId)
    .where("status", "=", "published")
    .execute();
  const rating = ratingOf(rows.map((row) => row.rating));
  await db()
    .updateTable("products")
    .set({
      rating_count: rating?.count ?? 0,
      rating_average_hundredths: Math.round((rating?.average ?? 0) * 100),
      rating_distribution: JSON.stringify(
        rating?.distribution ?? STARS.map((stars) => ({ stars, count: 0 })),
      ),
    })
    .where("id", "=", productId)
    .execute();
  await bumpCatalogueVersion([productId]);
  await announceProducts([productId]);
}
