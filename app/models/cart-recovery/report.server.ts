import { createHash } from "node:crypto";

import { db } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";

import { ATTRIBUTION_DAYS, type CountedStep, STEPS_RETAINED_DAYS } from "./report.ts";

const DAY_MS = 86_400_000;

/**
 * SHA-256 of an id with 132 random bits, base64url: it does not lead back, and without a secret it survives a rotation
 * of secrets.
 */
function recoveryKey(id: string): string {
  return createHash("sha256").update(`recovery ${id}`).digest("base64url");
}

export async function countRecoveryEmail(cartId: CartId, now: Date): Promise<void> {
  await insertStep({ cart_key: recoveryKey(cartId), step: "sent", deduplication_key: "letter" }, now);
}

export async function countOpened(cartId: CartId, now: Date): Promise<void> {
  await insertStep({ cart_key: recoveryKey(cartId), step: "opened", deduplication_key: dayOf(now) }, now);
}

export async function countRecovered(cartId: CartId, into: CartId, now: Date): Promise<void> {
  const row = { cart_key: recoveryKey(cartId), step: "recovered", deduplication_key: dayOf(now) } as const;
  await db()
    .insertInto("recovery_steps")
    .values({ ...row, recovered_cart_key: recoveryKey(into), occurred_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(["cart_key", "step", "deduplication_key"])
        .doUpdateSet({ recovered_cart_key: recoveryKey(into), occurred_at: now.toISOString() }),
    )
    .execute();
}

/** Call it in the transaction that pays the order; one order counts once. */
export async function countOrdered(
  { id, cartId, totals }: Pick<Order, "id" | "cartId" | "totals">,
  now: Date,
): Promise<void> {
  const recovered = await db()
    .selectFrom("recovery_steps")
    .select("cart_key")
    .where("recovered_cart_key", "=", recoveryKey(cartId))
    .where("occurred_at", ">=", daysBefore(now, ATTRIBUTION_DAYS))
    .orderBy("occurred_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!recovered) return;
  const { minor, currency } = totals.total;
  const row = { cart_key: recovered.cart_key, step: "ordered", deduplication_key: recoveryKey(id) } as const;
  await insertStep({ ...row, amount_minor: minor, currency }, now);
}

export async function listSteps(since: Date): Promise<ReadonlyArray<CountedStep>> {
  const rows = await db()
    .selectFrom("recovery_steps")
    .select(["cart_key", "step", "amount_minor", "currency"])
    .where("occurred_at", ">=", since.toISOString())
    .orderBy("occurred_at")
    .execute();
  return rows.map(({ cart_key: cartKey, step, amount_minor: minor, currency }) => ({
    cartKey,
    step,
    amount: minor === null || currency === null ? null : money(minor, currency),
  }));
}

const LEFT_AFTER_MS = 3_600_000;

export async function countLeftCarts(since: Date, now: Date): Promise<number> {
  const { count } = await db()
    .selectFrom("carts")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("updated_at", ">=", since.toISOString())
    .where("updated_at", "<=", new Date(now.getTime() - LEFT_AFTER_MS).toISOString())
    .where((cart) =>
      cart.exists(
        cart.selectFrom("cart_lines").select("cart_lines.id").whereRef("cart_lines.cart_id", "=", "carts.id"),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function cleanUpRecoverySteps(now: Date): Promise<void> {
  await db()
    .deleteFrom("recovery_steps")
    .where("occurred_at", "<", daysBefore(now, STEPS_RETAINED_DAYS))
    .execute();
}

type NewStep = Readonly<{
  cart_key: string;
  step: "sent" | "opened" | "ordered";
  deduplication_key: string;
  amount_minor?: number;
  currency?: string;
}>;

async function insertStep(step: NewStep, now: Date): Promise<void> {
  await db()
    .insertInto("recovery_steps")
    .values({ ...step, occurred_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["cart_key", "step", "deduplication_key"]).doNothing())
    .execute();
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
