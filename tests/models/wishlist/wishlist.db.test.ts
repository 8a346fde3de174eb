import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { listCompared } from "#app/models/catalogue/compare.server.ts";
import { compareRows } from "#app/models/catalogue/compare.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { listFavouriteCards } from "#app/models/wishlist/cards.server.ts";
import {
  adoptCopy,
  cleanUpSharedLists,
  findCustomerShare,
  findSharedFavourites,
  shareCopy,
  shareOwnList,
  stopSharingCopy,
  stopSharingOwnList,
} from "#app/models/wishlist/shared-wishlist.server.ts";
import {
  addFavourites,
  cleanUpFavourites,
  listFavourites,
  removeFavourite,
  restoreFavourite,
  saveFavourite,
} from "#app/models/wishlist/wishlist.server.ts";
import { CUSTOMER_FAVOURITES_MAX } from "#app/models/wishlist/wishlist.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const NOW = new Date("2026-11-21T12:00:00.000Z");
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const one = (productId: number, variantId: number | null = null) => ({ productId, variantId });

async function someProducts(count: number): Promise<ReadonlyArray<number>> {
  const rows = await db()
    .selectFrom("products")
    .select("id")
    .where("is_visible", "=", 1)
    .orderBy("id")
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}

async function idsOf(customerId: CustomerId): Promise<ReadonlyArray<number>> {
  return (await listFavourites(customerId)).map(({ productId }) => productId);
}

/** A variant of the rainbow, product 101. */
async function rainbowVariant(key: string): Promise<number> {
  const rows = await rowsOf("variants", { product_id: 101 });
  const row = rows.find(({ options }) => options.includes(`"${key}"`));
  if (!row) throw new Error(key);
  return row.id;
}

test("a customer's wishlist has the latest first, and saving again moves a product to the front with its new variant", async () => {
  const { id } = await newCustomer();
  const [a = 0, b = 0] = (await someProducts(5)).slice(3);
  const sunset = await rainbowVariant("sunset");

  for (const favourite of [one(101), one(a), one(b), one(101, sunset)])
    await saveFavourite(id, favourite, NOW);

  expect((await listFavourites(id)).map(({ productId, variantId }) => [productId, variantId])).toEqual([
    [101, sunset],
    [b, null],
    [a, null],
  ]);
});

test("an unknown product is not saved, and a variant of another product is ignored", async () => {
  const { id } = await newCustomer();
  const sunset = await rainbowVariant("sunset");

  expect(await saveFavourite(id, one(999_999), NOW)).toMatchObject({ ok: false, code: "product-not-found" });
  expect(await saveFavourite(id, one(102, sunset), NOW)).toMatchObject({ ok: true });

  expect(await listFavourites(id)).toMatchObject([one(102)]);
});

test("a guest's list is merged once, in its order and before the saved one, also in twenty concurrent logins", async () => {
  const { id } = await newCustomer();
  const [a = 0, b = 0, c = 0, d = 0] = await someProducts(4);
  await saveFavourite(id, one(a), NOW);
  await saveFavourite(id, one(b), NOW);

  const joined = await Promise.all(
    Array.from({ length: 20 }, () => addFavourites(id, [one(c), one(a), one(d)], NOW)),
  );

  expect(joined.map((done) => done.ok && done.value).sort()).toEqual([...Array<number>(19).fill(0), 2]);
  expect(await idsOf(id)).toEqual([c, d, b, a]);
});

test("beyond the limit of an account the oldest products are dropped", async () => {
  const { id } = await newCustomer();
  const products = await someProducts(CUSTOMER_FAVOURITES_MAX + 3);
  const [first = 0, ...others] = products;
  const full = others.slice(0, CUSTOMER_FAVOURITES_MAX).map((each) => one(each));
  await addFavourites(id, full, NOW);
  const before = await idsOf(id);

  await saveFavourite(id, one(first), NOW);

  const expected = [first, ...before].slice(0, CUSTOMER_FAVOURITES_MAX);
  expect(await idsOf(id)).toEqual(expected);
});

