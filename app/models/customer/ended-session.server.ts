import { db } from "#app/db/db.server.ts";
import type { CartId, CartLineId, CustomerId } from "#app/models/shared/ids.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import type { SessionEnd } from "./ended-session.ts";
import { SESSION_IDLE_MS } from "./session.ts";

type Ended = Readonly<{ customerId: CustomerId | null; token: string }>;

/** If two causes are possible, neither is named. */
export async function whySessionEnded({ customerId, token }: Ended, now: Date): Promise<SessionEnd> {
  if (!customerId) return "ended";
  const customer = await db()
    .selectFrom("customers")
    .select(["password_changed_at", "created_at"])
    .where("id", "=", customerId)
    .executeTakeFirst();
  if (!customer) return "account-deleted";
  const row = await db()
    .selectFrom("customer_sessions")
    .select("id")
    .where("token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  if (row) return "away";
  const recently = new Date(now.getTime() - SESSION_IDLE_MS).toISOString();
  const changedAt = customer.password_changed_at ?? "";
  return changedAt > recently && changedAt > customer.created_at ? "password-changed" : "ended";
}

/** With `lineId`: whether that line is in it. */
export async function hasSavedBasket(customerId: CustomerId | null, lineId?: CartLineId): Promise<boolean> {
  if (!customerId) return false;
  const line = await db()
    .selectFrom("carts")
    .innerJoin("cart_lines", "cart_lines.cart_id", "carts.id")
    .select("cart_lines.id")
    .where("carts.customer_id", "=", customerId)
    .$if(lineId !== undefined, (query) => query.where("cart_lines.id", "=", lineId ?? null))
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** Only this browser knows a guest's cart. */
export async function isUnclaimedCart(cartId: CartId | null): Promise<boolean> {
  if (!cartId) return false;
  const row = await db()
    .selectFrom("carts")
    .select("customer_id")
    .where("id", "=", cartId)
    .executeTakeFirst();
  return row?.customer_id === null;
}
