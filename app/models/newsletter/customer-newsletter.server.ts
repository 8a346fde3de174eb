import { db, transact } from "#app/db/db.server.ts";
import { type CustomerRow, findCustomerRow, lockCustomer } from "#app/models/customer/customer.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { askToConfirm, forget, type NewConsent, subscribe, unsubscribe } from "./consent.server.ts";
import { findOwnSubscriptionRow } from "./subscription.server.ts";
import { findSubscriptionRow } from "./subscription-row.server.ts";
import { CONSENTS, type ConsentSource, getsNewsletter, isConsentSource, readTopics } from "./subscription.ts";

const OWN_SOURCES: ReadonlyArray<string> = ["registration", "account"] satisfies ReadonlyArray<ConsentSource>;

/**
 * Counts at once for a confirmed address; another gets an email to confirm, and an account with an unconfirmed address
 * cannot unsubscribe it.
 */
export async function setNewsletter(
  id: CustomerId,
  wants: boolean,
  now: Date = new Date(),
): Promise<Result<null, "NOT_FOUND">> {
  const mayAsk = wants && (await mayAskAddressOf(id, now));
  return transact(async () => {
    if (!(await lockCustomer(id, now))) return refused("NOT_FOUND");
    const customer = await findCustomerRow(id);
    if (!customer) return refused("NOT_FOUND");
    await setFlag(customer.id, wants);
    if (!wants) await withdraw(customer, now);
    else if (customer.verified_at) await subscribe(consentOf(customer, "account", now.toISOString()), now);
    else if (mayAsk) await askToConfirm(consentOf(customer, "account", now.toISOString()));
    await record("details-changed", { customerId: id, detail: { fields: "wants_newsletter" } }, now);
    return ok(null);
  });
}

async function mayAskAddressOf(id: CustomerId, now: Date): Promise<boolean> {
  const customer = await findCustomerRow(id);
  if (!customer || customer.verified_at) return false;
  return (await limitAccount("newsletter-email", customer.email_key, now)).ok;
}

async function withdraw(customer: CustomerRow, now: Date): Promise<void> {
  const row = await findSubscriptionRow(customer.email);
  if (!row) return;
  if (customer.verified_at) await unsubscribe(row, now);
  else if (row.state === "pending" && OWN_SOURCES.includes(row.source)) await forget(row, now);
}

/**
 * In the caller's transaction, after the address is confirmed: a ticked box counts from now on, else the box shows what
 * the address's owner decided.
 */
export async function confirmPendingOptIn(id: CustomerId, now: Date): Promise<void> {
  const customer = await findCustomerRow(id);
  if (!customer) return;
  const row = await findSubscriptionRow(customer.email);
  if (customer.wants_newsletter !== 1) return setFlag(id, row !== null && getsNewsletter(row));
  const isLater = row?.state === "pending" && row.source === "account";
  const consent = isLater
    ? consentOf(customer, "account", row.consent_at)
    : consentOf(customer, "registration", customer.created_at);
  await subscribe(consent, now);
}

/**
 * In the caller's transaction, before the address is confirmed: a stranger may have made the account, so a ticked box
 * needs a confirmation by email.
 */
export async function unconfirmOptIn(id: CustomerId, now: Date): Promise<void> {
  const customer = await findCustomerRow(id);
  if (!customer || customer.verified_at) return;
  const row = await findSubscriptionRow(customer.email);
  await setFlag(id, row !== null && getsNewsletter(row));
  if (customer.wants_newsletter === 1)
    await askToConfirm(consentOf(customer, "registration", now.toISOString()));
}

/** In the caller's transaction; what the new address decided stays, and the account does not show it. */
export async function moveNewsletter(before: CustomerRow, email: string, now: Date): Promise<void> {
  const consent = await takeAlong(before, now);
  const known = await findSubscriptionRow(email);
  if (consent && (!known || known.state === "pending")) await subscribe({ ...consent, email }, now);
  const row = await findSubscriptionRow(email);
  await setFlag(before.id, consent !== null && row !== null && getsNewsletter(row));
}

async function takeAlong(before: CustomerRow, now: Date): Promise<NewConsent | null> {
  if (!before.verified_at)
    return before.wants_newsletter === 1 ? consentOf(before, "registration", before.created_at) : null;
  const old = await findSubscriptionRow(before.email);
  if (old?.state !== "subscribed") return null;
  if ((old.confirmed_at ?? "") < (before.email_changed_at ?? "")) {
    // The subscription belonged to the address before the customer did, so it stays.
    return before.wants_newsletter === 1 ? consentOf(before, "account", now.toISOString()) : null;
  }
  await forget(old, now);
  const source = isConsentSource(old.source) ? old.source : "account";
  return { email: before.email, source, topics: readTopics(old.topics), at: old.consent_at };
}

/** Keeps the hash of an unsubscribed address. */
export async function dropNewsletter(id: CustomerId, now: Date): Promise<void> {
  const customer = await findCustomerRow(id);
  const row = customer && (await findSubscriptionRow(customer.email));
  if (!row) return;
  const isTheirs =
    (await findOwnSubscriptionRow(id)) !== null ||
    (customer.verified_at === null && row.state === "pending" && OWN_SOURCES.includes(row.source));
  if (isTheirs) await forget(row, now);
}

function consentOf({ email }: CustomerRow, source: ConsentSource, at: string) {
  return { email, source, topics: CONSENTS[source].topics, at };
}

async function setFlag(id: string, wants: boolean): Promise<void> {
  await db()
    .updateTable("customers")
    .set({ wants_newsletter: wants ? 1 : 0 })
    .where("id", "=", id)
    .execute();
}
