import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { setGift, type TypedGift } from "#app/models/cart/gift.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { noRefund, refundShares, remainingRefund } from "#app/models/order/refund-shares.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  cheapVariants,
  commandFor,
  details,
  parcelVariant,
  setStock,
} from "#tests/support/people/checkout.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { MUTED } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const HOLLY: TypedGift = { paper: "holly", message: "" };

async function stackers(quantity = 1): Promise<Cart> {
  await setStock(MUTED, 50);
  return cartWith({ [MUTED]: quantity });
}

async function wrapped(cart: Cart, typed: TypedGift): Promise<Cart> {
  const set = await setGift(cart.id, { lineId: cart.lines[0]!.id, typed }, NOW);
  if (!set.ok) throw new Error(set.code);
  return set.value;
}

async function giftsIn(cartId: CartId) {
  return (await findCart(cartId))?.lines.map(({ gift }) => gift);
}

/** Orders the basket, and answers with the order as it is read back. */
async function ordered(cartId: CartId, typed = details()) {
  const command = await commandFor(cartId, typed);
  const done = await checkOut(command, NOW);
  if (!done.ok) throw new Error(done.code);
  const order = await findOrder(done.value.orderId);
  if (!order) throw new Error("There is no order");
  return { order, command };
}

test("gift wrapping and card are stored with the line, cost what the settings say, and can be removed", async () => {
  const cart = await stackers();

  const changed = await wrapped(cart, { paper: "holly", message: "  Happy birthday!\r\nLove, Grandma  " });
  const { totals, gifts, wrapFee } = await priceCart(changed, { now: NOW });

  expect(changed.version).toBe(cart.version + 1);
  expect(changed.lines[0]?.gift).toEqual({ paper: "holly", message: "Happy birthday!\nLove, Grandma" });
  expect(gifts).toEqual([{ paper: "Holly-leaf print", message: "Happy birthday!\nLove, Grandma" }]);
  expect(totals).toMatchObject({ items: { minor: 5400 }, wrap: { minor: 450 }, vat: { minor: 900 + 75 } });
  expect(wrapFee).toEqual({ minor: 450, currency: "GBP" });

  await wrapped(changed, { paper: "", message: "" });
  expect(await giftsIn(cart.id)).toEqual([null]);
});

test("with £100 of toys wrapping is free", async () => {
  const cart = await wrapped(await stackers(2), HOLLY);
  const { totals } = await priceCart(cart, { now: NOW });

  expect(totals).toMatchObject({ items: { minor: 10_800 }, wrap: { minor: 0 } });
});

test.each([
  [{ paper: "gold", message: "" }, "gift-paper-unknown"],
  [{ paper: "", message: "a".repeat(241) }, "gift-message"],
  [{ paper: "holly", message: "bell\u0007" }, "gift-message"],
])("%j is refused as %s and changes nothing", async (typed, code) => {
  const cart = await stackers();

  const set = await setGift(cart.id, { lineId: cart.lines[0]!.id, typed }, NOW);

  expect(set).toMatchObject({ ok: false, code });
  expect(await findCart(cart.id)).toEqual(cart);
});

test("two-person items, lines of other carts and unknown carts are refused", async () => {
  const big = await cartWith({ [await parcelVariant(9, 0, "two_person")]: 1 });
  const small = await stackers();
  const ask = (cartId: CartId, lineId = small.lines[0]!.id) => setGift(cartId, { lineId, typed: HOLLY }, NOW);

  expect(await ask(big.id, big.lines[0]!.id)).toMatchObject({ code: "gift-excluded" });
  expect(await ask(big.id)).toMatchObject({ code: "line-not-found" });
  expect(await ask(newId("cart"))).toMatchObject({ code: "cart-not-found" });
});

