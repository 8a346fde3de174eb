import { db } from "#app/db/db.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { type CustomerId, isCustomerId } from "#app/models/shared/ids.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { isTokenText, KEEPS_OLDER, TOKEN_LIFE_MS, type TokenPurpose } from "./token.ts";

export async function isTokenUsable(token: string, purpose: TokenPurpose, now: Date): Promise<boolean> {
  const found = await findToken(token, now);
  return found?.purpose === purpose;
}

type NewToken = Readonly<{ customerId: CustomerId; purpose: TokenPurpose; email: string }>;

/** The older one of this purpose becomes invalid; call it inside a transaction. */
export async function issueToken({ customerId, purpose, email }: NewToken, now: Date): Promise<string> {
  const token = newSecretToken();
  if (purpose !== KEEPS_OLDER) await dropTokens(customerId, [purpose]);
  const row = {
    token_hash: hashOfToken(token),
    email,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + TOKEN_LIFE_MS[purpose]).toISOString(),
  };
  await db()
    .insertInto("customer_tokens")
    .values({ ...row, customer_id: customerId, purpose, email_key: emailKey(email) })
    .onConflict((conflict) => conflict.columns(["customer_id", "purpose", "email_key"]).doUpdateSet(row))
    .execute();
  return token;
}

export type UsedToken = Readonly<{ customerId: CustomerId; purpose: string; email: string }>;

/** Of several callers at once one gets it; call it in the transaction of its effect. */
export async function consumeToken(
  token: string,
  purposes: ReadonlyArray<TokenPurpose>,
  now: Date,
): Promise<UsedToken | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .deleteFrom("customer_tokens")
    .where("token_hash", "=", hashOfToken(token))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", now.toISOString())
    .returning(["customer_id", "purpose", "email"])
    .executeTakeFirst();
  return row && isCustomerId(row.customer_id)
    ? { customerId: row.customer_id, purpose: row.purpose, email: row.email }
    : null;
}

export async function findToken(token: string, now: Date): Promise<UsedToken | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .selectFrom("customer_tokens")
    .select(["customer_id", "purpose", "email"])
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row && isCustomerId(row.customer_id)
    ? { customerId: row.customer_id, purpose: row.purpose, email: row.email }
    : null;
}

export async function dropTokens(
  customerId: CustomerId,
  purposes: ReadonlyArray<TokenPurpose>,
): Promise<void> {
  await db()
    .deleteFrom("customer_tokens")
    .where("customer_id", "=", customerId)
    .where("purpose", "in", purposes)
    .execute();
}

/** A former owner of the address can still take it back. */
export async function isReserved(key: string, exceptFor: CustomerId | null, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("customer_tokens")
    .select("customer_id")
    .where("email_key", "=", key)
    .where("purpose", "=", KEEPS_OLDER)
    .where("expires_at", ">", now.toISOString())
    .where("customer_id", "<>", exceptFor ?? "")
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasUndoToken(customerId: CustomerId, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("customer_tokens")
    .select("token_hash")
    .where("customer_id", "=", customerId)
    .where("purpose", "=", KEEPS_OLDER)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}
