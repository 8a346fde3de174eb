import { expect, test } from "vitest";

import { findCart } from "#app/models/cart/cart.server.ts";
import { CART_LINES_MAX } from "#app/models/cart/cart.ts";
import { findUsableCart, mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { restoreLine } from "#app/models/cart/update-line.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant, cheapVariants, countRows } from "#tests/support/people/checkout.ts";
import { linesOf } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("of two presses of Undo by a customer whose cart has ended the second finds the cart of the first", async () => {
  const { customer } = await makeCustomer();
  const item = { variantId: await parcelVariant(9), quantity: 2, personalisation: null };
  const restore = () => restoreLine({ cartId: null, customerId: customer.id }, item, NOW);

  await Promise.all([restore(), restore()]);

  const { cartId } = await mergeGuestCart(customer.id, null, NOW);
  const cart = cartId && (await findCart(cartId));
  expect(cart && cart.lines.map(({ quantity }) => quantity)).toEqual([2]);
});

test("the guest's cart becomes the customer's, without a message", async () => {
  const { customer } = await makeCustomer();
  const guest = await cartWith({ [await parcelVariant(9)]: 2 });

  expect(await mergeGuestCart(customer.id, guest.id, NOW)).toEqual({ cartId: guest.id, notes: [] });

  expect((await findCart(guest.id))?.customerId).toBe(customer.id);
  expect(await mergeGuestCart(customer.id, guest.id, NOW)).toEqual({ cartId: guest.id, notes: [] });
  expect(await mergeGuestCart(customer.id, null, NOW)).toEqual({ cartId: guest.id, notes: [] });
});

test("without a cart on either side there is none after the merge", async () => {
  const { customer } = await makeCustomer();

  expect(await mergeGuestCart(customer.id, null, NOW)).toEqual({ cartId: null, notes: [] });
  expect(await mergeGuestCart(customer.id, newId("cart"), NOW)).toEqual({ cartId: null, notes: [] });
});

test("an older cart is merged, each line up to its stock, and the notes say so", async () => {
  const { customer } = await makeCustomer();
  const [plenty, scarce, old] = [
    await parcelVariant(50),
    await parcelVariant(4, 1),
    await parcelVariant(9, 2),
  ];
  await mergeGuestCart(customer.id, (await cartWith({ [plenty]: 1, [scarce]: 3, [old]: 1 })).id, NOW);
  const guest = await cartWith({ [plenty]: 2, [scarce]: 3 });

  const taken = await mergeGuestCart(customer.id, guest.id, NOW);

  expect(taken.cartId).toBe(guest.id);
  expect(await linesOf(guest.id)).toEqual({ [plenty]: 3, [scarce]: 4, [old]: 1 });
  const name = (await findCart(guest.id))?.lines.find((line) => line.variantId === scarce)?.name ?? "";
  expect(taken.notes).toEqual([
    "We have added the items from your last visit to your basket.",
    expect.stringMatching(new RegExp(`^We could not combine the full quantities of ${name}`)),
  ]);
  expect(await countRows("carts")).toBe(1);
});

test("twenty concurrent logins merge once (R-15)", async () => {
  const { customer } = await makeCustomer();
  const variant = await parcelVariant(60);
  await mergeGuestCart(customer.id, (await cartWith({ [variant]: 2 })).id, NOW);
  const guest = await cartWith({ [variant]: 3 });

  const taken = await Promise.all(
    Array.from({ length: 20 }, () => mergeGuestCart(customer.id, guest.id, new Date())),
  );

  expect(new Set(taken.map(({ cartId }) => cartId))).toEqual(new Set([guest.id]));
  expect(taken.filter(({ notes }) => notes.length > 0)).toHaveLength(1);
  expect(await linesOf(guest.id)).toEqual({ [variant]: 5 });
  expect(await countRows("carts")).toBe(1);
});

test("twenty browsers that log in at once with a cart each end up with one cart that holds all items", async () => {
  const { customer } = await makeCustomer();
  const variants = await cheapVariants(20);
  const guests = await Promise.all(variants.map((variant) => cartWith({ [variant]: 1 })));

  await Promise.all(guests.map((guest) => mergeGuestCart(customer.id, guest.id, new Date())));

  const { cartId } = await mergeGuestCart(customer.id, null, NOW);
  expect(await linesOf(cartId!)).toEqual(Object.fromEntries(variants.map((variant) => [variant, 1])));
  expect(await countRows("carts")).toBe(1);
});

test("a full cart retains its lines, and the notes name what did not fit", async () => {
  const { customer } = await makeCustomer();
  const variants = await cheapVariants(CART_LINES_MAX + 1);
  const [first = 0, ...others] = variants;
  await mergeGuestCart(customer.id, (await cartWith({ [first]: 1 })).id, NOW);
  const guest = await cartWith(Object.fromEntries(others.map((id) => [id, 1])));

  const { notes } = await mergeGuestCart(customer.id, guest.id, NOW);

  expect(notes).toEqual([expect.stringMatching(/^Your basket has reached its limit, so we could not add /)]);
  expect((await findCart(guest.id))?.lines).toHaveLength(CART_LINES_MAX);
});

test("a customer's cart cannot be used by anyone else who knows its id", async () => {
  const [hannah, grace] = [await makeCustomer(), await makeCustomer({ email: "grace@example.com" })];
  const cart = await cartWith({ [await parcelVariant(9)]: 1 });
  await mergeGuestCart(hannah.customer.id, cart.id, NOW);

  expect(await findUsableCart(cart.id, hannah.customer.id)).toMatchObject({ id: cart.id });
  expect(await findUsableCart(null, hannah.customer.id)).toMatchObject({ id: cart.id });
  expect(await findUsableCart(cart.id, null)).toBeNull();
  expect(await findUsableCart(cart.id, grace.customer.id)).toBeNull();
  expect(await mergeGuestCart(grace.customer.id, cart.id, NOW)).toEqual({ cartId: null, notes: [] });

  const guest = await cartWith({ [await parcelVariant(9)]: 1 });
  expect(await findUsableCart(guest.id, null)).toMatchObject({ id: guest.id });
  const gone = newId("cart");
  expect(await findUsableCart(gone, null)).toMatchObject({ id: gone });
});
