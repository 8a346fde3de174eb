import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { isOfSameAuthor } from "./identity.server.ts";
import type { NumberedPhoto } from "./photo.ts";
import { photosOf } from "./photos.server.ts";
import { lockProduct, recountRating } from "./rating.server.ts";
import { mayReplace } from "./review.ts";

/** So that the shop can explain a rejection. */
const REJECTED_LIFE_MS = 90 * 86_400_000;

export type ReviewStatus = "waiting" | "published" | "rejected";

export type ModeratedReview = Readonly<{
  id: number;
  status: ReviewStatus;
  productId: number;
  product: string;
  /** Of the product's page. */
  path: string;
  rating: number;
  title: string;
  body: string;
  author: string;
  email: string | null;
  isVerified: boolean;
  authorKind: "customer" | "order" | "guest" | null;
  shopReply: string | null;
  photos: ReadonlyArray<NumberedPhoto>;
  /** ISO 8601. */
  createdAt: string;
}>;

export type ReviewPlace = Readonly<{ at: string; id: number }>;

export async function listReviewsByStatus(
  status: ReviewStatus,
  limit: number,
  after: ReviewPlace | null = null,
): Promise<ReadonlyArray<ModeratedReview>> {
  const isOldestFirst = status === "waiting";
  const rows = await reviewRows()
    .where("reviews.status", "=", status)
    .$if(after !== null, (list) =>
      list.where((eb) =>
        eb.or([
          eb("reviews.created_at", isOldestFirst ? ">" : "<", after?.at ?? ""),
          eb.and([eb("reviews.created_at", "=", after?.at ?? ""), eb("reviews.id", ">", after?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy("reviews.created_at", isOldestFirst ? "asc" : "desc")
    .orderBy("reviews.id")
    .limit(limit)
    .execute();
  const photos = await photosOf(rows.map(({ id }) => id));
  return rows.map((row) => readModerated(row, photos.get(row.id)));
}

export async function findModeratedReview(id: number): Promise<ModeratedReview | null> {
  const row = await reviewRows().where("reviews.id", "=", id).executeTakeFirst();
  return row ? readModerated(row, (await photosOf([id])).get(id)) : null;
}

export async function findWaitingReviews(): Promise<Readonly<{ count: number; oldestAt: string | null }>> {
  const { count, oldest } = await db()
    .selectFrom("reviews")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min<string | null>("created_at").as("oldest"),
    ])
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt: oldest };
}

export async function countReviews(): Promise<Readonly<Record<ReviewStatus, number>>> {
  const rows = await db()
    .selectFrom("reviews")
    .modifyFront(WALK)
    .select(["status", ({ fn }) => fn.countAll<number | string>().as("count")])
    .groupBy("status")
    .execute();
  const counts = { waiting: 0, published: 0, rejected: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

function reviewRows() {
  return db()
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["reviews.id", "reviews.status", "reviews.product_id as productId", "products.name as product"])
    .select(["categories.path", "products.slug", "reviews.rating", "reviews.title", "reviews.body"])
    .select(["reviews.author", "reviews.email", "reviews.is_verified as isVerified"])
    .select(["reviews.author_kind as authorKind", "reviews.shop_reply as shopReply"])
    .select("reviews.created_at as createdAt");
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewRows>["execute"]>>[number];

function readModerated({ slug, ...row }: ReviewRow, photos: ModeratedReview["photos"] = []): ModeratedReview {
  return { ...row, path: productPath(row.path, slug), isVerified: row.isVerified === 1, photos };
}

/** Nobody else decides it until the transaction ends; null if there is none. */
export async function lockReview(id: number): Promise<ModeratedReview | null> {
  const productId = await productOfReview(id);
  if (productId === null) return null;
  await lockProduct(productId);
  return findModeratedReview(id);
}

export type ReviewDecision = "published" | "rejected";
type DecisionCode = "not-found" | "review-outranked";

/**
 * An earlier published review of the same address is replaced, unless more is known of its author; a repeat changes
 * nothing. The email to the author starts at `thanksFrom` (ISO 8601, UTC), or else at once.
 */
export async function decideReview(
  id: number,
  decision: ReviewDecision,
  { now, thanksFrom }: Readonly<{ now: Date; thanksFrom?: string }>,
): Promise<Result<Readonly<{ product: string; isChanged: boolean }>, DecisionCode>> {
  return transact(async () => {
    const productId = await productOfReview(id);
    if (productId === null) return refused("not-found");
    await lockProduct(productId);
    const review = await findReview(id);
    if (!review) return refused("not-found");
    const { product } = review;
    if (review.status === decision) return ok({ product, isChanged: false });
    if (decision === "published") {
      const replaced = await replaceEarlier(review);
      if (!replaced.ok) return replaced;
    }
    await db()
      .updateTable("reviews")
      .set({ status: decision, decided_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    await recountRating(productId);
    if (decision === "published" && review.email !== null) await queueThanks(id, thanksFrom);
    return ok({ product, isChanged: true });
  });
}

/** An empty one removes the shop's answer. */
export async function replyToReview(
  id: number,
  reply: string,
): Promise<Result<Readonly<{ product: string }>, "not-found">> {
  return transact(async () => {
    const review = await findReview(id);
    if (!review) return refused("not-found");
    const text = reply.trim();
    await db()
      .updateTable("reviews")
      .set({ shop_reply: text === "" ? null : text })
      .where("id", "=", id)
      .execute();
    return ok({ product: review.product });
  });
}

export async function cleanUpReviews(now: Date): Promise<void> {
  await db()
    .deleteFrom("reviews")
    .where("status", "=", "rejected")
    .where("author_kind", "is not", null)
    .where("decided_at", "<=", new Date(now.getTime() - REJECTED_LIFE_MS).toISOString())
    .modifyEnd(notifiedByWriter)
    .execute();
}

async function productOfReview(id: number): Promise<number | null> {
  const row = await db().selectFrom("reviews").select("product_id").where("id", "=", id).executeTakeFirst();
  return row?.product_id ?? null;
}

function findReview(id: number) {
  return db()
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .select(["reviews.id", "reviews.product_id", "reviews.status", "reviews.email", "reviews.email_key"])
    .select(["reviews.author_kind", "reviews.customer_id", "products.name as product"])
    .where("reviews.id", "=", id)
    .executeTakeFirst();
}

type Found = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** One published review for each address and product (requirement review-1). */
async function replaceEarlier(review: Found): Promise<Result<null, "review-outranked">> {
  if (review.email_key === null) return ok(null);
  const earlier = await db()
    .selectFrom("reviews")
    .select(["id", "author_kind", "customer_id"])
    .where("product_id", "=", review.product_id)
    .where("status", "=", "published")
    .where(isOfSameAuthor(review))
    .execute();
  const ofOthers = earlier.filter(
    (one) => one.customer_id === null || one.customer_id !== review.customer_id,
  );
  const stronger = ofOthers.find(({ author_kind }) => !mayReplace(review.author_kind, author_kind));
  if (stronger) return refused("review-outranked", { id: stronger.id });
  for (const { id } of earlier) await db().deleteFrom("reviews").where("id", "=", id).execute();
  return ok(null);
}

function queueThanks(reviewId: number, runAt?: string): Promise<void> {
  return enqueue({
    ...(runAt ? { runAt } : {}),
    key: `review-published:${reviewId}:${newId("mail")}`,
    kind: "review-email",
    payload: { about: "published", reviewId },
  });
}
