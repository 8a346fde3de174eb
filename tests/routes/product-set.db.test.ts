import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { findMissingItems, findSetItems } from "#app/models/cart/set-items.server.ts";
import { replaces } from "#app/models/catalogue/product-kind.ts";
import { isCartId } from "#app/models/shared/ids.ts";
import { action } from "#app/routes/cart/cart.tsx";
import { loader } from "#app/routes/catalogue/product.tsx";
import { NOW } from "#tests/support/now.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const COT_BED = "/p/nursery-furniture/sleep/cot-beds/cot-bed";
/** In natural. */
const [BED, CHEST, WARDROBE] = [5089, 5098, 5101];

const SLATTED_COT = 5081;

const product = answering(loader);

async function setOn(path: string) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { "User-Agent": "Mozilla/5.0" } });
  const answer = await product({ request, params: {}, context: {} });
  return (
    (await answer.json()) as {
      setItems: ReadonlyArray<{ variantId: number; warnings: ReadonlyArray<string> }>;
    }
  ).setItems;
}

function addAll(items: string) {
  const headers = { "User-Agent": "Mozilla/5.0", "Content-Type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ intent: "add-all", items }).toString();
  const request = new Request("http://localhost:3000/cart", { method: "POST", headers, body });
  return action({ request, params: {}, context: {} });
}

async function onlyCart() {
  const row = await db().selectFrom("carts").select("id").executeTakeFirst();
  return isCartId(row?.id) ? findCart(row.id) : null;
}

test("the page of a cot bed shows its chest and wardrobe in its finish, with all their warnings", async () => {
  const items = await setOn(`${COT_BED}?variant=${BED}`);

  expect(items.map(({ variantId }) => variantId)).toEqual([CHEST, WARDROBE]);
  expect(items.every(({ warnings }) => warnings.length > 0)).toBe(true);
});

test("one form puts all three into the basket, which it then shows", async () => {
  const answer = await addAll(`${BED},${CHEST},${WARDROBE}`);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"]);
  const cart = await onlyCart();
  expect(cart?.lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
    [BED, 1],
    [CHEST, 1],
    [WARDROBE, 1],
  ]);
  expect(await findMissingItems(cart)).toBeNull();
});

test("if one is sold out none is added, and the page says so", async () => {
  await setStock(WARDROBE, 0);

  const answer = await addAll(`${BED},${CHEST},${WARDROBE}`);

  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: "insufficient-stock",
    explanation: expect.stringContaining("We have not added any of these items"),
  });
  expect(await onlyCart()).toBeNull();
});

test.each(["", "1;2", "1,2,3,4,5,6", "x"])("the list %j is refused", async (items) => {
  expect((await addAll(items)).status).toBe(404);
});

test("of no set a member is offered that something in the basket replaces", async () => {
  const rows = await db()
    .selectFrom("products")
    .innerJoin("variants", "variants.product_id", "products.id")
    .select(["products.id", "google_product_category", "is_toy", "details", "variants.id as variantId"])
    .where("products.is_visible", "=", 1)
    .orderBy("variants.position")
    .execute();
  const products = [...new Map(rows.toReversed().map((row) => [row.id, row])).values()];
  const pairs = products.flatMap((one) => {
    const { set = [] } = JSON.parse(one.details) as { set?: ReadonlyArray<{ product_id: number }> };
    const members = products.filter(({ id }) => set.some((member) => member.product_id === id));
    const rivals = products.filter((other) => members.some((member) => replaces(member, other)));
    return rivals.map((rival) => ({ one, rival }));
  });

  for (const { one, rival } of pairs) {
    for (const { variantId } of [one, rival]) await setStock(variantId, 2);
    const lines = [one, rival].map(({ variantId }) => ({ variantId, quantity: 1 }));
    const added = await addToCart(null, lines, NOW);
    const missing = await findMissingItems(added.ok ? added.value.cart : null);
    const offered = products.filter(({ id }) => missing?.items.some((item) => item.id === id));
    const names = [one.id, rival.id, ...offered.filter((each) => replaces(each, rival)).map(({ id }) => id)];
    expect([added.ok, names]).toEqual([true, [one.id, rival.id]]);
  }
  expect(pairs.length).toBeGreaterThan(1);
});

test("the basket says what the set lacks, and nothing for what has none", async () => {
  await setStock(WARDROBE, 4);
  const added = await addToCart(
    null,
    [
      { variantId: BED, quantity: 1 },
      { variantId: CHEST, quantity: 1 },
    ],
    NOW,
  );
  const missing = await findMissingItems(added.ok ? added.value.cart : null);
  expect(missing).toMatchObject({ of: "Cot Bed", items: [{ variantId: WARDROBE, isAvailable: true }] });

  await setStock(SLATTED_COT, 2);
  const beside = await addToCart(
    null,
    [
      { variantId: SLATTED_COT, quantity: 1 },
      { variantId: CHEST, quantity: 1 },
    ],
    NOW,
  );
  const offered = await findMissingItems(beside.ok ? beside.value.cart : null);
  expect(offered).toMatchObject({ of: "Chest of Drawers", items: [{ variantId: WARDROBE }] });
  expect(offered?.items).toHaveLength(1);

  const car = await addToCart(null, [{ variantId: 5000, quantity: 1 }], NOW);
  expect(await findMissingItems(car.ok ? car.value.cart : null)).toBeNull();
  expect(await findMissingItems(null)).toBeNull();
  expect(await findSetItems([], BED)).toEqual([]);
});
