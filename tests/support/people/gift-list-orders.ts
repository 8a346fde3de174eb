/** A giver's order for a family's list. */
import { db } from "#app/db/db.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { viewAsGiver } from "#app/models/gift-list/giver-view.server.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import { requestSwap } from "#app/models/gift-list/swap.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import type { RecipientRemedy } from "#app/models/order/returns/return.ts";
import { deliverOrder } from "#app/models/order/shipments.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftClaimId, GiftId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";

import { cartWith, commandFor, parcelVariant } from "./checkout.ts";
import { giftOn, openGiftList } from "./gift-lists.ts";
import { sendShipment } from "./order-life.ts";

const GIVER = {
  giverName: "Margaret Okafor",
  email: "Margaret@example.org",
  message: "For the first nights",
};

export type GiftOrder = Awaited<ReturnType<typeof orderedGifts>>;

/** Three units of one gift and one of another, on a list that is no surprise; they wait for their payment. */
export async function orderedGifts() {
  const list = await openGiftList({ surprise: "shown" });
  const [variant, otherVariant] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const gift = await giftOn(list, variant, 3);
  const other = await giftOn(list, otherVariant);
  const cart = await cartWith({ [variant]: 3, [otherVariant]: 1 });
  const { giverName, ...giver } = GIVER;
  await db()
    .insertInto("gift_list_carts")
    .values({
      ...{ cart_id: cart.id, list_id: list.id, device_hash: "m", giver_name: giverName },
      ...{ ...giver, updated_at: NOW.toISOString() },
    })
    .execute();
  const rows = [
    { variant_id: variant, gift_id: gift },
    { variant_id: otherVariant, gift_id: other },
  ];
  await db()
    .insertInto("gift_list_cart_gifts")
    .values(rows.map((row) => ({ ...row, cart_id: cart.id, is_extra: 0 })))
    .execute();
  const command = await commandFor(cart.id);
  const press = (now: Date) => orderGifts({ list, cart, giver: GIVER, deviceHash: "m" }, command, now);
  const done = await press(NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  const order = await findOrder(orderId);
  const position = order?.lines.findIndex(({ variantId }) => variantId === variant) ?? -1;
  return {
    ...{ list, gift, other, variant, otherVariant, orderId, position, press },
    ...{ paymentId: url.split("/").at(-1) ?? "", total: command.agreedTotal },
  };
}

/** The same, paid. */
export async function paidGifts(): Promise<GiftOrder> {
  const ordered = await orderedGifts();
  await decideTestPayment(ordered.paymentId, { decision: "pay" }, NOW);
  await settle(ordered.orderId, NOW);
  return ordered;
}

/** The same, delivered, and its family has asked to send the three units back. */
export async function giftsGoingBack(remedy: RecipientRemedy = "credit") {
  const paid = await paidGifts();
  await sendShipment(paid.orderId);
  await deliverOrder(paid.orderId, { by: "owner", now: new Date() });
  const { id: claimId } = await db()
    .selectFrom("gift_list_claims")
    .select("id")
    .where("gift_id", "=", paid.gift)
    .executeTakeFirstOrThrow();
  const swap = { claimId: claimId as GiftClaimId, remedy, reason: "does-not-fit", key: newId("return") };
  const swapped = await requestSwap(paid.list, swap, new Date());
  if (!swapped.ok) throw new Error(swapped.code);
  return { ...paid, number: swapped.value.number };
}

/** How many units of the gift a giver reads as wanted. */
export async function openUnits(list: EditedList, gift: GiftId, now = new Date()): Promise<number> {
  const viewed = await viewAsGiver(list, null, now);
  return viewed.find(({ id }) => id === gift)?.left ?? 0;
}

/** Units for each line of the order, by the position of the first gift. */
export function unitsAt(position: number, units: number): ReadonlyArray<number> {
  return [0, 1].map((index) => (index === position ? units : 0));
}
