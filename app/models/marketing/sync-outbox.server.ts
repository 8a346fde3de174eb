/** Call these in the transaction of the change. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";

const COLLAPSE_MS = 5_000;
/** Until an order is paid, its cart is sent. */
const SYNCED: ReadonlyArray<OrderStatus> = [
  "paid",
  "partially-shipped",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
];

const knownCarts = compiledQuery((database, { cartId }: Readonly<{ cartId: CartId }>) =>
  database
    .selectFrom("carts")
    .leftJoin("marketing_carts", "marketing_carts.cart_id", "carts.id")
    .select(["carts.customer_id", "marketing_carts.cart_id as known"])
    .where("carts.id", "=", cartId),
);

/**
 * Call it in the transaction of the change; only carts with a customer or a marked guest count (requirement
 * marketing-2).
 */
export async function noteCart(cartId: CartId, now: Date): Promise<void> {
  const [cart] = await knownCarts({ cartId });
  if (!cart || (cart.customer_id === null && cart.known === null)) return;
  await queueCartSync(cartId, { customer_id: cart.customer_id }, now);
}

export async function noteEndOfCart(cartId: CartId, now: Date): Promise<void> {
  const row = await db()
    .updateTable("marketing_carts")
    .set({ desired_version: sql<number>`desired_version + 1`, updated_at: now.toISOString() })
    .where("cart_id", "=", cartId)
    .returning("sync_generation")
    .executeTakeFirst();
  if (row) await enqueueSync(cartId, row.sync_generation, now);
}

export async function noteCartsOf(customerId: CustomerId, now: Date): Promise<void> {
  const carts = await db().selectFrom("carts").select("id").where("customer_id", "=", customerId).execute();
  for (const { id } of carts) await noteCart(id as CartId, now);
}

type SyncSubject = Readonly<{ customer_id?: string | null; contact_id?: string | null }>;

export async function queueCartSync(cartId: CartId, subject: SyncSubject, now: Date): Promise<void> {
  const change = { ...subject, is_suppressed: 0, updated_at: now.toISOString() };
  const { sync_generation: generation } = await db()
    .insertInto("marketing_carts")
    .values({ cart_id: cartId, customer_id: null, contact_id: null, ...change, desired_version: 1 })
    .onConflict((conflict) =>
      conflict
        .column("cart_id")
        .doUpdateSet({ ...change, desired_version: sql<number>`marketing_carts.desired_version + 1` }),
    )
    .returning("sync_generation")
    .executeTakeFirstOrThrow();
  await enqueueSync(cartId, generation, now);
}

/** Until the cart changes; false if there is none. */
export async function retractCartSync(cartId: CartId, now: Date): Promise<boolean> {
  const row = await db()
    .updateTable("marketing_carts")
    .set({
      is_suppressed: 1,
      desired_version: sql<number>`desired_version + 1`,
      updated_at: now.toISOString(),
    })
    .where("cart_id", "=", cartId)
    .where("is_suppressed", "=", 0)
    .returning("sync_generation")
    .executeTakeFirst();
  if (row) await enqueueSync(cartId, row.sync_generation, now);
  return row !== undefined;
}

/** While it waits, it covers further changes. */
async function enqueueSync(cartId: CartId, generation: number, now: Date): Promise<void> {
  await enqueue({
    key: syncKey(cartId, generation),
    kind: "marketing-cart",
    payload: { cartId, generation },
    runAt: new Date(now.getTime() + COLLAPSE_MS).toISOString(),
  });
}

export function syncKey(cartId: string, generation: number): string {
  return `marketing-cart:${cartId}:${generation}`;
}

export async function noteOrder(orderId: OrderId, status: OrderStatus): Promise<void> {
  if (!SYNCED.includes(status)) return;
  if (status === "paid") await rememberOrder(orderId);
  const row = await db()
    .updateTable("marketing_orders")
    .set({ send_count: sql<number>`send_count + 1` })
    .where("order_id", "=", orderId)
    .returning(["send_count", "cart_id"])
    .executeTakeFirst();
  if (!row) return;
  await enqueue({
    key: `marketing-order:${orderId}:${row.send_count}`,
    kind: "marketing-order",
    payload: { orderId, cartId: row.cart_id },
  });
}

async function rememberOrder(orderId: OrderId): Promise<void> {
  const known = await db()
    .selectFrom("orders")
    .innerJoin("marketing_carts", "marketing_carts.cart_id", "orders.cart_id")
    .select("orders.cart_id")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  if (!known) return;
  await db()
    .insertInto("marketing_orders")
    .values({ order_id: orderId, cart_id: known.cart_id, sent_status: null })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .execute();
}
