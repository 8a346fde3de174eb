export type ContactState = "subscribed" | "unsubscribed" | "nonSubscribed";

export type ContactStatement = Readonly<{
  state: ContactState;
  source: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

export type MarketingContact = ContactStatement & Readonly<{ email: string }>;

/** The later one wins in any order; "nonSubscribed" takes nothing back, unless the person has chosen so. */
export function currentStatement(
  known: ContactStatement | null,
  next: ContactStatement,
  isChosen = false,
): ContactStatement {
  if (!known) return next;
  if (next.state === "nonSubscribed" && !isChosen) return known;
  if (known.state === "nonSubscribed") return next;
  return next.at >= known.at ? next : known;
}

/** Ids of contacts: the shop's ("contact_…") and the service's. */
const MARKER = /^[\w-]{1,64}$/;

export function isGuestMarker(value: unknown): value is string {
  return typeof value === "string" && MARKER.test(value);
}

const OWN_ID = /^contact_[\w-]{22}$/;

export function isOwnContactId(id: string): boolean {
  return OWN_ID.test(id);
}
