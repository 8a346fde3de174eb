import { db } from "#app/db/db.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { subscriptionEmail, type SubscriptionEmailTemplate } from "./email.ts";
import type { SubscriptionRow } from "./subscription-row.server.ts";
import { type NewsletterTopic, readTopics, topicsAmong } from "./subscription.ts";
import { manageToken, oneClickAddress, unsubscribePage } from "./unsubscribe-links.server.ts";

/** "sign-up": the link to confirm, or that the address is subscribed already. */
export type SubscriptionEmailAbout = "sign-up" | "welcome";

/** `topics`: what a sign-up was for. */
export async function queueSubscriptionEmail(
  about: SubscriptionEmailAbout,
  id: string,
  topics: ReadonlyArray<NewsletterTopic> = [],
): Promise<void> {
  await enqueue({
    key: `newsletter-email:${newId("mail")}`,
    kind: "newsletter-email",
    payload: { about, subscriptionId: id, topics: topics.join() },
  });
}

export function sendSubscriptionEmail(origin: string): JobHandler {
  return async (job) => {
    const row = await findRow(job);
    const template = row && templateOf(row, job.payload["about"] === "welcome");
    if (!row?.email || !template) return;
    const [store, manage] = await Promise.all([findStore(), manageToken(row)]);
    const topics = readTopics(row.topics);
    const further = furtherTopics(job, topics);
    const confirm = template === "confirm" ? await newConfirmToken(row.id) : null;
    await email().send({
      // A try with a new link is another message.
      key: confirm ? `${job.kind}-${job.id}-${job.tries}` : `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: row.email,
      unsubscribeUrl: oneClickAddress(origin, manage),
      ...subscriptionEmail({
        template,
        store,
        origin,
        topics,
        further,
        confirmHref: confirm && `${origin}/newsletter/confirm?token=${confirm}`,
        preferencesHref: `${origin}/newsletter/preferences?${new URLSearchParams([["token", manage], ...further.map((topic) => ["add", topic])]).toString()}`,
        unsubscribeHref: unsubscribePage(origin, manage),
      }),
    });
  };
}

/** What was requested of an address that is subscribed to something else. */
function furtherTopics({ payload }: Job, topics: ReadonlyArray<NewsletterTopic>) {
  const requested = topicsAmong(String(payload["topics"] ?? "").split(","));
  return requested.filter((topic) => !topics.includes(topic));
}

async function findRow({ key, payload }: Job): Promise<SubscriptionRow | undefined> {
  const { subscriptionId } = payload;
  if (typeof subscriptionId !== "string") throw new Error(`The job ${key} is about no subscription`);
  return db().selectFrom("subscriptions").selectAll().where("id", "=", subscriptionId).executeTakeFirst();
}

function templateOf({ state }: SubscriptionRow, isWelcome: boolean): SubscriptionEmailTemplate | null {
  if (isWelcome) return state === "subscribed" ? "welcome" : null;
  return state === "subscribed" ? "already" : "confirm";
}

/** Only the newest link works. */
async function newConfirmToken(id: string): Promise<string> {
  const token = newSecretToken();
  await db()
    .updateTable("subscriptions")
    .set({ confirm_token_hash: hashOfToken(token) })
    .where("id", "=", id)
    .where("state", "<>", "subscribed")
    .execute();
  return token;
}
