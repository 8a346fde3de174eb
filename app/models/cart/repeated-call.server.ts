/** Calls of programs that may be sent twice because an answer was lost: the same key has its effect once. */
import { createHash } from "node:crypto";

import { db, transact } from "#app/db/db.server.ts";
import { type CartId, isCartId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { findCart } from "./cart.server.ts";
import type { Cart } from "./cart.ts";

/** Hours for which a key is known. */
const ANSWER_HOURS = 24;

export type RepeatedCall = Readonly<{ key: string; fingerprint: string }>;

/** `key` tells calls apart, `content` is what is sent with it; only hashes of both are stored. */
export function repeatedCall(key: ReadonlyArray<string>, content: ReadonlyArray<unknown>): RepeatedCall {
  return { key: hashOf(key), fingerprint: hashOf(content) };
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}

/**
 * Does `work` in the transaction that stores the key, so that a refused or failed call leaves none. A repeat does
 * nothing and answers with the cart as it is by now. Without `repeat`, `work` is done as it is.
 */
export async function oncePerKey<Code extends string>(
  repeat: RepeatedCall | null,
  now: Date,
  work: () => Promise<Result<Cart, Code>>,
): Promise<Result<Cart, Code | "idempotency-key-reused" | "cart-not-found">> {
  if (!repeat) return work();
  return transact<Result<Cart, Code | "idempotency-key-reused" | "cart-not-found">>(async () => {
    const { key, fingerprint } = repeat;
    const inserted = await db()
      .insertInto("repeated_calls")
      .values({ key, fingerprint, cart_id: "", created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirst();
    if (Number(inserted.numInsertedOrUpdatedRows) === 0) return earlierAnswer(repeat);
    const done = await work();
    if (!done.ok) return done;
    await answerRepeatsWith(repeat, done.value.id);
    return done;
  });
}

/** For a call whose items have moved to another cart since. */
export async function answerRepeatsWith({ key }: RepeatedCall, cartId: CartId): Promise<void> {
  await db().updateTable("repeated_calls").set({ cart_id: cartId }).where("key", "=", key).execute();
}

async function earlierAnswer({
  key,
  fingerprint,
}: RepeatedCall): Promise<Result<Cart, "idempotency-key-reused" | "cart-not-found">> {
  const row = await db()
    .selectFrom("repeated_calls")
    .select(["fingerprint", "cart_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (row?.fingerprint !== fingerprint) return refused("idempotency-key-reused");
  const cart = isCartId(row.cart_id) ? await findCart(row.cart_id) : null;
  return cart ? ok(cart) : refused("cart-not-found");
}

export async function cleanUpRepeatedCalls(now: Date): Promise<void> {
  const before = new Date(now.getTime() - ANSWER_HOURS * 3_600_000).toISOString();
  await db().deleteFrom("repeated_calls").where("created_at", "<", before).execute();
}
