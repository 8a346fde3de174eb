import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, deleteCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { findUsableCart } from "#app/models/cart/merge.server.ts";
import { lineProblem, type Cart } from "#app/models/cart/cart.ts";
import { setCartCurrency } from "#app/models/cart/cart-market.server.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { removeLine, setQuantity, stepQuantity } from "#app/models/cart/update-line.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { listAllQueries } from "#tests/support/checks/count-queries.ts";
import { cheapVariants, parcelVariant, setStock } from "#tests/support/people/checkout.ts";
import { FOREST, MUTED, SUNSET } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeProductOf } from "#tests/support/shops/product-changes.ts";

useTestDatabase();

const NOW = new Date("2026-11-23T10:00:00Z");
/** 34 of Rainbow Stacker in Muted are in stock, 6 to an order, and none in Forest. */
const ONE_MUTED = { variantId: MUTED, quantity: 1 };

/** Every add comes a little later than the one before. */
let adds = 0;

async function put(cartId: CartId | null, variantId: number, quantity: number) {
  adds += 1;
  const added = await addToCart(cartId, [{ variantId, quantity }], new Date(NOW.getTime() + adds));
  if (!added.ok) throw new Error(`${added.code} ${JSON.stringify(added.detail)}`);
  return { ...added.value, lineId: added.value.lineIds[0]! };
}

const variantsIn = (cart: Cart | null) => cart?.lines.map(({ variantId }) => variantId);

test("the first add creates a cart, which its id finds again", async () => {
  const added = await put(null, MUTED, 2);

  expect(added.created).toBe(true);
  expect(added.cart.id).toMatch(/^cart_[A-Za-z0-9_-]{22}$/);
  expect(await findCart(added.cart.id)).toEqual(added.cart);
  expect(await findUsableCart(added.cart.id, null)).toMatchObject({ count: 2 });
});

test("a line shows the catalogue's data, not what the request sent", async () => {
  const { cart } = await put(null, SUNSET, 1);

  const product = (await findProduct(101, NOW))!;
  const variant = product.variants.find(({ id }) => id === SUNSET)!;
  expect(cart.lines[0]).toMatchObject({
    productId: 101,
    name: product.name,
    variantLabel: "Sunset",
    path: `${product.path}?swatch=sunset`,
    price: variant.price,
    image: { file: variant.image.file, alt: variant.image.alt },
    ageText: product.ageText,
    warnings: product.warnings.map(({ text }) => text),
    available: 18,
    quantityMaximum: 6,
    isForSale: true,
    preorderReleaseAt: null,
  });
});

test("every variant that is for sale is added with its own price, stock, image and address", async () => {
  const rows = await db()
    .selectFrom("products")
    .select("id")
    .where("availability", "<>", "discontinued")
    .where("is_visible", "=", 1)
    .execute();
  for (const { id: productId } of rows) {
    const product = (await findProduct(productId, NOW))!;
    const { quantityMinimum: quantity, ageText, deliveryClass } = product;
    const variants = product.variants.filter(({ available }) => available >= quantity);
    const items = variants.map(({ id }) => ({ productId, variantId: id, quantity }));
    const added = await addToCart(null, items, NOW);

    expect(added.ok ? added.value.cart.lines : []).toMatchObject(
      variants.map(({ id, price, stock, available, image: { file } }) => ({
        ...{ variantId: id, price, stock, available, image: { file }, ageText, deliveryClass },
        path: expect.stringMatching(new RegExp(`^${product.path}`)) as string,
      })),
    );
  }
});

test("adding the same variant again increases its line", async () => {
  const { cart } = await put(null, MUTED, 2);

  const again = await put(cart.id, MUTED, 3);

  expect(again.created).toBe(false);
  expect(again.cart.lines.map(({ quantity }) => quantity)).toEqual([5]);
  expect(again.cart.version).toBe(cart.version + 1);
});

