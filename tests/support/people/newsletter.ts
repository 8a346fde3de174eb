/** The newsletter's letters, and addresses on its list. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendSubscriptionEmail } from "#app/models/newsletter/email.server.ts";
import { confirmSubscription, requestSubscription } from "#app/models/newsletter/subscription.server.ts";

const MAIL_FOLDER = join(config.dataDir, "mail");

/** Sends what is queued and answers with the messages; the folder is empty afterwards. */
export async function deliverEmails(): Promise<ReadonlyArray<Email>> {
  await runDueJobs(
    { "newsletter-email": sendSubscriptionEmail("http://localhost:3000") },
    {
      // Jobs of other kinds are not what these tests are about.
      onError: (error, job) => {
        if (job?.kind === "newsletter-email") throw error;
      },
    },
  );
  if (!existsSync(MAIL_FOLDER)) return [];
  const files = readdirSync(MAIL_FOLDER).filter((name) => name.startsWith("newsletter-email"));
  const mails = await Promise.all(
    files.map((name) => new PostalMime().parse(readFileSync(join(MAIL_FOLDER, name)))),
  );
  rmSync(MAIL_FOLDER, { recursive: true, force: true });
  return mails;
}

type EmailPage = "confirm" | "preferences" | "unsubscribe";

/** The secret of the link to `page` in the letter. */
export function emailToken(mail: Email | undefined, page: EmailPage): string {
  const token = new RegExp(`/newsletter/${page}\\?token=([\\w-]{43})`).exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`There is no link to ${page} in "${mail?.subject ?? "no letter"}"`);
  return token;
}

/** Puts `email` on the list by its own confirmation. Answers with the secret of its links; the letters are thrown away. */
export async function subscribed(email: string, now: Date): Promise<string> {
  await requestSubscription({ email, source: "footer", visitor: null }, now);
  const message = (await deliverEmails()).find(({ to }) => to?.[0]?.address === email);
  const done = await confirmSubscription(emailToken(message, "confirm"), now);
  if (!done.ok) throw new Error(done.code);
  await deliverEmails();
  await db().deleteFrom("rate_limits").execute();
  return emailToken(message, "unsubscribe");
}
