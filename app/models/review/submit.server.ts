import { randomInt } from "node:crypto";

import type { Expression, ExpressionBuilder, SqlBool } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { hasOwnPage } from "#app/models/catalogue/on-shop.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { PAID_FOR } from "#app/models/order/status.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import type { Photograph } from "#app/services/images/photograph.server.ts";

import type { ReviewWords } from "./form.ts";
import { isOfSameAuthor } from "./identity.server.ts";
import { type PurchaseProof, provenBuyer } from "./purchase-verification.server.ts";
import { storePhotos } from "./photos.server.ts";
import { lockProduct } from "./rating.server.ts";
import type { ReviewAuthorKind } from "./review.ts";

/** Above those of a catalogue, and without showing how many there are. */
const FIRST_WRITTEN_ID = 1_000_000;
const LAST_ID = 2_147_483_647;

export type ReviewAuthor =
  | Readonly<{ kind: "customer"; customerId: CustomerId; email: string }>
  | Readonly<{ kind: "order"; proof: PurchaseProof }>
  | Readonly<{ kind: "guest"; email: string }>;

export type SentReview = Readonly<{
  words: ReviewWords;
  author: ReviewAuthor;
  photos: ReadonlyArray<Photograph>;
}>;

/** Replaces one of the same author and product that still waits; a published one stays until this one is approved. */
export async function submitReview(
  productId: number,
  review: SentReview,
  now: Date,
): Promise<Result<null, "not-found" | "link-invalid">> {
  return transact(async () => {
    if (!(await isOnShow(productId))) return refused("not-found");
    const known = await identify(productId, review.author);
    if (!known) return refused("link-invalid");
    // One after the other, so that of two at once the later replaces the earlier.
    await lockProduct(productId);
    await db()
      .deleteFrom("reviews")
      .where("product_id", "=", productId)
      .where(isReplacedBy(known))
      .where("status", "=", "waiting")
      .execute();
    const { rating, title, body, author } = review.words;
    const id = randomInt(FIRST_WRITTEN_ID, LAST_ID);
    await db()
      .insertInto("reviews")
      .values({
        id,
        product_id: productId,
        ...{ rating, title, body, author, ...known },
        email_key: emailKey(known.email),
        helpful_count: 0,
        shop_reply: null,
        status: "waiting",
        created_at: now.toISOString(),
        decided_at: null,
      })
      .execute();
    await storePhotos(id, review.photos);
    return ok(null);
  });
}

type ReviewContext = Readonly<{
  customer_id: CustomerId | null;
  email: string;
  author_kind: ReviewAuthorKind;
  is_verified: number;
}>;

/** Those of the same account, whatever was known of its address then. */
function isReplacedBy({ author_kind, customer_id, email }: ReviewContext) {
  return (reviews: ExpressionBuilder<Database, "reviews">): Expression<SqlBool> =>
    reviews.or([
      reviews.and([
        reviews("author_kind", "=", author_kind),
        isOfSameAuthor({ customer_id, email_key: emailKey(email) })(reviews),
      ]),
      ...(customer_id === null ? [] : [reviews("customer_id", "=", customer_id)]),
    ]);
}

/** Whoever has not confirmed an address counts as a guest (decision 0022). */
async function identify(productId: number, author: ReviewAuthor): Promise<ReviewContext | null> {
  switch (author.kind) {
    case "customer": {
      const { customerId, email } = author;
      const isVerified = await hasBought(customerId, productId);
      return {
        customer_id: customerId,
        email,
        author_kind: (await hasConfirmed(customerId, email)) ? "customer" : "guest",
        is_verified: isVerified ? 1 : 0,
      };
    }
    case "order": {
      const buyer = await provenBuyer(productId, author.proof);
      return buyer && { customer_id: null, email: buyer.email, author_kind: "order", is_verified: 1 };
    }
    case "guest":
      return { customer_id: null, email: author.email, author_kind: "guest", is_verified: 0 };
  }
}

export async function hasConfirmed(customerId: CustomerId, email: string): Promise<boolean> {
  const row = await db()
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("email_key", "=", emailKey(email))
    .where("verified_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasBought(customerId: CustomerId, productId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .select("orders.id")
    .where("orders.customer_id", "=", customerId)
    .where("orders.status", "in", PAID_FOR)
    .where("order_lines.product_id", "=", productId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type OwnReview = ReviewWords & Readonly<{ status: "waiting" | "published" }>;

export async function findOwnReview(customerId: CustomerId, productId: number): Promise<OwnReview | null> {
  const row = await db()
    .selectFrom("reviews")
    .select(["rating", "title", "body", "author", "status"])
    .where("customer_id", "=", customerId)
    .where("product_id", "=", productId)
    .where("status", "<>", "rejected")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, status: row.status === "published" ? "published" : "waiting" } : null;
}

async function isOnShow(productId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("id", "=", productId)
    .where(hasOwnPage)
    .executeTakeFirst();
  return row !== undefined;
}
