/** What of all that is keyed by an e-mail address belongs to the account that has this address. */
import { TOKEN_LIFE_MS } from "./token.ts";

/** ISO 8601, UTC; as the customer's row has them. */
type Proof = Readonly<{ verified_at: string | null; email_changed_at: string | null }>;

/**
 * From when on things that only name the customer's e-mail address are the customer's (ISO 8601, UTC; "" for always),
 * or null when none are. An address that was never confirmed may be a stranger's. An account that came by its address
 * through a change gets nothing that was there before the change.
 */
export function ownsAddressSince({ verified_at, email_changed_at }: Proof): string | null {
  return verified_at === null ? null : (email_changed_at ?? "");
}

/** True while the address that the account had before may still take the account back. */
export function isChangeFresh({ email_changed_at }: Pick<Proof, "email_changed_at">, now: Date): boolean {
  if (email_changed_at === null) return false;
  return now.getTime() < Date.parse(email_changed_at) + TOKEN_LIFE_MS["undo-email-change"];
}

/** The name of an account before a stranger, or null: what was never confirmed may be somebody else's address. */
export function accountName({
  email,
  verified_at,
}: Readonly<{ email: string; verified_at: string | null }>): string | null {
  return verified_at === null ? null : hiddenAddress(email);
}

/**
 * "h•••@e•••.com": the customer recognises their own address, and anybody else sees that it is not theirs. Of what was
 * typed as the address, no word can be read: it is shown to people whom the account's owner chose.
 */
function hiddenAddress(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const end = domain.slice(domain.lastIndexOf("."));
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end.length <= TOP_LEVEL_MAX ? end : ""}`;
}

/** Longest end of a domain that is shown, in characters, with its dot. */
const TOP_LEVEL_MAX = 4;
