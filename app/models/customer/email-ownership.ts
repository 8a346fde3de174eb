/** Decides what of the data keyed by an email address belongs to its account (decision 0022). */
import { TOKEN_LIFE_MS } from "./token.ts";

/** ISO 8601, UTC. */
type Proof = Readonly<{ verified_at: string | null; email_changed_at: string | null }>;

/**
 * ISO 8601, UTC; "" for always, null for never. An unconfirmed address may be a stranger's, and nothing from before a
 * change of address belongs to the account.
 */
export function ownsAddressSince({ verified_at, email_changed_at }: Proof): string | null {
  return verified_at === null ? null : (email_changed_at ?? "");
}

/** True while the former address can still undo the change. */
export function isChangeFresh({ email_changed_at }: Pick<Proof, "email_changed_at">, now: Date): boolean {
  if (email_changed_at === null) return false;
  return now.getTime() < Date.parse(email_changed_at) + TOKEN_LIFE_MS["undo-email-change"];
}

/** Masked; null if it was never confirmed. */
export function accountName({
  email,
  verified_at,
}: Readonly<{ email: string; verified_at: string | null }>): string | null {
  return verified_at === null ? null : hiddenAddress(email);
}

/** "h•••@e•••.com": no whole word, because the text may be chosen by somebody else. */
function hiddenAddress(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const end = domain.slice(domain.lastIndexOf("."));
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${end.length <= TOP_LEVEL_MAX ? end : ""}`;
}

const TOP_LEVEL_MAX = 4;
