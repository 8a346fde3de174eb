/** The links are the same in all emails, so that old ones work. */
import { db } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { findSubscriptionRow, type SubscriptionRow } from "./subscription-row.server.ts";

/** A page with a button, and the address to which mail programs POST (RFC 8058). */
export type UnsubscribeAddresses = Readonly<{ page: string; oneClick: string }>;

/** Null if it is not subscribed: then nothing may be sent. */
export async function unsubscribeAddresses(
  email: string,
  origin: string,
): Promise<UnsubscribeAddresses | null> {
  const row = await findSubscriptionRow(email);
  if (row?.state !== "subscribed") return null;
  const token = await manageToken(row);
  return { page: unsubscribePage(origin, token), oneClick: oneClickAddress(origin, token) };
}

export function unsubscribePage(origin: string, token: string): string {
  return `${origin}/newsletter/unsubscribe?token=${token}`;
}

export function oneClickAddress(origin: string, token: string): string {
  return `${origin}/newsletter/one-click?token=${token}`;
}

/** A rotation of secrets makes a new one, and the old one still works. */
export async function manageToken(row: SubscriptionRow): Promise<string> {
  const token = hmac("newsletter manage", row.id);
  const hash = hashOfToken(token);
  if (row.manage_token_hash !== hash) {
    await db()
      .updateTable("subscriptions")
      .set({ manage_token_hash: hash, previous_manage_token_hash: row.manage_token_hash })
      .where("id", "=", row.id)
      .execute();
  }
  return token;
}

export async function findByManageToken(token: string): Promise<SubscriptionRow | null> {
  if (!isTokenText(token)) return null;
  const hash = hashOfToken(token);
  const row = await db()
    .selectFrom("subscriptions")
    .selectAll()
    .where((either) =>
      either.or([either("manage_token_hash", "=", hash), either("previous_manage_token_hash", "=", hash)]),
    )
    .executeTakeFirst();
  return row ?? null;
}
