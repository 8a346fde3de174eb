/** How the shop was last known to be reached: said on the error page when the database cannot say it. */

type LastContact = Readonly<{ phone: string; phoneE164: string; email: string }>;

let last: LastContact | null = null;

export function rememberContact({ phone, phoneE164, email }: LastContact): void {
  last = { phone, phoneE164, email };
}

/** Null when the shop has shown no page since it was started. */
export function lastContact(): LastContact | null {
  return last;
}
