import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, countCartItems, deleteCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { lineProblem } from "#app/models/cart/cart.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { removeLine, setQuantity, stepQuantity } from "#app/models/cart/update-line.server.ts";
import { findProduct } from "#app/models/catalogue/product.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { listAllQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NOW = new Date("2026-11-23T10:00:00Z");
/** Rainbow Stacker in Muted (34 in stock, 6 to an order), Sunset and Forest (none). */
const MUTED = 5000;
const SUNSET = 5001;
const FOREST = 5002;

test("the first add creates a cart, which its id finds again", async () => {
  const added = await put(null, MUTED, 2);

  expect(added.created).toBe(true);
  expect(added.cart.id).toMatch(/^cart_[A-Za-z0-9_-]{22}$/);
  expect(await findCart(added.cart.id)).toEqual(added.cart);
  expect(await countCartItems(added.cart.id)).toBe(2);
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
  for (const { id } of rows) {
    const product = (await findProduct(id, NOW))!;
    const variants = product.variants.filter(({ available }) => available >= product.quantityMinimum);
    const items = variants.map((variant) => ({
      productId: id,
      variantId: variant.id,
      quantity: product.quantityMinimum,
    }));
    const added = await addToCart(null, items, NOW);
    for (const [index, variant] of variants.entries()) {
      const line = (added.ok ? added.value.cart.lines[index] : undefined)!;

      expect(line.variantId).toBe(variant.id);
      expect({
        ...line.price,
        stock: line.stock,
        available: line.available,
        file: line.image.file,
      }).toEqual({
        ...variant.price,
        stock: variant.stock,
        available: variant.available,
        file: variant.image.file,
      });
      expect(line.ageText).toBe(product.ageText);
      expect(line.deliveryClass).toBe(product.deliveryClass);
      expect(line.path.startsWith(product.path)).toBe(true);
    }
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

test("a refused first add leaves no empty cart", async () => {
  await addToCart(null, [{ variantId: FOREST, quantity: 1 }], NOW);

  expect(await db().selectFrom("carts").selectAll().execute()).toEqual([]);
});

test("either all items are added or none", async () => {
  const items = [
    { variantId: MUTED, quantity: 1 },
    { variantId: FOREST, quantity: 1 },
  ];

  expect((await addToCart(null, items, NOW)).ok).toBe(false);
  expect(await db().selectFrom("cart_lines").selectAll().execute()).toEqual([]);
});

test.each([
  [{ variantId: 1, quantity: 1 }, "variant-not-found"],
  [{ variantId: MUTED, productId: 102, quantity: 1 }, "variant-not-found"],
  [{ variantId: MUTED, quantity: 0 }, "quantity-invalid"],
  [{ variantId: MUTED, quantity: -1 }, "quantity-invalid"],
  [{ variantId: MUTED, quantity: 1.5 }, "quantity-invalid"],
  [{ variantId: MUTED, quantity: 1e9 }, "quantity-too-large"],
  [{ variantId: MUTED, quantity: 7 }, "quantity-too-large"],
  [{ variantId: FOREST, quantity: 1 }, "insufficient-stock"],
])("%j is refused: %s", async (item, code) => {
  expect(await addToCart(null, [item], NOW)).toMatchObject({ ok: false, code });
});

test("a hidden or discontinued product cannot be added", async () => {
  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", 101).execute();

  const refusal = await addToCart(null, [{ variantId: MUTED, quantity: 1 }], NOW);

  await db().updateTable("products").set({ is_visible: 1 }).where("id", "=", 101).execute();
  expect(refusal).toMatchObject({ ok: false, code: "not-for-sale" });
});

test("a cart holds fifty different items, and refuses the fifty-first", async () => {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.is_visible", "=", 1)
    .where("products.availability", "=", "available")
    .where("products.order_quantity_minimum", "=", 1)
    .where("variants.on_hand", ">", 0)
    .where("products.price_minor", "<", 20_000)
    .orderBy("variants.id")
    .limit(51)
    .execute();
  const items = rows.map(({ id }) => ({ variantId: id, quantity: 1 }));
  expect(items).toHaveLength(51);

  const full = await addToCart(null, items.slice(0, 50), NOW);

  expect(full.ok && full.value.cart.lines.length).toBe(50);
  expect(await addToCart(full.ok ? full.value.cart.id : null, items.slice(50), NOW)).toMatchObject({
    ok: false,
    code: "cart-full",
  });
});

test("a cart above fifty thousand pounds is refused", async () => {
  await db()
    .updateTable("products")
    .set({ price_minor: 4_000_000, sale_price_minor: null })
    .where("id", "=", 101)
    .execute();

  const one = await addToCart(null, [{ variantId: MUTED, quantity: 1 }], NOW);
  const two = await addToCart(null, [{ variantId: MUTED, quantity: 2 }], NOW);

  await db().updateTable("products").set({ price_minor: 5400 }).where("id", "=", 101).execute();
  expect(one.ok).toBe(true);
  expect(two).toMatchObject({ ok: false, code: "cart-value-too-large" });
});

test("fifty concurrent adds of ten variants all count", async () => {
  const { cart } = await put(null, MUTED, 1);
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.order_quantity_maximum", ">=", 6)
    .where("products.is_visible", "=", 1)
    .where("products.availability", "=", "available")
    .where("variants.on_hand", ">=", 10)
    .where("variants.id", "<>", MUTED)
    .limit(10)
    .execute();
  expect(rows).toHaveLength(10);

  await Promise.all(Array.from({ length: 50 }, (_, index) => put(cart.id, rows[index % 10]!.id, 1)));

  const after = await findCart(cart.id);
  expect(after?.lines.filter(({ variantId }) => variantId !== MUTED).map(({ quantity }) => quantity)).toEqual(
    Array(10).fill(5),
  );
  expect(await countCartItems(cart.id)).toBe(51);
  expect(after?.version).toBe(cart.version + 50);
});

test("a quantity can be set, increased and set to 0", async () => {
  const { cart, lineIds } = await put(null, MUTED, 2);
  const lineId = lineIds[0]!;
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
  expect(gone.ok && gone.value.cart?.lines.map(({ variantId }) => variantId)).toEqual([SUNSET]);
});

test("the minus button corrects a line that exceeds the stock", async () => {
  const { cart, lineIds } = await put(null, MUTED, 5);
  await setStock(MUTED, 2);

  const mended = await stepQuantity(cart.id, { lineId: lineIds[0]!, by: -1 }, NOW);

  expect(mended.ok && mended.value.cart?.lines[0]?.quantity).toBe(2);
});

test("removing the last line deletes the cart", async () => {
  const { cart, lineIds } = await put(null, MUTED, 1);

  const removed = await removeLine(cart.id, lineIds[0]!, NOW);

  expect(removed.ok && removed.value).toMatchObject({
    cart: null,
    removed: { variantId: MUTED, quantity: 1 },
  });
  expect(await findCart(cart.id)).toBeNull();
  expect(await countCartItems(cart.id)).toBe(0);
});

test("a line of another cart cannot be changed", async () => {
  const mine = await put(null, MUTED, 1);
  const theirs = await put(null, SUNSET, 1);

  const answer = await removeLine(mine.cart.id, theirs.lineIds[0]!, NOW);

  expect(answer).toMatchObject({ ok: false, code: "line-not-found" });
  expect(await findCart(theirs.cart.id)).toEqual(theirs.cart);
  expect((await findCart(mine.cart.id))?.version).toBe(mine.cart.version);
});

test("changing the delivery leaves the cart's version as it is, so that a started checkout continues", async () => {
  const { cart } = await put(null, MUTED, 1);

  await setDelivery(cart.id, { postcode: "HR8 1AB", method: "standard" }, NOW);

  expect((await findCart(cart.id))?.version).toBe(cart.version);
});

test("a cart that no longer exists refuses changes", async () => {
  expect(await removeLine(newId("cart"), newId("line"), NOW)).toMatchObject({
    ok: false,
    code: "cart-not-found",
  });
  expect(await setDelivery(newId("cart"), { postcode: "HR8 1AB" }, NOW)).toMatchObject({
    ok: false,
    code: "cart-not-found",
  });
});

test("an item that was taken off sale is shown, costs nothing and can be removed", async () => {
  const { cart, lineIds } = await put(null, MUTED, 1);
  await put(cart.id, await otherVariant(), 1);
  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", 101).execute();
  await bumpCatalogueVersion();

  const found = (await findCart(cart.id))!;
  const { totals } = await priceCart(found, { now: NOW });
  const removed = await removeLine(cart.id, lineIds[0]!, NOW);

  await db().updateTable("products").set({ is_visible: 1 }).where("id", "=", 101).execute();
  await bumpCatalogueVersion();
  expect(found.lines.map((line) => [line.isForSale, lineProblem(line)])).toEqual([
    [false, "not-for-sale"],
    [true, null],
  ]);
  expect(totals.lines.map(({ variantId }) => variantId)).toEqual([found.lines[1]!.variantId]);
  expect(removed.ok).toBe(true);
});

test("a cart is priced at today's prices, not at those of the day of adding", async () => {
  const { cart } = await put(null, MUTED, 1);
  await db().updateTable("products").set({ price_minor: 6000 }).where("id", "=", 101).execute();

  const { totals } = await priceCart((await findCart(cart.id))!, { now: NOW });

  await db().updateTable("products").set({ price_minor: 5400 }).where("id", "=", 101).execute();
  expect(totals).toMatchObject({
    items: { minor: 6000 },
    delivery: { minor: 0 },
    total: { minor: 6000 },
    vat: { minor: 1000 },
  });
});

test("postcode and delivery option are stored with the cart", async () => {
  const { cart } = await put(null, MUTED, 1);

  const stored = await setDelivery(cart.id, { postcode: "iv11aa", method: "standard" }, NOW);
  const pricing = await priceCart((await findCart(cart.id))!, { now: NOW });

  expect(stored.ok && stored.value.deliveryPostcode).toBe("IV1 1AA");
  expect(pricing.zone).toMatchObject({ name: "Scottish Highlands and Islands", isEstimate: false });
  expect(pricing.chosen?.method).toBe("standard");
  expect(await setDelivery(cart.id, { postcode: "nowhere" }, NOW)).toMatchObject({
    ok: false,
    code: "postcode-invalid",
  });
});

test("a postcode can be removed, and a request without one preserves it", async () => {
  const { cart } = await put(null, MUTED, 1);
  await setDelivery(cart.id, { postcode: "IV1 1AA" }, NOW);

  await setDelivery(cart.id, { method: "collection" }, NOW);
  const stored = await findCart(cart.id);
  await setDelivery(cart.id, { postcode: "" }, NOW);
  const forgotten = await findCart(cart.id);

  expect([stored?.deliveryPostcode, stored?.deliveryMethod]).toEqual(["IV1 1AA", "collection"]);
  expect([forgotten?.deliveryPostcode, forgotten?.deliveryMethod]).toEqual([null, "collection"]);
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

/** Every add comes a little later than the one before. */
let adds = 0;

async function put(cartId: CartId | null, variantId: number, quantity: number) {
  adds += 1;
  const added = await addToCart(cartId, [{ variantId, quantity }], new Date(NOW.getTime() + adds));
  if (!added.ok) throw new Error(`${added.code} ${JSON.stringify(added.detail)}`);
  return added.value;
}

/** A variant of another product, in stock. */
async function otherVariant(): Promise<number> {
  const row = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select("variants.id")
    .where("products.id", "<>", 101)
    .where("products.availability", "=", "available")
    .where("variants.on_hand", ">", 5)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function setStock(variantId: number, onHand: number) {
  await db()
    .updateTable("variants")
    .set({ on_hand: onHand, reserved: 0 })
    .where("id", "=", variantId)
    .execute();
}

test("adding reads the products once, however full the cart is", async () => {
  const { cart } = await put(null, MUTED, 1);
  const second = await listAllQueries(() => put(cart.id, SUNSET, 1));
  const others = (
    await db().selectFrom("variants").select("id").where("on_hand", ">", 5).limit(6).execute()
  ).filter(({ id }) => id !== MUTED && id !== SUNSET);
  for (const { id } of others.slice(1)) await addToCart(cart.id, [{ variantId: id, quantity: 1 }], NOW);

  const eighth = await listAllQueries(() =>
    addToCart(cart.id, [{ variantId: others[0]!.id, quantity: 1 }], NOW),
  );

  expect(eighth.length).toBe(second.length);
  expect(second.filter((text) => /from "products"|join "products"/.test(text))).toHaveLength(1);
  expect(second.filter((text) => /from "cart_lines"/.test(text))).toHaveLength(1);
});

test("the result of adding equals what is read afterwards, line by line and in order", async () => {
  const later = new Date(NOW.getTime() + 60_000);
  const { cart } = await put(null, SUNSET, 1);
  await setDelivery(cart.id, { postcode: "GL5 1QN" }, NOW);
  const added = await addToCart(
    cart.id,
    [
      { variantId: MUTED, quantity: 1 },
      { variantId: SUNSET, quantity: 1 },
      { variantId: MUTED, quantity: 2 },
    ],
    later,
  );

  if (!added.ok) throw new Error(added.code);
  expect(added.value.cart).toEqual(await findCart(cart.id));
  expect(added.value.cart.lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    [SUNSET, 2],
    [MUTED, 3],
  ]);
  expect(added.value.lineIds).toEqual(
    [MUTED, SUNSET, MUTED].map((id) => added.value.cart.lines.find(({ variantId }) => variantId === id)!.id),
  );
});
