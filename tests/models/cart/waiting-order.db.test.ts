/** A cart whose order waits for its payment: it retains its id, whatever becomes of its lines. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { setGift } from "#app/models/cart/gift.server.ts";
import { findUsableCart, mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { saveForLater } from "#app/models/cart/saved-for-later.server.ts";
import { removeLine, setQuantity } from "#app/models/cart/update-line.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { cleanUpExpiredData } from "#app/models/privacy/retention.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, CustomerId, OrderId } from "#app/models/shared/ids.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  commandFor,
  parcelVariant,
  placedOrder,
  countRows,
} from "#tests/support/people/checkout.ts";
import { statusOf } from "#tests/support/people/order-life.ts";
import { linesOf } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const ADDED = "We have added the items from your last visit to your basket.";

/** A customer with an order of two units that waits, placed in another browser. */
async function customerWhoPays() {
  const { customer } = await makeCustomer();
  const [bought, other] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const placed = await placedOrder({ [bought]: 2 });
  await mergeGuestCart(customer.id, placed.cart.id, NOW);
  return { ...placed, customerId: customer.id, bought, other };
}

/** They log in elsewhere, where a guest's cart has one unit of what they ordered and one of something else. */
async function loggedInElsewhere(status = "awaiting-payment") {
  const paying = await customerWhoPays();
  await db().updateTable("orders").set({ status }).where("id", "=", paying.orderId).execute();
  const guest = await cartWith({ [paying.bought]: 1, [paying.other]: 1 });
  return { ...paying, guest, taken: await mergeGuestCart(paying.customerId, guest.id, NOW) };
}

const BY_CUSTOMER = { by: "customer", reason: "asked", now: NOW } as const;

async function pay(paymentId: string, orderId: OrderId): Promise<void> {
  await decideTestPayment(paymentId, { decision: "pay" }, NOW);
  await settle(orderId, NOW);
}

async function order(cartId: CartId) {
  const done = await checkOut(await commandFor(cartId), NOW);
  return done.ok ? "placed" : done.code;
}

async function cartsOf(customerId: CustomerId) {
  const rows = await db().selectFrom("carts").select("id").where("customer_id", "=", customerId).execute();
  return rows.map(({ id }) => id);
}

test.each(["awaiting-payment", "payment-review"])(
  "the lines of a guest's cart move into the customer's while its order is in %s",
  async (status) => {
    const { cart, customerId, bought, other, guest, taken } = await loggedInElsewhere(status);

    expect(taken).toEqual({ cartId: cart.id, notes: [ADDED] });
    expect(await linesOf(cart.id)).toEqual({ [bought]: 3, [other]: 1 });
    expect([await findCart(guest.id), await cartsOf(customerId)]).toEqual([null, [cart.id]]);
    expect(await mergeGuestCart(customerId, guest.id, NOW)).toEqual({ cartId: cart.id, notes: [] });
  },
);

test("after the login the checkout ends the order that waits, so that one of the two is paid", async () => {
  const { cart, orderId } = await loggedInElsewhere();

  expect(await order(cart.id)).toBe("placed");

  expect(await statusOf(orderId)).toBe("cancelled");
});

test("what was paid leaves the basket after a login elsewhere, and the guest's items stay", async () => {
  const { cart, orderId, paymentId, bought, other } = await loggedInElsewhere();

  await pay(paymentId, orderId);

  expect(await statusOf(orderId)).toBe("paid");
  expect(await linesOf(cart.id)).toEqual({ [bought]: 1, [other]: 1 });
});

test("while orders of both carts wait neither changes, and a later login merges them", async () => {
  const { cart, orderId, customerId, bought, other } = await customerWhoPays();
  const guest = await placedOrder({ [other]: 1 });
  const before = [await findCart(cart.id), await findCart(guest.cart.id)];

  expect(await mergeGuestCart(customerId, guest.cart.id, NOW)).toEqual({ cartId: guest.cart.id, notes: [] });
  expect([await findCart(cart.id), await findCart(guest.cart.id)]).toEqual(before);

  await cancelOrder(orderId, BY_CUSTOMER);
  const taken = await mergeGuestCart(customerId, guest.cart.id, NOW);
  expect(taken).toEqual({ cartId: guest.cart.id, notes: [ADDED] });
  expect(await linesOf(guest.cart.id)).toEqual({ [bought]: 2, [other]: 1 });
});

test("a guest's cart whose order waits takes the lines of the customer's older one", async () => {
  const { customer } = await makeCustomer();
  const [older, newer] = [await parcelVariant(9), await parcelVariant(9, 1)];
  await mergeGuestCart(customer.id, (await cartWith({ [older]: 1 })).id, NOW);
  const guest = await placedOrder({ [newer]: 1 });

  const taken = await mergeGuestCart(customer.id, guest.cart.id, NOW);

  expect(taken).toEqual({ cartId: guest.cart.id, notes: [ADDED] });
  expect(await linesOf(guest.cart.id)).toEqual({ [older]: 1, [newer]: 1 });
});

