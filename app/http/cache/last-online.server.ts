type LastOnline = Readonly<{ phone: string; phoneE164: string; email: string }>;

let last: LastOnline | null = null;

export function rememberContact({ phone, phoneE164, email }: LastOnline): void {
  last = { phone, phoneE164, email };
}

/** Null when the shop has shown no page since it was started. */
export function lastContact(): LastOnline | null {
  return last;
}
