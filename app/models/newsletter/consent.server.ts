/** Call these inside a transaction. */
import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { forgetContact, queueContact } from "#app/models/marketing/contact.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";

import { queueSubscriptionEmail } from "./email.server.ts";
import { remindersChosen } from "./events.server.ts";
import { findSubscriptionRow, type SubscriptionRow } from "./subscription-row.server.ts";
import {
  CONSENTS,
  type ConsentSource,
  getsNewsletter,
  readTopics,
  type NewsletterTopic,
  topicsAmong,
} from "./subscription.ts";

export type NewConsent = Readonly<{
  email: string;
  source: ConsentSource;
  topics: ReadonlyArray<NewsletterTopic>;
  /** ISO 8601, UTC. */
  at: string;
}>;

/**
 * A valid subscription stays as it is: its email has a link to further topics. An unsubscribed address stays out until it
 * is confirmed. Only the newest link works, so it confirms what was requested before, too.
 */
export async function askToConfirm(consent: NewConsent): Promise<void> {
  const known = await enter(consent);
  const { id } = known;
  const topics = topicsAmong([...requestedIn(known), ...consent.topics]);
  const requested = await db()
    .updateTable("subscriptions")
    .set({ email: consent.email, ...evidenceOf({ ...consent, topics }) })
    .where("id", "=", id)
    .where("state", "<>", "subscribed")
    .returningAll()
    .executeTakeFirst();
  if (requested?.state === "pending") await notifyMarketing(requested, "nonSubscribed", { at: consent.at });
  await queueSubscriptionEmail("sign-up", id, consent.topics);
}

/** What waits for the link in an email, also of an address that unsubscribed before. */
function requestedIn({ state, email, topics }: SubscriptionRow): ReadonlyArray<NewsletterTopic> {
  return state === "subscribed" || email === null ? [] : readTopics(topics);
}

/**
 * Counts at once, because the address is confirmed; further topics are added. Anybody may have requested what still waits
 * for a link: it is sent another one.
 */
export async function subscribe(consent: NewConsent, now: Date): Promise<void> {
  const known = await enter(consent);
  const { id, topics } = known;
  const waiting = requestedIn(known).filter((topic) => !consent.topics.includes(topic));
  const entered = await db()
    .updateTable("subscriptions")
    .set({ ...subscribedAt(now), email: consent.email, ...evidenceOf(consent) })
    .where("id", "=", id)
    .where("state", "<>", "subscribed")
    .returningAll()
    .executeTakeFirst();
  if (entered) {
    await follow(entered, now);
    if (waiting.length > 0) await queueSubscriptionEmail("sign-up", id, waiting);
  } else await saveTopics(id, topicsAmong([...readTopics(topics), ...consent.topics]));
}

/** If it was requested after `since` (ISO 8601); uses the secret up. */
export async function confirmByHash(hash: string, since: string, now: Date): Promise<SubscriptionRow | null> {
  const confirmed = await db()
    .updateTable("subscriptions")
    .set(subscribedAt(now))
    .where("confirm_token_hash", "=", hash)
    .where("consent_at", ">", since)
    .where("state", "<>", "subscribed")
    .returningAll()
    .executeTakeFirst();
  if (confirmed) await follow(confirmed, now);
  return confirmed ?? null;
}

