/** The demo in a second currency: every price of the catalogue follows the market, and none of the other is seen. */
import { expect, test } from "vitest";

import { findCart, addToCart, priceCart } from "#app/models/cart/cart.server.ts";
import { listCatalogueProducts } from "#app/models/catalogue/products.server.ts";
import { findCategoryTree } from "#app/models/catalogue/category-tree.server.ts";
import { listProducts } from "#app/models/listing/listing.server.ts";
import { inMarket } from "#app/models/platform/market.server.ts";
import { evaluateCoupon } from "#app/models/coupon/coupon.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { db } from "#app/db/db.server.ts";
import { money } from "#app/models/shared/money.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { productId } from "#tests/support/shops/imported-catalogue.ts";

useTestDatabase();

const now = new Date();
const inEuros = <Value>(work: () => Promise<Value>) => inMarket({ currency: "EUR", locale: null }, work);

/** Every currency that stands anywhere in `value`. */
function currenciesIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(value, (key, field: unknown) => {
    if (key === "currency" && typeof field === "string") found.add(field);
    return field;
  });
  return found;
}

const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  store: findStore,
  "delivery rules": findDeliveryRules,
  products: () => listCatalogueProducts({ ids: null, isVisible: true, maximum: 250, withVariants: true }),
  "a list": () => listProducts({ scope: { kind: "all" }, sort: "price-asc", page: 1, now }),
};

test.each(Object.entries(reads))("%s: all amounts are in the currency of the market", async (_, read) => {
  // One after the other and back, so that a cache that mixes them is noticed.
  expect([...currenciesIn(await read())]).toEqual(["GBP"]);
  expect([...currenciesIn(await inEuros(read))]).toEqual(["EUR"]);
  expect([...currenciesIn(await read())]).toEqual(["GBP"]);
  expect(await inEuros(read)).toEqual(await inEuros(read));
});

test("a product costs what its price list says, reduced or not, and the list is sorted by that", async () => {
  const read = async (id: number) =>
    (await listCatalogueProducts({ ids: [id], isVisible: null, maximum: 1, withVariants: true }))[0];

  expect(await read(101)).toMatchObject({ price: money(5_400, "GBP"), salePrice: null });
  expect(await inEuros(() => read(101))).toMatchObject({
    price: money(6_300, "EUR"),
    salePrice: null,
    lowestPrice: money(6_300, "EUR"),
  });
  const cars = await productId("racing-cars");
  expect(await inEuros(() => read(cars))).toMatchObject({
    price: money(3_700, "EUR"),
    salePrice: money(3_000, "EUR"),
  });
  const page = await inEuros(() => listProducts({ scope: { kind: "all" }, sort: "price-asc", page: 1, now }));
  const prices = page.products.map(({ price }) => price.now.minor);
  expect(prices).toEqual([...prices].sort((one, other) => one - other));
});

test("the lowest price of 30 days is known by currency", async () => {
  const rows = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["lowest_price_before_minor", "lowest_prices_before"])
    .where("products.slug", "=", "racing-cars")
    .execute();

  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect([row.lowest_price_before_minor, row.lowest_prices_before]).toEqual([3_200, '{"EUR":3700}']);
});

test("settings and texts that name amounts follow", async () => {
  const [main, euro] = [await findStore(), await inEuros(findStore)];

  expect(main.delivery.freeStandardOver).toEqual(money(5_000, "GBP"));
  expect(euro.delivery.freeStandardOver).toEqual(money(6_000, "EUR"));
  expect([main.gift.wrapFee, euro.gift.wrapFee]).toEqual([money(450, "GBP"), money(500, "EUR")]);
  for (const { currencies } of [main, euro]) expect(currencies).toEqual(["GBP", "EUR"]);
  expect(JSON.stringify(euro)).not.toContain("£");
  expect(JSON.stringify(main)).not.toContain("€");
  expect((await findCategoryTree()).byPath.get("gifts/under-25")?.name).toBe("Under £25");
  expect((await inEuros(findCategoryTree)).byPath.get("gifts/under-25")?.name).toBe("Under €30");
});

test("a currency that the shop does not offer is none: everything is in its own", async () => {
  expect((await inMarket({ currency: "USD", locale: "fr" }, findStore)).currency).toBe("GBP");
});

/** A cart with one rainbow, in euros. */
async function cartInEuros() {
  const added = await inEuros(() => addToCart(null, [{ variantId: 5000, quantity: 1 }], now));
  if (!added.ok) throw new Error(added.code);
  return added.value.cart;
}

test("a cart is priced in the market with its coupon, and its row keeps the currency", async () => {
  const cart = await cartInEuros();
  const pricing = await inEuros(() => priceCart({ ...cart, couponCode: "FIVEROFF" }, { now }));

  expect(pricing.totals.discount).toEqual(money(600, "EUR"));
  expect([...currenciesIn(pricing)]).toEqual(["EUR"]);
  expect((await inEuros(() => findCart(cart.id)))?.formerCurrency).toBeNull();
  expect((await findCart(cart.id))?.formerCurrency).toBe("EUR");
  const row = await db().selectFrom("carts").select("currency").executeTakeFirstOrThrow();
  expect(row.currency).toBe("EUR");
});

test("the owner's code with an amount in pounds says so to who pays in euros", async () => {
  await db()
    .insertInto("coupons")
    .values({
      id: 990_001,
      ...{ code: "OWNERS5", name: "Five off", type: "fixed", amount: 500, minimum_spend_minor: null },
      ...{ starts_at: "2026-01-01T00:00:00.000Z", ends_at: null, max_uses: null, is_enabled: 1 },
      ...{ created_by: "owner", rules: JSON.stringify({ message_ok: "Done." }) },
    })
    .execute();
  const { id: cartId, lines } = await cartInEuros();
  const evaluate = () =>
    evaluateCoupon("OWNERS5", { cartId, lines, person: { customerId: null, email: null }, now });

  expect(await inEuros(evaluate)).toMatchObject({
    ok: false,
    code: "coupon-currency",
    detail: { currency: "pounds sterling" },
  });
  await db().deleteFrom("coupons").where("id", "=", 990_001).execute();
});