test("merged carts retain their gift requests, this browser's before the saved cart's", async () => {
  const customer = await newCustomer();
  const other = await parcelVariant(20, 3);
  const before = await wrapped(await stackers(), { paper: "kraft", message: "Old" });
  await mergeGuestCart(customer.id, before.id, NOW);
  const silent = await stackers();
  await mergeGuestCart(customer.id, silent.id, NOW);
  expect(await giftsIn(silent.id)).toEqual([{ paper: "kraft", message: "Old" }]);

  const newer = await wrapped(await cartWith({ [MUTED]: 1, [other]: 1 }), { paper: "", message: "New" });
  await mergeGuestCart(customer.id, newer.id, NOW);

  const lines = (await findCart(newer.id))?.lines ?? [];
  const gifts = new Map(lines.map(({ variantId, gift }) => [variantId, gift]));
  const [first] = newer.lines;
  expect(gifts.get(first!.variantId)).toEqual({ paper: null, message: "New" });
  expect(lines.find(({ variantId }) => variantId === MUTED)?.quantity).toBe(3);
});

test("an order stores wrapping and card as agreed, whatever happens to the papers later", async () => {
  const cart = await wrapped(await stackers(), { paper: "stripe", message: "For you" });

  const { order } = await ordered(cart.id, details({ gift_receipt: "on" }));

  expect(order.hasGiftReceipt).toBe(true);
  expect(order.lines[0]).toMatchObject({
    gift: { paper: "Cream and terracotta stripe", message: "For you" },
    wrap: { price: { minor: 450 }, vat: { minor: 75 }, taxRateBasisPoints: 2000 },
    total: { minor: 5400 },
  });
  expect(order.totals.total.minor).toBe(5400 + 450 + (order.totals.delivery?.minor ?? 0));
  const none = noRefund(order.lines.length);
  expect(refundShares(order, remainingRefund(order, none), none)).toMatchObject({
    value: { total: { amount: order.totals.total, vat: order.totals.vat } },
  });
});

test("of a wrapped and an unwrapped line, an order stores wrapping for the first alone", async () => {
  const cart = await wrapped(await stackers(), HOLLY);
  const [unwrapped = 0] = await cheapVariants(1);
  await addToCart(cart.id, [{ variantId: unwrapped, quantity: 1 }], NOW);

  const { order } = await ordered(cart.id);

  const wraps = order.lines.map(({ variantId, wrap }) => [
    variantId,
    wrap?.price.minor ?? 0,
    wrap?.vat.minor ?? 0,
  ]);
  expect(new Set(wraps)).toEqual(
    new Set([
      [MUTED, 450, 75],
      [unwrapped, 0, 0],
    ]),
  );
});

test("the same attempt with another card is a conflict and needs confirmation", async () => {
  const cart = await stackers();
  const { command } = await ordered(cart.id);
  await wrapped(cart, { paper: "", message: "For you" });

  expect(await checkOut(command, NOW)).toMatchObject({ code: "cart-changed" });
});

test("an order without stored gift data is read as one without wrapping", async () => {
  const { order } = await ordered((await stackers()).id);
  const row = db().selectFrom("orders").select("totals").where("id", "=", order.id);
  const { totals } = await row.executeTakeFirstOrThrow();
  const withoutWrap = (key: string, value: unknown) => (key === "wrap" ? undefined : value);
  const old = JSON.stringify(JSON.parse(totals), withoutWrap);
  await db().updateTable("orders").set({ totals: old }).where("id", "=", order.id).execute();

  expect(await findOrder(order.id)).toEqual(order);
});

test("a deleted account leaves no card message", async () => {
  const { id: customerId } = await newCustomer();
  const cart = await wrapped(await stackers(), { paper: "holly", message: "For Ada" });
  const done = await checkOut({ ...(await commandFor(cart.id)), customerId }, NOW);
  const orderId = (done.ok ? done.value.orderId : "") as OrderId;
  await db().updateTable("orders").set({ status: "delivered" }).where("id", "=", orderId).execute();

  await removeCustomer(customerId, NOW);

  expect((await findOrder(orderId))?.lines[0]?.gift).toEqual({ paper: "Holly-leaf print", message: null });
});