/** Deletes the address and keeps its hash (requirement newsletter-3); false if that was done before. */
export async function unsubscribe({ id, email }: SubscriptionRow, now: Date): Promise<boolean> {
  if (email === null) return false;
  const at = now.toISOString();
  const left = await db()
    .updateTable("subscriptions")
    .set({ state: "unsubscribed", unsubscribed_at: at, email: null, confirm_token_hash: null })
    .where("id", "=", id)
    .where("email", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (!left) return false;
  await setFlag(email, 0);
  await notifyMarketing({ ...left, email }, "unsubscribed", { at });
  return true;
}

/** Keeps the hash of an unsubscribed address; does nothing if the row has changed meanwhile. */
export async function forget(row: SubscriptionRow, now: Date): Promise<void> {
  const { id, state, consent_at: consentAt } = row;
  if (state === "unsubscribed") {
    await db()
      .updateTable("subscriptions")
      .set({ email: null, confirm_token_hash: null })
      .where("id", "=", id)
      .where("state", "=", state)
      .where("consent_at", "=", consentAt)
      .execute();
    return;
  }
  const gone = await db()
    .deleteFrom("subscriptions")
    .where("id", "=", id)
    .where("state", "=", state)
    .where("consent_at", "=", consentAt)
    .returning("email")
    .executeTakeFirst();
  if (gone?.email) await forgetContact(gone.email, now);
}

export async function saveTopics(id: string, topics: ReadonlyArray<NewsletterTopic>): Promise<boolean> {
  const saved = await db()
    .updateTable("subscriptions")
    .set({ topics: JSON.stringify(topics) })
    .where("id", "=", id)
    .where("state", "=", "subscribed")
    .returningAll()
    .executeTakeFirst();
  if (saved) await noteTopics(saved, new Date());
  return saved !== undefined;
}

async function enter(consent: NewConsent): Promise<SubscriptionRow> {
  const known = await findSubscriptionRow(consent.email);
  if (known) return known;
  await db()
    .insertInto("subscriptions")
    .values({
      id: newId("subscription"),
      email_hash: emailHashes("newsletter", consent.email)[0],
      email: consent.email,
      state: "pending",
      ...evidenceOf(consent),
      confirmed_at: null,
      unsubscribed_at: null,
      confirm_token_hash: null,
      manage_token_hash: null,
      previous_manage_token_hash: null,
    })
    .onConflict((conflict) => conflict.column("email_hash").doNothing())
    .execute();
  const row = await findSubscriptionRow(consent.email);
  if (!row) throw new Error("A subscription vanished while it was made");
  return row;
}

function evidenceOf({ source, topics, at }: NewConsent) {
  const { wording } = CONSENTS[source];
  return { source, consent_text_version: wording, topics: JSON.stringify(topics), consent_at: at };
}

function subscribedAt(now: Date) {
  return {
    state: "subscribed",
    confirmed_at: now.toISOString(),
    unsubscribed_at: null,
    confirm_token_hash: null,
  } as const;
}

async function follow(row: SubscriptionRow, now: Date): Promise<void> {
  await noteTopics(row, now);
  if (getsNewsletter(row)) await queueSubscriptionEmail("welcome", row.id);
}

async function noteTopics(row: SubscriptionRow, now: Date): Promise<void> {
  if (row.email === null) throw new Error("A subscriber has no address");
  const state = getsNewsletter(row) ? "subscribed" : "nonSubscribed";
  await setFlag(row.email, state === "subscribed" ? 1 : 0);
  await notifyMarketing(row, state, { at: now.toISOString(), isChosen: true });
  if (readTopics(row.topics).includes("baskets")) await remindersChosen.publish({ email: row.email });
}

/** Sets the account's flag: the consent of a confirmed address, the unconfirmed opt-in of another. */
async function setFlag(email: string, wants: 0 | 1): Promise<void> {
  await db()
    .updateTable("customers")
    .set({ wants_newsletter: wants })
    .where("email_key", "=", emailKey(email))
    .$if(wants === 1, (query) => query.where("verified_at", "is not", null))
    .execute();
}

async function notifyMarketing(
  { email, source, consent_text_version: wording }: SubscriptionRow,
  state: "subscribed" | "unsubscribed" | "nonSubscribed",
  { at, isChosen = false }: Readonly<{ at: string; isChosen?: boolean }>,
): Promise<void> {
  if (email !== null) await queueContact({ email, state, source: `${source} (${wording})`, at, isChosen });
}
