export type Email = Readonly<{
  /**
   * Names this very message, such as "order-confirmation-order_…": letters, digits, dot, hyphen, underscore.
   * The same across retries, so that a repeated delivery can be recognised.
   */
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
}
