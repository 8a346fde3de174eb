import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import {
  cleanUpSavedItems,
  joinSavedItems,
  listSavedForLater,
  moveToCart,
  removeSavedItem,
  saveForLater,
} from "#app/models/cart/saved-for-later.server.ts";
import type { SavedForLater, SavedOwner } from "#app/models/cart/saved-for-later.ts";
import { setStock as receiveStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { cartWith, parcelVariant, setStock, stockOf } from "#tests/support/people/checkout.ts";
import { NOW } from "#tests/support/now.ts";
import { linesOf } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeProductOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

const DAY_MS = 86_400_000;
const afterDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

function guest(): SavedOwner & Readonly<{ listId: `savedlist_${string}` }> {
  return { listId: newId("savedlist") };
}

/** Saves the only line of a new cart. */
async function saved(owner: SavedOwner, variantId: number, quantity = 1, now = NOW) {
  const cart = await cartWith({ [variantId]: quantity });
  const done = await saveForLater(owner, { cartId: cart.id, lineId: cart.lines[0]!.id }, now);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

/** A guest's list with one item on it. */
async function listOfOne(quantity = 1) {
  const [owner, variantId] = [guest(), await parcelVariant(9)];
  return { owner, variantId, ...(await saved(owner, variantId, quantity)) };
}

async function onlyItem(owner: SavedOwner, now = NOW, cart: Cart | null = null): Promise<SavedForLater> {
  const items = await listSavedForLater(owner, cart, now);
  expect(items).toHaveLength(1);
  return items[0]!;
}

async function setPrice(variantId: number, minor: number): Promise<void> {
  await db()
    .updateTable("variants")
    .set({ price_minor: minor, sale_price_minor: null })
    .where("id", "=", variantId)
    .execute();
}

test("a saved line leaves the cart with its quantity, and holds no stock", async () => {
  const [owner, variantId, other] = [guest(), await parcelVariant(9), await parcelVariant(9, 1)];
  const cart = await cartWith({ [variantId]: 3, [other]: 1 });
  const line = cart.lines.find((one) => one.variantId === variantId)!;

  const done = await saveForLater(owner, { cartId: cart.id, lineId: line.id }, NOW);

  expect(done.ok && done.value.cart?.lines.map((one) => one.variantId)).toEqual([other]);
  expect(await onlyItem(owner)).toMatchObject({ variantId, quantity: 3, state: { kind: "available" } });
  expect(await stockOf(variantId)).toEqual({ on_hand: 9, reserved: 0 });
});

test("the list survives the end of the cart, and moving the item back makes a new one", async () => {
  const { owner, cart, savedId } = await listOfOne(2);
  expect(cart).toBeNull();

  const moved = await moveToCart(owner, { cartId: null, savedId }, NOW);

  expect(moved).toMatchObject({ ok: true, value: { created: true, quantity: 2, isFewer: false } });
  expect(await listSavedForLater(owner, null, NOW)).toEqual([]);
});

test("an item that is moved twice at once is moved once", async () => {
  const { owner, variantId, savedId } = await listOfOne(2);
  const { id: cartId } = await cartWith({ [await parcelVariant(9, 1)]: 1 });
  const move = () => moveToCart(owner, { cartId, savedId }, NOW);

  const done = await Promise.all([move(), move()]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "saved-item-not-found" });
  expect((await linesOf(cartId))[variantId]).toBe(2);
});

test("as many as there are go back, and none when it is sold out", async () => {
  const { owner, variantId, savedId } = await listOfOne(5);
  await setStock(variantId, 0);
  expect(await moveToCart(owner, { cartId: null, savedId }, NOW)).toMatchObject({ ok: false });
  expect(await onlyItem(owner)).toMatchObject({ state: { kind: "sold-out" } });

  await setStock(variantId, 2);
  const moved = await moveToCart(owner, { cartId: null, savedId }, NOW);

  expect(moved).toMatchObject({ ok: true, value: { quantity: 2, isFewer: true } });
});

test("a price that has changed since is reported, until it is the old price again", async () => {
  const { owner, variantId } = await listOfOne();
  const { minor } = (await onlyItem(owner)).price!.now;

  await setPrice(variantId, minor - 100);
  expect((await onlyItem(owner)).change).toMatchObject({ kind: "cheaper", by: { minor: 100 } });
  await setPrice(variantId, minor + 200);
  expect((await onlyItem(owner)).change).toMatchObject({ kind: "dearer", was: { minor } });
  await setPrice(variantId, minor);
  expect((await onlyItem(owner)).change).toBeNull();
});

test("an item that is back in stock says so for a week", async () => {
  const { owner, variantId } = await listOfOne();
  await setStock(variantId, 0);
  const skus = db().selectFrom("variants").select("sku").where("id", "=", variantId);
  const { sku } = await skus.executeTakeFirstOrThrow();

  await receiveStock(sku, 2, { reason: "delivery", now: NOW });

  const now = new Date();
  expect((await onlyItem(owner, now)).state).toEqual({ kind: "available", isBack: true, left: 2 });
  const later = new Date(now.getTime() + 8 * DAY_MS);
  expect((await onlyItem(owner, later)).state).toMatchObject({ isBack: false });
});

test("a product that is no longer sold stays on the list and says so", async () => {
  const { owner, variantId } = await listOfOne();
  await changeProductOf(variantId, { is_visible: 0 });

  expect(await onlyItem(owner)).toMatchObject({ path: null, price: null, state: { kind: "not-for-sale" } });
});

test("a variant that has left the catalogue is named as it was saved", async () => {
  const { owner } = await listOfOne();
  await db().updateTable("saved_items").set({ variant_id: 999_999, variant_label: "Olive" }).execute();

  expect(await onlyItem(owner)).toMatchObject({ variantLabel: "Olive", state: { kind: "variant-gone" } });
});

test("an item that is in the cart as well is left out", async () => {
  const { owner, variantId } = await listOfOne();

  expect(await listSavedForLater(owner, await cartWith({ [variantId]: 1 }), NOW)).toEqual([]);
});

test("nobody moves or removes an item of another list", async () => {
  const { owner, savedId } = await listOfOne();

  expect(await moveToCart(guest(), { cartId: null, savedId }, NOW)).toMatchObject({ ok: false });
  expect(await removeSavedItem(guest(), savedId)).toBeNull();
  expect(await removeSavedItem(null, savedId)).toBeNull();
  expect(await listSavedForLater(owner, null, NOW)).toHaveLength(1);
});

test("at login both lists are joined: the larger quantity and the older date stay, and repeating changes nothing", async () => {
  const { customer } = await makeCustomer();
  const [owner, variantId, other] = [guest(), await parcelVariant(9), await parcelVariant(9, 1)];
  await saved({ customerId: customer.id }, variantId, 3, afterDays(-2));
  await saved(owner, variantId, 1);
  await saved(owner, other, 1);

  await joinSavedItems(customer.id, owner.listId);
  await joinSavedItems(customer.id, owner.listId);

  const items = await listSavedForLater({ customerId: customer.id }, null, NOW);
  expect(items.map((item) => [item.variantId, item.quantity])).toEqual([
    [other, 1],
    [variantId, 3],
  ]);
  expect(await listSavedForLater(owner, null, NOW)).toEqual([]);
});

test("the list holds 50 items, and the oldest leaves", async () => {
  const [owner, variantId, another] = [guest(), await parcelVariant(9), await parcelVariant(9, 1)];
  const row = {
    ...{ customer_id: null, list_id: owner.listId, product_id: 1, name: "Old", variant_label: null },
    ...{ quantity: 1, price_minor: 100, currency: "GBP", restocked_at: null },
    saved_at: afterDays(-1).toISOString(),
  };
  const rows = Array.from({ length: 49 }, (_, at) => ({ ...row, variant_id: 900_000 + at }));
  await db()
    .insertInto("saved_items")
    .values(rows.map((each) => ({ ...each, id: newId("saved") })))
    .execute();

  expect((await saved(owner, variantId)).isCut).toBe(false);
  expect((await saved(owner, another)).isCut).toBe(true);
  expect(await listSavedForLater(owner, null, NOW)).toHaveLength(50);
});

test("a guest's item is deleted after 90 days and a customer's is not", async () => {
  const { customer } = await makeCustomer();
  const { owner, variantId } = await listOfOne();
  await saved({ customerId: customer.id }, variantId);
  const owners = () => db().selectFrom("saved_items").select("customer_id").execute();

  await cleanUpSavedItems(afterDays(89));
  expect(await owners()).toHaveLength(2);
  expect(await listSavedForLater(owner, null, afterDays(91))).toEqual([]);
  await cleanUpSavedItems(afterDays(91));

  expect(await owners()).toEqual([{ customer_id: customer.id }]);
});
