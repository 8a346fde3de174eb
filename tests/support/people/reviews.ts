/** Reviews and alerts for tests, and the emails about them. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendReviewEmail } from "#app/models/review/email.server.ts";
import type { ReviewWords } from "#app/models/review/form.ts";
import { type ReviewAuthor, submitReview } from "#app/models/review/submit.server.ts";
import { sendAlertEmail } from "#app/models/stock-alert/email.server.ts";
import { takeAlertBatch } from "#app/models/stock-alert/batch.server.ts";
import { confirmAlert, requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";

import type { Photograph } from "#app/services/images/photograph.server.ts";

const ORIGIN = "http://localhost:3000";
const MAIL_FOLDER = join(config.dataDir, "mail");

export const OPINION_HANDLERS = {
  "review-email": sendReviewEmail(ORIGIN),
  "stock-alert-email": sendAlertEmail(ORIGIN),
  "stock-alert-batch": takeAlertBatch,
} as const;

export const WORDS: ReviewWords = {
  rating: 4,
  title: "Sturdy and quiet",
  body: "Used every day for a year, and not a scratch.",
  author: "Hannah",
};

export function guest(email: string): ReviewAuthor {
  return { kind: "guest", email };
}

export function asCustomer({ id, email }: Customer): ReviewAuthor {
  return { kind: "customer", customerId: id, email };
}

/** A review that waits. Answers with its id. */
export async function writtenReview(
  productId: number,
  author: ReviewAuthor,
  words: Partial<ReviewWords> = {},
  photos: ReadonlyArray<Photograph> = [],
): Promise<number> {
  const review = { words: { ...WORDS, ...words }, author, photos };
  const sent = await submitReview(productId, review, new Date());
  if (!sent.ok) throw new Error(sent.code);
  const row = await db()
    .selectFrom("reviews")
    .select((select) => select.fn.max<number>("id").as("id"))
    .where("product_id", "=", productId)
    .where("status", "=", "waiting")
    .where("title", "=", words.title ?? WORDS.title)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Does what is queued about reviews and alerts, and answers with the messages; the folder is empty afterwards. */
export async function deliverOpinions(now?: Date): Promise<ReadonlyArray<Email>> {
  await runDueJobs(OPINION_HANDLERS, {
    ...(now ? { now: () => now } : {}),
    onError: (error) => {
      throw error;
    },
  });
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).filter((name) => /^(?:review|stock-alert)-/.test(name));
  const mails = await Promise.all(
    files.map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  return mails;
}

/** The secret of the link to `page` ("confirm" or "leave") in the message. */
export function alertToken(mail: Email | undefined, page: "confirm" | "leave"): string {
  const token = new RegExp(`/stock-alerts/${page}\\?token=([\\w-]{43})`).exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`There is no link to ${page} in "${mail?.subject ?? "no message"}"`);
  return token;
}

/** Signs each address up in turn, a second apart, and confirms it. The messages on the way are thrown away. */
export async function waitingFor(variantId: number, emails: ReadonlyArray<string>): Promise<void> {
  const start = Date.now() - emails.length * 1_000;
  for (const [index, email] of emails.entries()) {
    // These moments lie before those of the test: its own tries are counted from nothing.
    await db().deleteFrom("rate_limits").execute();
    const now = new Date(start + index * 1_000);
    const requested = await requestAlert({ variantId, email, visitor: null }, now);
    if (!requested.ok) throw new Error(requested.code);
    const [mail] = await deliverOpinions();
    const done = await confirmAlert(alertToken(mail, "confirm"), now);
    if (!done.ok) throw new Error(done.code);
  }
  await db().deleteFrom("rate_limits").execute();
  await deliverOpinions();
}