test("an unknown cart id is replaced: the items go into a new cart", async () => {
  const dead = newId("cart");

  const added = await put(dead, MUTED, 1);

  expect(added.created).toBe(true);
  expect(added.cart.id).not.toBe(dead);
  expect(added.cart.lines).toHaveLength(1);
});

test("a quantity above the stock is refused whole, with the stock that is left", async () => {
  const { cart } = await put(null, MUTED, 1);
  await setStock(MUTED, 3);

  const refusal = await addToCart(cart.id, [{ variantId: MUTED, quantity: 3 }], NOW);

  expect(refusal).toMatchObject({
    ok: false,
    code: "insufficient-stock",
    detail: { available: 3, requested: 3, inCart: 1 },
  });
  expect((await findCart(cart.id))?.lines[0]?.quantity).toBe(1);
});

test("either all items are added or none, and a refused first add leaves no empty cart", async () => {
  const items = [ONE_MUTED, { variantId: FOREST, quantity: 1 }];

  expect((await addToCart(null, items, NOW)).ok).toBe(false);
  expect(await db().selectFrom("carts").selectAll().execute()).toEqual([]);
  expect(await db().selectFrom("cart_lines").selectAll().execute()).toEqual([]);
});

test.each([
  [{ variantId: 1, quantity: 1 }, "variant-not-found"],
  [{ ...ONE_MUTED, productId: 102 }, "variant-not-found"],
  [{ variantId: MUTED, quantity: 0 }, "quantity-invalid"],
  [{ variantId: MUTED, quantity: 1e9 }, "quantity-too-large"],
  [{ variantId: MUTED, quantity: 7 }, "quantity-too-large"],
  [{ variantId: FOREST, quantity: 1 }, "insufficient-stock"],
])("%j is refused: %s", async (item, code) => {
  expect(await addToCart(null, [item], NOW)).toMatchObject({ ok: false, code });
});

test("a hidden product cannot be added", async () => {
  await changeProductOf(MUTED, { is_visible: 0 });

  expect(await addToCart(null, [ONE_MUTED], NOW)).toMatchObject({ ok: false, code: "not-for-sale" });
});

test("a cart holds fifty different items, and refuses the fifty-first", async () => {
  const items = (await cheapVariants(51)).map((variantId) => ({ variantId, quantity: 1 }));

  const full = await addToCart(null, items.slice(0, 50), NOW);

  if (!full.ok) throw new Error(full.code);
  expect(full.value.cart.lines).toHaveLength(50);
  expect(await addToCart(full.value.cart.id, items.slice(50), NOW)).toMatchObject({
    ok: false,
    code: "cart-full",
  });
});

test("a cart of fifty thousand pounds is accepted, and one above refused", async () => {
  await changeProductOf(MUTED, { price_minor: 2_500_000, sale_price_minor: null });
  const add = (quantity: number) => addToCart(null, [{ variantId: MUTED, quantity }], NOW);

  expect((await add(2)).ok).toBe(true);
  expect(await add(3)).toMatchObject({ ok: false, code: "cart-value-too-large" });
});

test("fifty concurrent adds of ten variants all count", async () => {
  const { cart } = await put(null, MUTED, 1);
  const others = (await cheapVariants(11, 5)).filter((id) => id !== MUTED).slice(0, 10);

  await Promise.all(Array.from({ length: 50 }, (_, index) => put(cart.id, others[index % 10]!, 1)));

  const after = await findCart(cart.id);
  const added = after?.lines.filter(({ variantId }) => variantId !== MUTED);
  expect(added?.map(({ quantity }) => quantity)).toEqual(Array(10).fill(5));
  expect(await findUsableCart(cart.id, null)).toMatchObject({ count: 51 });
  expect(after?.version).toBe(cart.version + 50);
});

