import { expect, test } from "vitest";

import { addToCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { type Cart, lineProblem } from "#app/models/cart/cart.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import {
  joinSavedItems,
  listSavedForLater,
  moveToCart,
  saveForLater,
} from "#app/models/cart/saved-for-later.server.ts";
import { setQuantity } from "#app/models/cart/update-line.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { makeCustomer } from "#tests/support/people/customer/customer-mail.ts";
import { parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeProductOf, productOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

/** Noah's Ark: up to three in one order, three in stock. */
const ARK = 5031;

async function put(cartId: CartId | null, ...words: ReadonlyArray<string | null>): Promise<Cart> {
  const items = words.map((personalisation) => ({ variantId: ARK, quantity: 1, personalisation }));
  const added = await addToCart(cartId, items, NOW);
  if (!added.ok) throw new Error(added.code);
  return added.value.cart;
}

const textsIn = (cart: Cart | null) =>
  cart?.lines.map(({ personalisation, quantity }) => [personalisation?.text ?? null, quantity]);

/** Changes what the catalogue says about words on the ark, until the test ends. */
async function setRules(changes: object | null): Promise<void> {
  const { details } = await productOf(ARK);
  const parsed = JSON.parse(details) as { personalisation: object };
  const personalisation = changes && { ...parsed.personalisation, ...changes };
  await changeProductOf(ARK, { details: JSON.stringify({ ...parsed, personalisation }) });
}

test("other words are another line, and the same words are the same", async () => {
  const cart = await put(null, "Ida", "Tom", null);
  expect(textsIn(cart)).toEqual([
    ["Ida", 1],
    ["Tom", 1],
    [null, 1],
  ]);
  expect(cart.lines.map(({ variantLabel }) => variantLabel)).toEqual([
    "Engraving: “Ida”",
    "Engraving: “Tom”",
    null,
  ]);
  const again = await put(null, "Ida", " Ida ");
  expect(textsIn(again)).toEqual([["Ida", 2]]);
});

test("the lines of one variant share its stock and its limit", async () => {
  const cart = await put(null, "Ida", "Tom");
  expect(cart.lines.map(({ quantityMaximum }) => quantityMaximum)).toEqual([2, 2]);
  expect(cart.lines.map(({ quantityMinimum }) => quantityMinimum)).toEqual([1, 1]);
  const lineId = cart.lines[0]!.id;
  const tooMany = { code: "quantity-too-large" };

  expect((await setQuantity(cart.id, { lineId, quantity: 2 }, NOW)).ok).toBe(true);
  expect(await setQuantity(cart.id, { lineId, quantity: 3 }, NOW)).toMatchObject(tooMany);
  const fourth = [{ variantId: ARK, quantity: 1, personalisation: "Zoe" }];
  expect(await addToCart(cart.id, fourth, NOW)).toMatchObject(tooMany);

  await setStock(ARK, 2);
  const short = await findCart(cart.id);
  expect(short?.lines.map(lineProblem)).toEqual([null, "insufficient-stock"]);
});

test("the lines of one variant share its smallest quantity", async () => {
  const cart = await put(null, "Ida", "Tom");
  await changeProductOf(ARK, { order_quantity_minimum: 3 });

  const lines = (await findCart(cart.id))?.lines ?? [];

  expect(lines.map(({ quantityMinimum }) => quantityMinimum)).toEqual([2, 2]);
  expect(lines.map(lineProblem)).toEqual(["quantity-too-small", "quantity-too-small"]);
});

test("a unit costs the variant's price and the engraving's, in every sum", async () => {
  await setRules({ price: 450 });
  const cart = await put(null, "Ida", null);
  const [engraved, plain] = cart.lines;
  expect(engraved!.price.now.minor).toBe(plain!.price.now.minor + 450);
  const { totals } = await priceCart(cart, { now: NOW });
  expect(totals.items.minor).toBe(2 * plain!.price.now.minor + 450);
});

test("an engraving makes the delivery two working days later, for what travels with it", async () => {
  const [plain, engraved] = [await put(null, null), await put(null, "Ida", null)];
  const whenOf = async (cart: Cart) => (await priceCart(cart, { now: NOW })).chosen?.consignments[0];
  const [soon, later] = [await whenOf(plain), await whenOf(engraved)];
  expect(Date.parse(later!.from!) - Date.parse(soon!.from!)).toBeGreaterThanOrEqual(2 * 86_400_000);
});

test("words are refused where the product has none, and by the product's own rules", async () => {
  const add = (variantId: number, personalisation: string) =>
    addToCart(null, [{ variantId, quantity: 1, personalisation }], NOW);
  const other = await parcelVariant(9);
  expect(await add(other, "Ida")).toMatchObject({ code: "personalisation-not-offered" });
  expect(await add(ARK, "x".repeat(25))).toMatchObject({ code: "personalisation-too-long" });
});

test("a line stays with its words but cannot be bought once the product offers none", async () => {
  const cart = await put(null, "Ida");
  await setRules(null);

  const left = await findCart(cart.id);
  expect(left?.lines).toMatchObject([{ isForSale: false, variantLabel: "Words: “Ida”" }]);
});

test("the words are saved for later, joined at login and moved back", async () => {
  const listId = newId("savedlist");
  const { customer } = await makeCustomer();
  for (const words of ["Ida", "Tom"]) {
    const cart = await put(null, words);
    expect((await saveForLater({ listId }, { cartId: cart.id, lineId: cart.lines[0]!.id }, NOW)).ok).toBe(
      true,
    );
  }
  await joinSavedItems(customer.id, listId);

  const owner = { customerId: customer.id };
  const items = await listSavedForLater(owner, null, NOW);
  expect(items.map(({ variantLabel }) => variantLabel).sort()).toEqual([
    "Engraving: “Ida”",
    "Engraving: “Tom”",
  ]);
  const ida = items.find(({ variantLabel }) => variantLabel?.includes("Ida"))!;
  const moved = await moveToCart(owner, { cartId: null, savedId: ida.id }, NOW);
  expect(moved.ok && textsIn(moved.value.cart)).toEqual([["Ida", 1]]);
  // The other words are another item, and stay on the list.
  expect(await listSavedForLater(owner, moved.ok ? moved.value.cart : null, NOW)).toHaveLength(1);
});

test("at login the carts are merged line by line, up to what there is of the variant", async () => {
  const { customer } = await makeCustomer();
  const older = await put(null, "Ida", "Tom");
  await mergeGuestCart(customer.id, older.id, NOW);
  const guest = await put(null, "Ida", null);

  const { cartId } = await mergeGuestCart(customer.id, guest.id, NOW);

  const cart = await findCart(cartId!);
  expect(textsIn(cart)).toEqual(expect.arrayContaining([["Ida", 2]]));
  expect(cart?.lines.find(({ personalisation }) => personalisation === null)?.quantity).toBe(1);
});
