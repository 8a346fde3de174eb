/** What the marketing service may do with an e-mail address, and which of two statements about that counts. */

/** The states of a contact's e-mail channel, in the words of the service. */
export type ContactState = "subscribed" | "unsubscribed" | "nonSubscribed";

export type ContactStatement = Readonly<{
  state: ContactState;
  /** Where it was said: "checkout", "newsletter" … */
  source: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

export type MarketingContact = ContactStatement & Readonly<{ email: string }>;

/**
 * The statement that counts once `next` has been made, `known` being the one that did so far. The later one wins, in
 * whatever order they come; "nonSubscribed" says that nothing was said, and so takes nothing back.
 */
export function currentStatement(known: ContactStatement | null, next: ContactStatement): ContactStatement {
  if (!known) return next;
  if (next.state === "nonSubscribed") return known;
  if (known.state === "nonSubscribed") return next;
  return next.at >= known.at ? next : known;
}

/** Ids of contacts, ours ("contact_…") and those of the service. */
const MARKER = /^[\w-]{1,64}$/;

/** True for what the guest marker may hold: a contact's id, or the word "guest". */
export function isGuestMarker(value: unknown): value is string {
  return typeof value === "string" && MARKER.test(value);
}

const OWN_ID = /^contact_[\w-]{22}$/;

/** True for an id that this shop gave to a contact, false for one of the service. */
export function isOwnContactId(id: string): boolean {
  return OWN_ID.test(id);
}