test("the gift choice of the browser that logs in counts in the cart whose order waits too", async () => {
  const { cart, customerId, bought } = await customerWhoPays();
  const guest = await cartWith({ [bought]: 1 });
  const wrapped = async ({ id, lines }: Cart, message: string) =>
    setGift(id, { lineId: lines[0]!.id, typed: { paper: "", message } }, NOW);
  expect([(await wrapped(cart, "Older")).ok, (await wrapped(guest, "Newer")).ok]).toEqual([true, true]);

  await mergeGuestCart(customerId, guest.id, NOW);

  expect((await findCart(cart.id))?.lines[0]?.gift?.message).toBe("Newer");
});

test("ten logins beside ten presses of Pay leave one cart and one order that can be paid", async () => {
  const { customer } = await makeCustomer();
  const bought = await parcelVariant(60);
  const own = await cartWith({ [bought]: 2 });
  await mergeGuestCart(customer.id, own.id, NOW);
  const guest = await cartWith({ [bought]: 1 });
  const command = await commandFor(own.id);

  await Promise.all(
    Array.from({ length: 10 }).flatMap((): ReadonlyArray<Promise<unknown>> => [
      mergeGuestCart(customer.id, guest.id, new Date()),
      checkOut({ ...command, attemptId: newId("attempt") }, NOW),
    ]),
  );

  const [left, ...others] = await cartsOf(customer.id);
  const orders = await db()
    .selectFrom("orders")
    .select("cart_id")
    .where("status", "=", "awaiting-payment")
    .execute();
  expect([others, await countRows("carts")]).toEqual([[], 1]);
  expect(orders.filter(({ cart_id }) => cart_id !== left)).toEqual([]);
  expect(orders.length).toBeLessThan(2);
});

test.each(["remove", "set to 0", "save for later"])(
  "an emptied cart stays while its order waits: %s",
  async (way) => {
    const variantId = await parcelVariant(9);
    const { cart, orderId, paymentId } = await placedOrder({ [variantId]: 1 });
    const lineId = cart.lines[0]!.id;
    if (way === "save for later")
      await saveForLater({ listId: newId("savedlist") }, { cartId: cart.id, lineId }, NOW);
    else if (way === "remove") await removeLine(cart.id, lineId, NOW);
    else await setQuantity(cart.id, { lineId, quantity: 0 }, NOW);

    expect(await findCart(cart.id)).toMatchObject({ id: cart.id, lines: [] });
    expect(await findUsableCart(cart.id, null)).toMatchObject({ count: 0 });

    await pay(paymentId, orderId);
    expect([await statusOf(orderId), await findCart(cart.id)]).toEqual(["paid", null]);
  },
);

test("what is added to an emptied cart is paid instead of the order that waits, not beside it", async () => {
  const [first, second] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const { cart, orderId } = await placedOrder({ [first]: 1 });
  const removed = await removeLine(cart.id, cart.lines[0]!.id, NOW);
  expect(removed.ok && removed.value.cart?.lines).toEqual([]);

  const added = await addToCart(cart.id, [{ variantId: second, quantity: 1 }], NOW);

  expect(added.ok && [added.value.created, added.value.cart.id]).toEqual([false, cart.id]);
  expect(await order(cart.id)).toBe("placed");
  expect(await statusOf(orderId)).toBe("cancelled");
});

test("once its order has ended a cart ends with its last line again", async () => {
  const variantId = await parcelVariant(9);
  const { cart, orderId } = await placedOrder({ [variantId]: 1 });
  await cancelOrder(orderId, BY_CUSTOMER);

  const removed = await removeLine(cart.id, cart.lines[0]!.id, NOW);

  expect(removed).toMatchObject({ ok: true, value: { cart: null } });
  expect(await findCart(cart.id)).toBeNull();
});

test("an emptied cart of the customer adds nothing to the cart of the next login, and no note", async () => {
  const { cart, customerId, orderId, other } = await customerWhoPays();
  await removeLine(cart.id, cart.lines[0]!.id, NOW);
  const guest = await cartWith({ [other]: 1 });

  expect(await mergeGuestCart(customerId, guest.id, NOW)).toEqual({ cartId: cart.id, notes: [] });

  await removeLine(cart.id, (await findCart(cart.id))!.lines[0]!.id, NOW);
  await cancelOrder(orderId, BY_CUSTOMER);
  const later = await cartWith({ [other]: 1 });
  expect(await mergeGuestCart(customerId, later.id, NOW)).toEqual({ cartId: later.id, notes: [] });
  expect(await countRows("carts")).toBe(1);
});

test("an old guest's cart is not deleted while its order waits", async () => {
  const variantId = await parcelVariant(9);
  const { cart, orderId } = await placedOrder({ [variantId]: 1 });
  const later = new Date(NOW.getTime() + 400 * DAY_MS);

  await cleanUpExpiredData(later);
  expect((await findCart(cart.id))?.lines).toHaveLength(1);

  await cancelOrder(orderId, BY_CUSTOMER);
  await cleanUpExpiredData(later);
  expect(await findCart(cart.id)).toBeNull();
});
