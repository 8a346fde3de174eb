/** Consent is stored here and sent by jobs; of an opt-out that was sent only a hash is kept (requirement newsletter-3). */

import { type Selectable, sql } from "kysely";

import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { emailKey } from "#app/models/email/address.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { ok } from "#app/models/shared/result.ts";
import type { MarketingPort } from "#app/services/marketing/marketing-port.ts";

import { type ContactState, currentStatement, type MarketingContact } from "./contact.ts";
import { queueCartSync } from "./sync-outbox.server.ts";

type Row = Selectable<Database["marketing_contacts"]>;

/** `source`: where, in a word or two; `at`: a Date or ISO 8601. */
export type NewContactStatement = Readonly<{
  email: string;
  state: ContactState;
  source: string;
  at: Date | string;
  /** The person wants no newsletter any more, and may still be reminded of baskets. */
  isChosen?: boolean;
}>;

/**
 * In the open transaction or one of its own; the later statement counts, and "nonSubscribed" takes nothing back.
 * Returns the contact's id, which the guest marker may hold.
 */
export async function queueContact({ isChosen, ...contact }: NewContactStatement): Promise<string> {
  const { email, state, source, at } = contact;
  const now = new Date(at);
  const next = { state, source, at: now.toISOString() };
  const done = await transact(async () => {
    const known = await findByEmail(email);
    const statement = currentStatement(
      known && { state: known.state, source: known.source, at: known.consented_at },
      next,
      isChosen,
    );
    if (known && statement !== next) return ok(known.id);
    const { id, desired_version: version } = await keep(email, next, known);
    await enqueueContact(id, version);
    if (state === "unsubscribed") await noteGuestCarts(id, now);
    return ok(id);
  });
  return done.value;
}

async function keep(
  email: string,
  { state, source, at }: Omit<MarketingContact, "email">,
  known: Row | null,
): Promise<Pick<Row, "id" | "desired_version">> {
  const statement = { email, state, source, consented_at: at, is_unsubscribing: 0 };
  if (known?.email === "")
    await db()
      .updateTable("marketing_contacts")
      .set({ email, email_key: emailKey(email) })
      .where("id", "=", known.id)
      .execute();
  return db()
    .insertInto("marketing_contacts")
    .values({
      id: newId("contact"),
      email_key: emailKey(email),
      ...statement,
      desired_version: 1,
      service_id: null,
    })
    .onConflict((conflict) =>
      conflict
        .column("email_key")
        .doUpdateSet({ ...statement, desired_version: sql<number>`marketing_contacts.desired_version + 1` }),
    )
    .returning(["id", "desired_version"])
    .executeTakeFirstOrThrow();
}

async function enqueueContact(id: string, version: number): Promise<void> {
  const key = `marketing-contact:${id}:${version}`;
  await enqueue({ key, kind: "marketing-contact", payload: { contactId: id } });
}

/** A guest who opts out also ends the records of their carts. */
async function noteGuestCarts(contactId: string, now: Date): Promise<void> {
  const carts = await db()
    .selectFrom("marketing_carts")
    .select("cart_id")
    .where("contact_id", "=", contactId)
    .where("customer_id", "is", null)
    .execute();
  for (const { cart_id } of carts) await queueCartSync(cart_id as CartId, {}, now);
}

/** Contacts without consent are sent with their cart. */
export async function resendContacts(): Promise<void> {
  const rows = await db()
    .updateTable("marketing_contacts")
    .set({ desired_version: sql<number>`desired_version + 1` })
    .where("email", "<>", "")
    .returning(["id", "desired_version", "state"])
    .execute();
  for (const { id, desired_version: version, state } of rows)
    if (state !== "nonSubscribed") await enqueueContact(id, version);
}

/**
 * In the open transaction; the service gets the opt-out before the shop deletes the address. Statements before `since`
 * (ISO 8601, UTC) stay; null removes everything.
 */
export async function forgetContact(
  email: string,
  now: Date,
  { since }: Readonly<{ since: string | null }> = { since: "" },
): Promise<void> {
  if (since === null) return;
  const row = await db()
    .updateTable("marketing_contacts")
    .set({ state: "unsubscribed", source: "removed", consented_at: now.toISOString(), is_unsubscribing: 1 })
    .set({ desired_version: sql<number>`desired_version + 1` })
    .where("email_key", "=", emailKey(email))
    .where("consented_at", ">=", since)
    .returning(["id", "desired_version"])
    .executeTakeFirst();
  if (!row) return;
  await enqueueContact(row.id, row.desired_version);
  await noteGuestCarts(row.id, now);
}

