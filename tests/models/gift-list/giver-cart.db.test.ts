/** A giver who changes their gifts while a payment for the list waits: what is paid is given. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  dropFromGiverCart,
  findGiverCart,
  listGiverCarts,
  putGiftInCart,
} from "#app/models/gift-list/giver-cart.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { moveTestPayment } from "#app/services/payment/payment-embedded.server.ts";
import type { CartId, GiftId, OrderId } from "#app/models/shared/ids.ts";
import { commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const GIVER = { giverName: "Ray", email: "ray@example.org", message: null };
const DEVICE = "ray";

type Gift = Readonly<{ giftId: GiftId; variantId: number }>;

async function listWithTwoGifts() {
  const list = await openGiftList();
  const [one, two] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const first = { giftId: await giftOn(list, one, 2), variantId: one };
  return { list, first, second: { giftId: await giftOn(list, two, 2), variantId: two } };
}

async function give(list: EditedList, gift: Gift): Promise<CartId> {
  const chosen = { list, ...gift, words: null, units: 1, giver: GIVER, deviceHash: DEVICE, isExtra: false };
  const put = await putGiftInCart(chosen, new Date());
  if (!put.ok) throw new Error(put.code);
  return put.value;
}

async function pressPay(list: EditedList) {
  const giving = await findGiverCart(list.id, DEVICE, new Date());
  if (!giving) throw new Error("There is no cart");
  const typed = { ...details(), giftList: { listId: list.id, sentTo: null } };
  const command = await commandFor(giving.cart.id, typed);
  const done = await orderGifts({ ...giving, deviceHash: DEVICE }, command, new Date());
  if (!done.ok) throw new Error(done.code);
  return { orderId: done.value.orderId, paymentId: done.value.url.split("/").at(-1) ?? "" };
}

async function takeTheOnlyGiftOut(list: EditedList): Promise<void> {
  const giving = await findGiverCart(list.id, DEVICE, new Date());
  const [line] = giving?.cart.lines ?? [];
  if (!giving || !line) throw new Error("The cart is empty");
  await dropFromGiverCart(giving.cart.id, line.id, new Date());
}

async function moneyComes(orderId: OrderId, paymentId: string): Promise<void> {
  const from = ["pending", "cancelled", "expired"] as const;
  expect(await moveTestPayment(paymentId, { from: [...from], to: "paid", at: new Date() })).toBe(true);
  await settle(orderId, new Date());
  expect(await statusOf(orderId)).toBe("paid");
}

async function given(orderId: OrderId) {
  return db()
    .selectFrom("gift_list_claims")
    .select(["gift_id", "state", "units"])
    .where("order_id", "=", orderId)
    .execute();
}

const CHANGES = {
  "gives the same gift again": async (list: EditedList, first: Gift) => give(list, first),
  "takes the gift out and another in": async (list: EditedList, _: Gift, second: Gift) => {
    await takeTheOnlyGiftOut(list);
    return give(list, second);
  },
} as const;

test.each(Object.entries(CHANGES))(
  "a paid gift is given, though the giver %s meanwhile",
  async (_, change) => {
    const { list, first, second } = await listWithTwoGifts();
    const cartId = await give(list, first);
    const { orderId, paymentId } = await pressPay(list);

    expect(await change(list, first, second)).toBe(cartId);
    await moneyComes(orderId, paymentId);

    expect(await given(orderId)).toEqual([{ gift_id: first.giftId, state: "taken", units: 1 }]);
  },
);

test.each(Object.entries(CHANGES))(
  "a gift that is paid late is given, though the giver %s meanwhile",
  async (_, change) => {
    const { list, first, second } = await listWithTwoGifts();
    const cartId = await give(list, first);
    const { orderId, paymentId } = await pressPay(list);
    await cancelOrder(orderId, { by: "customer", reason: "asked", now: new Date() });

    // Without an order that waits, the cart ends with its last line.
    expect(await change(list, first, second)).not.toBe(cartId);
    await moneyComes(orderId, paymentId);

    expect(await given(orderId)).toEqual([{ gift_id: first.giftId, state: "taken", units: 1 }]);
  },
);

test("of the carts of a giver for one list only the one that is there is shown and filled", async () => {
  const { list, first, second } = await listWithTwoGifts();
  const gone = await give(list, first);
  await takeTheOnlyGiftOut(list);
  expect(await listGiverCarts(DEVICE, new Date())).toEqual([]);

  const cartId = await give(list, first);
  expect(await give(list, second)).toBe(cartId);

  expect(cartId).not.toBe(gone);
  expect((await listGiverCarts(DEVICE, new Date())).map(({ cart }) => cart.id)).toEqual([cartId]);
  expect((await findGiverCart(list.id, DEVICE, new Date()))?.cart.lines).toHaveLength(2);
});

test("a cart that was emptied while its order waits is not shown, and takes the next gift", async () => {
  const { list, first, second } = await listWithTwoGifts();
  const cartId = await give(list, first);
  await pressPay(list);

  await takeTheOnlyGiftOut(list);
  expect(await listGiverCarts(DEVICE, new Date())).toEqual([]);

  expect(await give(list, second)).toBe(cartId);
});