test("a removed product can be restored with its place and price for a day, and is then deleted", async () => {
  const { id } = await newCustomer();
  for (const product of [101, 102, 103]) await saveFavourite(id, one(product), NOW);
  await changeRows("favourites", { product_id: 102 }, { price_minor: 9_900 });

  await removeFavourite(id, 102, NOW);
  expect(await idsOf(id)).toEqual([103, 101]);
  await cleanUpFavourites(later(0.5));
  await restoreFavourite(id, 102);
  expect(await idsOf(id)).toEqual([103, 102, 101]);
  expect((await listFavourites(id))[1]?.savedPrice?.minor).toBe(9_900);

  await removeFavourite(id, 102, NOW);
  await cleanUpFavourites(later(2));
  await restoreFavourite(id, 102);
  expect(await idsOf(id)).toEqual([103, 101]);
});

test("a card shows the chosen variant and its price drop, and stays when it is sold out", async () => {
  const { id } = await newCustomer();
  const forest = await rainbowVariant("forest");
  await saveFavourite(id, one(101, forest), NOW);
  const [saved] = await listFavourites(id);
  const dearer = (saved?.savedPrice?.minor ?? 0) + 500;
  await changeRows("favourites", {}, { price_minor: dearer });

  const [card] = await listFavouriteCards(await listFavourites(id), NOW);

  expect(card).toMatchObject({
    variantId: forest,
    variantLabel: "Forest",
    saving: { minor: 500 },
    product: { stock: "out-of-stock" },
  });
  expect(card?.product.path).toMatch(/rainbow-stacker\?swatch=forest$/);
});

test("a list's cards take as many queries as its first card, and its rows take one", async () => {
  const { id } = await newCustomer();
  const products = await someProducts(40);
  const sunset = one(101, await rainbowVariant("sunset"));
  await addFavourites(id, [sunset, ...products.map((each) => one(each))], NOW);
  await findStore();
  const list = await listFavourites(id);
  // After a change, so that all of it is read.
  const afterChange = async (some: typeof list) => {
    await bumpCatalogueVersion();
    return countQueries(() => listFavouriteCards(some, NOW));
  };

  expect(await countQueries(() => listFavourites(id))).toBe(1);
  expect(await afterChange(list)).toBe(await afterChange(list.slice(0, 1)));
});

test("an account's link shows the current list, stays the same when shared again, and can be revoked", async () => {
  const { id } = await newCustomer();
  expect(await shareOwnList(id, NOW)).toMatchObject({ ok: false, code: "favourites-empty" });
  await saveFavourite(id, one(101), NOW);

  const made = await Promise.all(Array.from({ length: 8 }, () => shareOwnList(id, NOW)));
  const links = new Set(made.map((done) => (done.ok ? done.value : null)));
  const [link] = links;
  if (!link) throw new Error("No link");
  expect(links.size).toBe(1);

  await saveFavourite(id, one(102), NOW);
  expect(await findSharedFavourites(link, later(400))).toMatchObject([one(102), one(101)]);
  await stopSharingOwnList(id);
  expect(await findSharedFavourites(link, NOW)).toBeNull();
});

test("a guest's link shows a copy that only its own browser can refresh and revoke", async () => {
  const { id } = await newCustomer();
  const made = await shareCopy([one(101), one(102, 7)], null, NOW);
  if (!made.ok) throw new Error(made.code);

  expect(await findSharedFavourites(made.value, NOW)).toEqual([one(101), one(102, 7)]);
  expect(await shareCopy([one(103)], made.value, NOW)).toEqual(made);
  expect(await findSharedFavourites(made.value, NOW)).toEqual([one(103)]);
  expect(await findSharedFavourites(made.value, later(91))).toBeNull();

  await adoptCopy(id, made.value);
  await stopSharingCopy(made.value);
  expect(await findCustomerShare(id, NOW)).toMatchObject({ id: made.value, kind: "copy" });
  await cleanUpSharedLists(later(91));
  expect(await findCustomerShare(id, NOW)).toBeNull();
});

test("a pram beside a puzzle: every row has a value, with as many queries as for one product", async () => {
  const pram = await rowOf("products", { slug: "carrycot-pram" });
  const ids = [101, pram.id, 102];
  await listCompared([101], NOW);

  const products = await listCompared(ids, NOW);
  const rows = compareRows(products);

  expect(products.map(({ card }) => card.id)).toEqual(ids);
  expect(rows.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Age", "Dimensions", "Folded", "Delivery", "Compatible with"]),
  );
  expect(rows.filter(({ cells }) => cells.every((cell) => cell === null))).toEqual([]);
  expect(await countQueries(() => listCompared(ids, NOW))).toBe(
    await countQueries(() => listCompared([101], NOW)),
  );
});