test("a quantity can be set, increased and set to 0", async () => {
  const { cart, lineId } = await put(null, MUTED, 2);
  await put(cart.id, SUNSET, 1);

  const quantities = [];
  for (const change of [
    () => setQuantity(cart.id, { lineId, quantity: 5 }, NOW),
    () => stepQuantity(cart.id, { lineId, by: 1 }, NOW),
    () => stepQuantity(cart.id, { lineId, by: 1 }, NOW),
    () => stepQuantity(cart.id, { lineId, by: -1 }, NOW),
  ]) {
    const changed = await change();
    quantities.push(
      changed.ok ? changed.value.cart?.lines.find(({ id }) => id === lineId)?.quantity : changed.code,
    );
  }
  const gone = await setQuantity(cart.id, { lineId, quantity: 0 }, NOW);

  expect(quantities).toEqual([5, 6, "quantity-too-large", 5]);
  expect(gone.ok && gone.value.removed).toMatchObject({ variantId: MUTED, quantity: 5 });
  expect(gone.ok && variantsIn(gone.value.cart)).toEqual([SUNSET]);
});

test("the minus button corrects a line that exceeds the stock", async () => {
  const { cart, lineId } = await put(null, MUTED, 5);
  await setStock(MUTED, 2);

  const mended = await stepQuantity(cart.id, { lineId, by: -1 }, NOW);

  expect(mended.ok && mended.value.cart?.lines[0]?.quantity).toBe(2);
});

test("removing the last line deletes the cart", async () => {
  const { cart, lineId } = await put(null, MUTED, 1);

  const removed = await removeLine(cart.id, lineId, NOW);

  expect(removed.ok && removed.value).toMatchObject({ cart: null, removed: ONE_MUTED });
  expect(await findCart(cart.id)).toBeNull();
  expect(await findUsableCart(cart.id, null)).toMatchObject({ count: 0 });
});

test("a line of another cart cannot be changed", async () => {
  const mine = await put(null, MUTED, 1);
  const theirs = await put(null, SUNSET, 1);

  const answer = await removeLine(mine.cart.id, theirs.lineId, NOW);

  expect(answer).toMatchObject({ ok: false, code: "line-not-found" });
  expect(await findCart(theirs.cart.id)).toEqual(theirs.cart);
  expect((await findCart(mine.cart.id))?.version).toBe(mine.cart.version);
});

test("a cart that no longer exists refuses changes", async () => {
  const gone = { ok: false, code: "cart-not-found" };

  expect(await removeLine(newId("cart"), newId("line"), NOW)).toMatchObject(gone);
  expect(await setDelivery(newId("cart"), { postcode: "HR8 1AB" }, NOW)).toMatchObject(gone);
});

test("an item that was taken off sale is shown, costs nothing and can be removed", async () => {
  const { cart, lineId } = await put(null, MUTED, 1);
  const other = await parcelVariant(9, 6);
  await put(cart.id, other, 1);
  await changeProductOf(MUTED, { is_visible: 0 });

  const found = (await findCart(cart.id))!;
  const { totals } = await priceCart(found, { now: NOW });

  expect(found.lines.map((line) => [line.isForSale, lineProblem(line)])).toEqual([
    [false, "not-for-sale"],
    [true, null],
  ]);
  expect(totals.lines.map(({ variantId }) => variantId)).toEqual([other]);
  expect((await removeLine(cart.id, lineId, NOW)).ok).toBe(true);
});

test("a cart is priced at today's prices, not at those of the day of adding", async () => {
  const { cart } = await put(null, MUTED, 1);
  await changeProductOf(MUTED, { price_minor: 6000 });

  const { totals } = await priceCart((await findCart(cart.id))!, { now: NOW });

  expect(totals).toMatchObject({
    items: { minor: 6000 },
    delivery: { minor: 0 },
    total: { minor: 6000 },
    vat: { minor: 1000 },
  });
});

