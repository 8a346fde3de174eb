/** A review as the operator reads it. */
import type { ModeratedReview } from "#app/models/review/moderation.server.ts";

/** Several lines: number, product and stars; who and when; title and text. What was typed cannot steer a terminal. */
export function reviewText(review: ModeratedReview): string {
  const { id, product, rating, createdAt, author, email, isVerified, title, body, shopReply } = review;
  return [
    `${id}  ${product}  ${"★".repeat(rating)}${"☆".repeat(5 - rating)}`,
    `  ${createdAt.slice(0, 10)}  ${author}${email ? ` <${email}>` : ""}${isVerified ? ", verified purchase" : ""}`,
    `  ${title}`,
    ...body.split("\n").map((line) => `  ${line}`),
    ...(shopReply ? [`  Our reply: ${shopReply}`] : []),
  ]
    .map((line) => line.replace(/\p{Cc}/gu, " "))
    .join("\n");
}
