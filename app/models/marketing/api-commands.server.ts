import { db, transact } from "#app/db/db.server.ts";
import { recoveryAddress } from "#app/models/cart/recovery-link.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import {
  findMarketingRecord,
  findMarketingRow,
  findPerson,
  marketingOrderOf,
} from "./cart-snapshot.server.ts";
import type { MarketingCart, MarketingProduct } from "./cart.ts";
import { linkGuestCart } from "./guest-tracking.server.ts";
import type { MarketingOrder } from "./order.ts";
import { noteCart, noteOrder, retractCartSync } from "./sync-outbox.server.ts";

type KnownMarketingCart = Result<MarketingCart, "marketing-record-none">;

export function startRecord(cartId: CartId, marker: string | null, now: Date): Promise<KnownMarketingCart> {
  return transact(async () => {
    await linkGuestCart(cartId, marker, now);
    await noteCart(cartId, now);
    return existing(cartId, now);
  });
}

export function renewRecord(cartId: CartId, now: Date): Promise<KnownMarketingCart> {
  return transact(async () => {
    const record = await existing(cartId, now);
    if (record.ok) await noteCart(cartId, now);
    return record;
  });
}

export function renewLine(
  cartId: CartId,
  id: string,
  now: Date,
): Promise<Result<MarketingProduct, "marketing-record-none" | "line-not-found">> {
  return transact(async () => {
    const record = await existing(cartId, now);
    if (!record.ok) return record;
    const { products } = record.value;
    const line =
      products.find(({ cartProductID }) => cartProductID === id) ??
      products.find(({ productID }) => productID === id);
    if (!line) return refused("line-not-found");
    await noteCart(cartId, now);
    return ok(line);
  });
}

/** The record with the API's own link: the one in emails opens the cart itself. */
export async function existing(cartId: CartId, now: Date): Promise<KnownMarketingCart> {
  const record = await findMarketingRecord(cartId, now);
  if (!record) return refused("marketing-record-none");
  return ok({ ...record, cartRecoveryUrl: recoveryAddress(cartId, now, "checkout") });
}

export async function endRecord(cartId: CartId, now: Date): Promise<Result<null, "marketing-record-none">> {
  return transact(async () =>
    (await retractCartSync(cartId, now)) ? ok(null) : refused("marketing-record-none"),
  );
}

/** The first that was paid and whose cart the service knows. */
export async function syncOrderAgain(
  orderIds: ReadonlyArray<OrderId>,
  now: Date,
): Promise<Result<MarketingOrder, "order-not-found">> {
  return transact(async () => {
    for (const id of orderIds) {
      const record = await recordOfOrder(id, now);
      if (!record) continue;
      await noteOrder(id, record.status);
      return ok(record.order);
    }
    return refused("order-not-found");
  });
}

async function recordOfOrder(id: OrderId, now: Date) {
  const sent = await db()
    .selectFrom("marketing_orders")
    .select("cart_id")
    .where("order_id", "=", id)
    .executeTakeFirst();
  const order = sent && (await findOrder(id));
  if (!order) return null;
  const row = await findMarketingRow(sent.cart_id);
  const person = await findPerson({
    customerId: order.customerId ?? row?.customer_id ?? null,
    contactId: row?.contact_id ?? null,
  });
  const record = person && marketingOrderOf(order, { email: person.email, now });
  return record && { order: record, status: order.status };
}