test("postcode and delivery option are stored with the cart, whose version stays, so that a started checkout continues", async () => {
  const { cart } = await put(null, MUTED, 1);

  await setDelivery(cart.id, { postcode: "iv11aa", method: "standard" }, NOW);
  const stored = (await findCart(cart.id))!;
  const pricing = await priceCart(stored, { now: NOW });

  expect(stored).toMatchObject({ deliveryPostcode: "IV1 1AA", version: cart.version });
  expect(pricing.zone).toMatchObject({ name: "Scottish Highlands and Islands", isEstimate: false });
  expect(pricing.chosen?.method).toBe("standard");
  expect(await setDelivery(cart.id, { postcode: "nowhere" }, NOW)).toMatchObject({
    ok: false,
    code: "postcode-invalid",
  });
});

test("a cart has one currency, and only another one is a change", async () => {
  const { cart } = await put(null, SUNSET, 1);

  expect(await setCartCurrency(cart.id, "GBP", NOW)).toBe(false);
  expect(await setCartCurrency(cart.id, "EUR", NOW)).toBe(true);
  expect(await setCartCurrency(newId("cart"), "EUR", NOW)).toBe(false);
  const rows = await db().selectFrom("carts").select("currency").where("id", "=", cart.id).execute();
  expect(rows).toEqual([{ currency: "EUR" }]);
});

test("a postcode can be removed, and a request without one preserves it", async () => {
  const { cart } = await put(null, MUTED, 1);
  await setDelivery(cart.id, { postcode: "IV1 1AA" }, NOW);

  await setDelivery(cart.id, { method: "collection" }, NOW);
  const stored = { deliveryPostcode: "IV1 1AA", deliveryMethod: "collection" };
  expect(await findCart(cart.id)).toMatchObject(stored);
  await setDelivery(cart.id, { postcode: "" }, NOW);
  expect(await findCart(cart.id)).toMatchObject({ ...stored, deliveryPostcode: null });
});

test("without a postcode delivery is estimated for the mainland", async () => {
  const { cart } = await put(null, MUTED, 1);

  const { zone, totals, amountToFreeShipping } = await priceCart(cart, { now: NOW });

  expect(zone).toEqual({
    name: "Mainland England, Wales and southern Scotland",
    note: null,
    isEstimate: true,
    place: { name: "mainland", inSentence: "the mainland" },
  });
  expect(totals.delivery).toEqual({ minor: 0, currency: "GBP" });
  expect(amountToFreeShipping?.minor).toBe(0);
});

test("deleting a cart deletes its lines, and deleting it again does nothing", async () => {
  const { cart } = await put(null, MUTED, 1);

  await deleteCart(cart.id);
  await deleteCart(cart.id);

  expect(await findCart(cart.id)).toBeNull();
  expect(await db().selectFrom("cart_lines").selectAll().execute()).toEqual([]);
});

test("adding reads the products once, however full the cart is", async () => {
  const { cart } = await put(null, MUTED, 1);
  const second = await listAllQueries(() => put(cart.id, SUNSET, 1));
  const [last, ...others] = (await cheapVariants(6)).filter((id) => id !== MUTED && id !== SUNSET);
  for (const id of others) await put(cart.id, id, 1);

  const eighth = await listAllQueries(() => put(cart.id, last!, 1));

  expect(eighth.length).toBe(second.length);
  expect(second.filter((text) => /from "products"|join "products"/.test(text))).toHaveLength(1);
  expect(second.filter((text) => /from "cart_lines"/.test(text))).toHaveLength(1);
});

test("the result of adding equals what is read afterwards, line by line and in order", async () => {
  const { cart } = await put(null, SUNSET, 1);
  await setDelivery(cart.id, { postcode: "GL5 1QN" }, NOW);
  const items = [ONE_MUTED, { variantId: SUNSET, quantity: 1 }, { variantId: MUTED, quantity: 2 }];

  const added = await addToCart(cart.id, items, new Date(NOW.getTime() + 60_000));

  if (!added.ok) throw new Error(added.code);
  const { cart: after, lineIds } = added.value;
  expect(after).toEqual(await findCart(cart.id));
  expect(after.lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    [SUNSET, 2],
    [MUTED, 3],
  ]);
  const [sunset, muted] = after.lines.map(({ id }) => id);
  expect(lineIds).toEqual([muted, sunset, muted]);
});
