export type Email = Readonly<{
  /** Such as "order-confirmation-order_…" (letters, digits, . - _); the same across retries, to recognise repeats. */
  key: string;
  from: Readonly<{ name: string; address: string }>;
  /** One address, without a name. */
  to: string;
  /** Where an answer goes when that is not the sender: somebody who wrote to the shop. */
  replyTo?: Readonly<{ name: string; address: string }>;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program may POST to end these messages (RFC 8058), for those that are not about business of theirs. */
  unsubscribeUrl?: string;
}>;

export interface EmailPort {
  /** Hands `email` over. Throws when it was not taken. Safe to repeat with the same key. */
  send(email: Email): Promise<void>;
  /** Connects and logs in. Rejects when the server cannot be reached or refuses. Absent where nothing is outside. */
  probe?(): Promise<void>;
}