export async function findContactEmail(id: string): Promise<string | null> {
  const row = await db()
    .selectFrom("marketing_contacts")
    .select("email")
    .where("id", "=", id)
    .where("state", "<>", "unsubscribed")
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function ensureContact(email: string, port: MarketingPort, now: Date): Promise<void> {
  const known = await findByEmail(email);
  if (known && known.synced_version >= known.desired_version) return;
  if (!known) await queueContact({ email, state: "nonSubscribed", source: "account", at: now });
  const row = known ?? (await findByEmail(email));
  if (row) await sendContact(row, port, now);
}

export async function sendContactOf(id: string, port: MarketingPort, now: Date): Promise<void> {
  const row = await findById(id);
  if (row && row.synced_version < row.desired_version) await sendContact(row, port, now);
}

async function sendContact(row: Row, port: MarketingPort, now: Date): Promise<void> {
  const { email, state, source, consented_at: at } = row;
  try {
    await noteSent(row, await port.saveContact({ email, state, source, at }));
  } finally {
    await sendAgainIfOvertaken(row, now);
  }
}

async function noteSent(row: Row, serviceId: string | null): Promise<void> {
  const { id, state, desired_version: version } = row;
  if (row.is_unsubscribing === 1) {
    await db()
      .deleteFrom("marketing_contacts")
      .where("id", "=", id)
      .where("desired_version", "=", version)
      .execute();
    return;
  }
  await db()
    .updateTable("marketing_contacts")
    .set({ synced_version: version, ...(serviceId === null ? {} : { service_id: serviceId }) })
    .where("id", "=", id)
    .where("synced_version", "<", version)
    .execute();
  if (state === "unsubscribed") await dropAddress(row);
}

/** Of two requests at once the service may take the older one last. */
async function sendAgainIfOvertaken(sent: Row, now: Date): Promise<void> {
  const found = await findById(sent.id);
  const isCurrent = found?.state === sent.state && found.consented_at === sent.consented_at;
  if (isCurrent || (!found && sent.is_unsubscribing === 1)) return;
  const { email } = sent;
  const removed = { state: "unsubscribed", source: "removed", at: now.toISOString() } as const;
  await inTransaction(async () => {
    const known = found ?? (await findByEmail(email));
    const { id } = known ?? (await keep(email, removed, null));
    const again = await db()
      .updateTable("marketing_contacts")
      .set({ email, email_key: emailKey(email), desired_version: sql<number>`desired_version + 1` })
      .$if(known === null, (query) => query.set({ is_unsubscribing: 1 }))
      .where("id", "=", id)
      .returning("desired_version")
      .executeTakeFirst();
    if (again) await enqueueContact(id, again.desired_version);
  });
}

const BATCH = 500;

/** Opt-outs that the service has taken and whose address is still here. */
export async function dropSentAddresses(): Promise<void> {
  const rows = await db()
    .selectFrom("marketing_contacts")
    .selectAll()
    .where("state", "=", "unsubscribed")
    // As in the index `marketing_contacts_to_drop`.
    .where(sql<boolean>`email <> ''`)
    .whereRef("synced_version", ">=", "desired_version")
    .limit(BATCH)
    .execute();
  for (const row of rows) await dropAddress(row);
}

async function dropAddress({ id, email, desired_version: version }: Row): Promise<void> {
  await db()
    .updateTable("marketing_contacts")
    .set({ email: "", email_key: emailHashes("marketing", email)[0] })
    .where("id", "=", id)
    .where("desired_version", "=", version)
    .execute();
}

async function findById(id: string): Promise<Row | null> {
  const row = await db().selectFrom("marketing_contacts").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

async function findByEmail(email: string): Promise<Row | null> {
  const rows = await db()
    .selectFrom("marketing_contacts")
    .selectAll()
    .where("email_key", "in", [emailKey(email), ...emailHashes("marketing", email)])
    .execute();
  return rows.find((row) => row.email !== "") ?? rows[0] ?? null;
}
