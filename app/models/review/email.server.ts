import { db, transact } from "#app/db/db.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { isPaidFor } from "#app/models/order/status.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { reviewInvitationEmail, reviewPublishedEmail } from "./email.ts";
import { reviewProof } from "./purchase-verification.server.ts";

export async function inviteToReview(
  orderNumber: number,
): Promise<Result<Readonly<{ products: number }>, "order-not-found">> {
  const row = await db()
    .selectFrom("orders")
    .select("id")
    .where("number", "=", orderNumber)
    .executeTakeFirst();
  const order = isOrderId(row?.id) ? await findOrder(row.id) : null;
  if (!order || !isPaidFor(order.status)) return refused("order-not-found");
  const payload = { about: "invitation", orderId: order.id };
  return transact(async () => {
    await enqueue({ key: `review-invitation:${newId("mail")}`, kind: "review-email", payload });
    return ok({ products: new Set(order.lines.map((line) => line.productId)).size });
  });
}

export function sendReviewEmail(origin: string): JobHandler {
  return async (job) => {
    const message = await messageOf(job, origin);
    if (!message) return;
    const store = await findStore();
    await email().send({
      key: `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      ...message,
    });
  };
}

async function messageOf({ key, payload }: Job, origin: string) {
  const { about, reviewId, orderId } = payload;
  if (about === "published" && typeof reviewId === "number") return publishedMessage(reviewId, origin);
  if (about === "invitation" && isOrderId(orderId)) return invitationMessage(orderId, origin);
  throw new Error(`The job ${key} is for an email that nobody knows`);
}

async function publishedMessage(reviewId: number, origin: string) {
  const review = await db()
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["reviews.email", "reviews.shop_reply"])
    .select(["products.name as product", "products.slug", "categories.path as category_path"])
    .where("reviews.id", "=", reviewId)
    .where("reviews.status", "=", "published")
    .executeTakeFirst();
  if (!review?.email) return null;
  const { product, shop_reply: shopReply } = review;
  const href = `${origin}${productPath(review.category_path, review.slug)}#reviews`;
  const store = await findStore();
  return {
    to: review.email,
    ...reviewPublishedEmail({ store, origin, product, href, shopReply }),
  };
}

async function invitationMessage(orderId: OrderId, origin: string) {
  const order = await findOrder(orderId);
  if (!order || order.email === "" || !isPaidFor(order.status)) return null;
  const names = new Map(order.lines.map((line) => [line.productId, line.name]));
  const products = [...names].map(([id, name]) => {
    const query = new URLSearchParams({ order: orderId, proof: reviewProof(orderId, id) });
    return { name, href: `${origin}/products/${id}/review?${query.toString()}` };
  });
  const store = await findStore();
  return {
    to: order.email,
    ...reviewInvitationEmail({ store, origin, orderNumber: order.number, products }),
  };
}
