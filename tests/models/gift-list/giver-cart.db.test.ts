/** A giver who changes their gifts while a payment for the list waits: what is paid is given. */
import { expect, test } from "vitest";

import { removeLine } from "#app/models/cart/update-line.server.ts";
import { findGiverCart, listGiverCarts, putGiftInCart } from "#app/models/gift-list/giver-cart.server.ts";
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
import { rowOf } from "#tests/support/shops/rows.ts";

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
  await removeLine(giving.cart.id, line.id, new Date());
}

async function moneyComes(orderId: OrderId, paymentId: string): Promise<void> {
  const from = ["pending", "cancelled", "expired"] as const;
  expect(await moveTestPayment(paymentId, { from: [...from], to: "paid", at: new Date() })).toBe(true);
  await settle(orderId, new Date());
  expect(await statusOf(orderId)).toBe("paid");
}

const CHANGES = {
  "gives the same gift again": async (list: EditedList, first: Gift) => give(list, first),
  "takes the gift out and another in": async (list: EditedList, _: Gift, second: Gift) => {
    await takeTheOnlyGiftOut(list);
    return give(list, second);
  },
} as const;

const CASES = Object.entries(CHANGES).flatMap(([meanwhile, change]) => [
  ["", meanwhile, { change, isLate: false }] as const,
  ["late ", meanwhile, { change, isLate: true }] as const,
]);

test.each(CASES)("a gift that is paid %sis given, though the giver %s meanwhile", async (...row) => {
  const [, , { change, isLate }] = row;
  const { list, first, second } = await listWithTwoGifts();
  const cartId = await give(list, first);
  const { orderId, paymentId } = await pressPay(list);
  if (isLate) await cancelOrder(orderId, { by: "clock", reason: "expired", now: new Date() });

  // Without an order that waits, the cart ends with its last line.
  expect((await change(list, first, second)) === cartId).toBe(!isLate);
  await moneyComes(orderId, paymentId);

  const claim = { gift_id: first.giftId, state: "taken", units: 1 };
  expect(await rowOf("gift_list_claims", { order_id: orderId })).toMatchObject(claim);
});

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
