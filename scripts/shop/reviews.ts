import { z } from "zod";

import type { ModeratedReview, ReviewStatus } from "#app/models/review/moderation.server.ts";

import { type Command, outcomeOfEach, type Outcome, answerOutcome, withTextWarning } from "./command.ts";
import { choiceSchema, countSchema, idSchema, limitOf, severalOf, verb, verbsCommand } from "./verbs.ts";

const LIMIT_MAX = 10_000;
const STATUSES = ["waiting", "published", "rejected"] as const;
const IDS = { id: severalOf(idSchema()) };

export const reviewsCommand: Command = verbsCommand({
  name: "reviews",
  summary: "list, approve, reject and reply to reviews, remove photographs, and invite customers to review",
  about:
    "Reviews wait until they are approved: then they show on the product page, count in its rating, and the author " +
    "gets an email. An approved one can be rejected later, and the other way round. Rejected ones are deleted after " +
    "90 days.",
  verbs: {
    list: verb({
      about: "reviews that wait, the oldest first",
      options: {
        status: choiceSchema(STATUSES)
          .default("waiting")
          .describe("waiting (default), published or rejected"),
        limit: limitOf(50, LIMIT_MAX),
      },
      run: ({ status, limit }) => list(status, limit),
    }),
    approve: verb({
      about: "one or more by the numbers that list shows",
      words: IDS,
      run: ({ id }) => decide(id, "published"),
    }),
    reject: verb({
      about: "one or more by the numbers that list shows",
      words: IDS,
      run: ({ id }) => decide(id, "rejected"),
    }),
    reply: verb({
      about: "put the shop's reply under a review; an empty text removes it",
      words: { id: idSchema(), text: z.string() },
      run: ({ id, text }) => reply(id, text),
    }),
    "remove-photo": verb({
      about: "delete one photograph of a review for good, by the number that list shows",
      words: { id: idSchema(), photo: countSchema(LIMIT_MAX) },
      run: ({ id, photo }) => removePhoto(id, photo),
    }),
    invite: verb({
      about:
        "email the customer of a paid order a link to review each product of it; reviews with these links say " +
        "“Verified purchase”",
      words: { order: idSchema() },
      run: ({ order }) => invite(order),
    }),
  },
});

async function list(status: ReviewStatus, limit: number): Promise<Outcome> {
  const { listReviewsByStatus } = await import("#app/models/review/moderation.server.ts");
  const reviews = await listReviewsByStatus(status, limit);
  const words = reviews.length === 0 ? `No ${status} reviews.` : reviews.map(reviewText).join("\n\n");
  return { isDone: true, words, data: reviews };
}

async function decide(ids: ReadonlyArray<number>, decision: "published" | "rejected"): Promise<Outcome> {
  const { decideReview } = await import("#app/models/review/moderation.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  return outcomeOfEach(ids, async (id) => {
    const done = await decideReview(id, decision, { now: new Date() });
    const message = done.ok
      ? `Review ${id} of ${done.value.product} is ${decision}${done.value.isChanged ? "" : " already"}.`
      : `Review ${id}: ${shopError(done).message}.`;
    return { ok: done.ok, message };
  });
}

async function reply(id: number, text: string): Promise<Outcome> {
  const { replyToReview } = await import("#app/models/review/moderation.server.ts");
  const done = await replyToReview(id, text);
  const words = done.ok
    ? `Review ${id} of ${done.value.product} ${text.trim() === "" ? "has no reply now" : "has its reply"}.`
    : `There is no review ${id}.`;
  return withTextWarning(answerOutcome(done.ok, words, { id }), [text]);
}

async function removePhoto(id: number, photo: number): Promise<Outcome> {
  const { removeReviewPhoto } = await import("#app/models/review/photos.server.ts");
  const done = await removeReviewPhoto(id, photo);
  const isDone = done.ok && done.value.isChanged;
  const words = isDone
    ? `Photograph ${photo} of review ${id} of ${done.value.product} is deleted.`
    : `Review ${id} has no photograph ${photo}.`;
  return answerOutcome(isDone, words, { id, photo });
}

async function invite(order: number): Promise<Outcome> {
  const { inviteToReview } = await import("#app/models/review/email.server.ts");
  const done = await inviteToReview(order);
  const words = done.ok
    ? `The customer of order ${order} gets an email with ${done.value.products} links. The running shop sends it.`
    : `There is no paid order ${order}.`;
  return answerOutcome(done.ok, words, { order });
}

/** What was typed cannot steer a terminal. */
function reviewText(review: ModeratedReview): string {
  const { id, product, rating, createdAt, author, email, isVerified, title, body, shopReply, photos } =
    review;
  return [
    `${id}  ${product}  ${"★".repeat(rating)}${"☆".repeat(5 - rating)}`,
    `  ${createdAt.slice(0, 10)}  ${author}${email ? ` <${email}>` : ""}${isVerified ? ", verified purchase" : ""}`,
    `  ${title}`,
    ...body.split("\n").map((line) => `  ${line}`),
    ...photos.map(({ number, width, height }) => `  Photograph ${number}: ${width} × ${height} pixels`),
    ...(shopReply ? [`  Our reply: ${shopReply}`] : []),
  ]
    .map((line) => line.replace(/\p{Cc}/gu, " "))
    .join("\n");
}
