import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { findSafetyRefusal } from "#app/models/cart/product-safety.server.ts";
import { isSameAddress } from "#app/models/customer/address-book.ts";
import type { Address } from "#app/models/customer/address.ts";
import { queueOrderEmail } from "#app/models/order/email-queue.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import { type FulfilmentHistory, unitsToSend } from "#app/models/order/fulfilment.ts";
import { type Beside, withBeside } from "#app/models/order/invariants/checked-transaction.server.ts";
import { markSearchStale } from "#app/models/order/order-search.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { findRulesOfOrders } from "#app/models/shipping/shipping.server.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { addressState, type AddressStateRefusal, moveKey } from "./address-state.ts";
import { movedDelivery, type MovedDelivery, type MoveRefusal } from "./moved-delivery.ts";

export type AddressChange = Readonly<{
  address: Address;
  /** `moveKey` of what the person has read; null: any. */
  agreed: string | null;
  now: Date;
}>;

export type AddressChanged = Readonly<{
  order: Order;
  life: FulfilmentHistory;
  moved: MovedDelivery;
  isChanged: boolean;
}>;

export type AddressRefusal =
  "order-not-found" | "address-safety" | "address-means" | AddressStateRefusal | MoveRefusal;

const UNMOVED = { dearerMinor: 0, isLater: false } as const;

/**
 * The payment stays as it is; if delivery there costs something else, the person must have read that. `beside` runs in
 * the same transaction.
 */
export async function changeDeliveryAddress<Other extends string = never>(
  id: OrderId,
  { address, agreed, now }: AddressChange,
  beside?: Beside<AddressChanged, Other>,
): Promise<Result<AddressChanged, AddressRefusal | Other>> {
  return transact<Result<AddressChanged, AddressRefusal | Other>>(async () => {
    const order = await lockOrder(id);
    if (!order) return refused("order-not-found");
    const life = await findFulfilmentHistory(id);
    const state = addressState(order, life);
    if (!state.ok) return state;
    if (isSameAddress(order.deliveryAddress, address))
      return ok({ order, life, moved: UNMOVED, isChanged: false });
    const moved = await movedTo(address, { order, life }, now);
    if (!moved.ok) return moved;
    if (agreed !== null && agreed !== moveKey(moved.value))
      return refused("address-means", { ...moved.value, isLater: String(moved.value.isLater) });
    await storeAddress(order, address, now);
    await queueOrderEmail(id, {
      about: "address-changed",
      version: order.addressVersion + 1,
      isLater: moved.value.isLater ? 1 : 0,
    });
    return withBeside(ok({ order, life, moved: moved.value, isChanged: true }), beside);
  });
}

type Standing = Readonly<{ order: Order; life: FulfilmentHistory }>;

async function movedTo(
  address: Address,
  { order, life }: Standing,
  now: Date,
): Promise<Result<MovedDelivery, MoveRefusal | "address-safety">> {
  const left = unitsToSend(order, life);
  const lines = order.lines.filter((_, index) => (left[index] ?? 0) > 0);
  const unsafe = await safetyRefusal(lines, address);
  if (unsafe) return unsafe;
  const saleables = await findSaleables(
    lines.map(({ variantId }) => variantId),
    { terms: await findSaleTerms(), cartId: null },
  );
  const { delivery } = order;
  return movedDelivery(
    {
      from: order.deliveryAddress,
      to: address,
      lines: lines.flatMap(({ variantId }) => saleables.get(variantId)?.shown ?? []),
      method: delivery.method,
      day: delivery.promises.find(({ day }) => day)?.day ?? null,
      now,
    },
    await findRulesOfOrders(),
  );
}

async function safetyRefusal(
  lines: Order["lines"],
  address: Address,
): Promise<Refusal<"address-safety"> | null> {
  const unsafe = await findSafetyRefusal(lines, { ...address, method: null });
  return unsafe && refused("address-safety", unsafe.detail);
}

async function storeAddress({ id, addressVersion }: Order, address: Address, now: Date): Promise<void> {
  await db()
    .updateTable("orders")
    .set({
      delivery_address: JSON.stringify(address),
      address_version: addressVersion + 1,
      updated_at: now.toISOString(),
    })
    .where("id", "=", id)
    .modifyEnd(notifiedByWriter)
    .execute();
  await markSearchStale(id);
}
