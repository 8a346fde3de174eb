import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { ownsAddressSince } from "#app/models/customer/email-ownership.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";
import { askToConfirm, confirmByHash, forget, saveTopics, subscribe, unsubscribe } from "./consent.server.ts";
import {
  CONFIRM_LIFE_MS,
  CONSENTS,
  type ConsentSource,
  maskedEmail,
  readTopics,
  type NewsletterTopic,
  UNCONFIRMED_LIFE_MS,
} from "./subscription.ts";
import { findSubscriptionRow, type SubscriptionRow } from "./subscription-row.server.ts";
import { findByManageToken } from "./unsubscribe-links.server.ts";

const CLEANUP_BATCH = 200;

/** Whether advertising may go to this address; with `topic`, if it chose that (requirement newsletter-1). */
export async function isSubscribed(email: string, topic?: NewsletterTopic): Promise<boolean> {
  const row = await findSubscriptionRow(email);
  return row?.state === "subscribed" && (topic === undefined || readTopics(row.topics).includes(topic));
}

type OptIn = Readonly<{
  email: string;
  source: ConsentSource;
  topics?: ReadonlyArray<NewsletterTopic>;
  visitor: Customer | null;
}>;

/** True: it counts at once, for a customer's own confirmed address; nothing else depends on who is known. */
export async function requestSubscription(
  { email, source, topics = CONSENTS[source].topics, visitor }: OptIn,
  now: Date,
): Promise<boolean> {
  const key = emailKey(email);
  const consent = { email, source, topics, at: now.toISOString() };
  if (visitor?.isVerified && emailKey(visitor.email) === key) {
    await inTransaction(() => subscribe(consent, now));
    return true;
  }
  const allowed = await limitAccount("newsletter-email", key, now);
  if (allowed.ok) await inTransaction(() => askToConfirm(consent));
  return false;
}

export async function peekConfirmation(
  token: string,
  now: Date,
): Promise<ReadonlyArray<NewsletterTopic> | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .selectFrom("subscriptions")
    .select("topics")
    .where("confirm_token_hash", "=", hashOfToken(token))
    .where("consent_at", ">", before(now, CONFIRM_LIFE_MS))
    .executeTakeFirst();
  return row ? readTopics(row.topics) : null;
}

/** `reminderEmail` agreed to reminders about carts. */
export type Agreed = Readonly<{ reminderEmail: string | null }>;

/** Uses the secret up; of several callers at once one succeeds. */
export async function confirmSubscription(token: string, now: Date): Promise<Result<Agreed, "link-invalid">> {
  if (!isTokenText(token)) return refused("link-invalid");
  return transact(async () => {
    const row = await confirmByHash(hashOfToken(token), before(now, CONFIRM_LIFE_MS), now);
    return row ? ok(agreedIn(row.email, readTopics(row.topics))) : refused("link-invalid");
  });
}

function agreedIn(email: string | null, topics: ReadonlyArray<NewsletterTopic>): Agreed {
  return { reminderEmail: topics.includes("baskets") ? email : null };
}

export type Subscriber = Readonly<{ token: string } | { customer: Customer }>;

/** `address` is masked, "h•••@example.com"; null once it is deleted. */
export async function findSubscription(subscriber: Subscriber) {
  const row = await rowOf(subscriber);
  if (!row) return null;
  const address = row.email === null ? null : maskedEmail(row.email);
  return { state: row.state, topics: readTopics(row.topics), address };
}

export async function chooseTopics(
  subscriber: Subscriber,
  topics: ReadonlyArray<NewsletterTopic>,
): Promise<Result<Agreed, "link-invalid">> {
  return transact(async () => {
    const row = await rowOf(subscriber);
    return row && (await saveTopics(row.id, topics))
      ? ok(agreedIn(row.email, topics))
      : refused("link-invalid");
  });
}

/** For a customer's own confirmed address. Whoever has no other topic is off the list. */
export async function leaveReminders(email: string, now: Date): Promise<void> {
  await inTransaction(async () => {
    const row = await findSubscriptionRow(email);
    if (row?.state !== "subscribed") return;
    const chosen = readTopics(row.topics);
    if (!chosen.includes("baskets")) return;
    const topics = chosen.filter((topic) => topic !== "baskets");
    await (topics.length > 0 ? saveTopics(row.id, topics) : unsubscribe(row, now));
  });
}

/** The same answer if it was done before. */
export async function leaveNewsletter(
  subscriber: Subscriber,
  now: Date,
): Promise<Result<null, "link-invalid">> {
  return transact(async () => {
    const row = await rowOf(subscriber);
    if (!row) return refused("link-invalid");
    await unsubscribe(row, now);
    return ok(null);
  });
}

async function rowOf(subscriber: Subscriber): Promise<SubscriptionRow | null> {
  if ("token" in subscriber) return findByManageToken(subscriber.token);
  return findOwnSubscriptionRow(subscriber.customer.id);
}

/** One that had unsubscribed before keeps its hash. */
export async function cleanUpSubscriptions(now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("subscriptions")
    .selectAll()
    .where("state", "in", ["pending", "unsubscribed"])
    .where("email", "is not", null)
    .where("consent_at", "<=", before(now, UNCONFIRMED_LIFE_MS))
    .limit(CLEANUP_BATCH)
    .execute();
  for (const row of rows) await inTransaction(() => forget(row, now));
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}

/**
 * Null if it is not theirs (`ownsAddressSince`); an earlier decision of the address becomes theirs once they ask for
 * emails themselves.
 */
export async function findOwnSubscriptionRow(id: CustomerId): Promise<SubscriptionRow | null> {
  const owner = await db()
    .selectFrom("customers")
    .select(["email", "verified_at", "email_changed_at", "wants_newsletter"])
    .where("id", "=", id)
    .executeTakeFirst();
  const since = owner ? ownsAddressSince(owner) : null;
  if (!owner || since === null) return null;
  const row = await findSubscriptionRow(owner.email);
  return row && (owner.wants_newsletter === 1 || settledAt(row) >= since) ? row : null;
}

/** When the address last agreed or unsubscribed, ISO 8601, UTC. */
function settledAt({ consent_at, confirmed_at, unsubscribed_at }: SubscriptionRow): string {
  return [consent_at, confirmed_at ?? "", unsubscribed_at ?? ""].sort().at(-1) ?? "";
}

export async function listOwnSubscription(id: CustomerId) {
  const row = await findOwnSubscriptionRow(id);
  if (!row) return [];
  const { email, state, topics, source, consent_text_version, consent_at, confirmed_at, unsubscribed_at } =
    row;
  return [{ email, state, topics, source, consent_text_version, consent_at, confirmed_at, unsubscribed_at }];
}
