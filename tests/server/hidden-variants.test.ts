/** No address of the shop, feed or API says anything about a hidden variant, and nobody can buy it. */
import { beforeAll, expect, test } from "vitest";

import type { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const STACKERS = "/c/wooden-toys/building-and-stacking/stackers";
const HIDDEN = 100_000_001;

/** What would give the hidden variant away: its id, number, barcode, label, key, price and colour. */
const TRACES = /100000001|ZNZ-0777|0200000777777|zanzibar|7\.77\b|\b777\b|#0777aa/i;

/** A hidden variant of the rainbow, with stock, and cheaper than the others. */
function hideOne(database: SqliteDatabase): void {
  database.exec(`
    INSERT INTO product_option_values (option_id, key, label, hex, position, created_by, is_visible)
      VALUES (1011, 'zanzibar', 'Zanzibar', '#0777aa', 9, 'desk', 0);
    INSERT INTO variants (id, product_id, sku, gtin, label, options, price_minor, on_hand, image, position,
        created_by, is_visible)
      VALUES (${HIDDEN}, 101, 'ZNZ-0777', '0200000777777', 'Zanzibar', '{"Colour":"zanzibar"}', 777, 50,
        'products/rainbow-stacker-1.jpg', 9, 'desk', 0);
    INSERT INTO stock_history (variant_id, quantity_before, quantity_after, reason, created_at)
      VALUES (${HIDDEN}, 0, 50, 'received', '2999-01-01T00:00:00.000Z')`);
}

const shop = useShop({ prepare: hideOne });
let shopper: Shopper;

beforeAll(() => {
  shopper = new Shopper(shop.origin);
});

/** Further addresses of lists, the search, feeds and the API. */
const MORE = [
  ...[`${RAINBOW}?image=1`, "/api/products", "/api/products?id:in=101", "/sitemaps/pages.xml"],
  ...[`${STACKERS}?sort=price-asc`, `${STACKERS}?sort=price-desc`, "/c/wooden-toys?max=8"],
  ...["/search?q=rainbow", "/search-suggestions?q=rainbow", "/c/back-in-stock", "/compare?ids=101"],
] as const;

test("no address says anything about it", async () => {
  const samples = Object.values(SAMPLES).flat();
  const addresses = [...samples.map(({ at }) => at), ...MORE].filter((at) => !at.includes("{"));
  const found: Array<string> = [];
  for (const at of addresses) {
    const { body, status } = await shopper.get(at);
    if (status >= 500) found.push(`${at}: ${status}`);
    const trace = TRACES.exec(body);
    if (trace) found.push(`${at}: ${body.slice(Math.max(0, trace.index - 60), trace.index + 40)}`);
  }
  expect(addresses.length).toBeGreaterThan(150);
  expect(found).toEqual([]);
});

test("its words find nothing, and its address shows what is for sale", async () => {
  for (const query of ["zanzibar", "ZNZ-0777"]) {
    const { body } = await shopper.get(`/search?q=${query}`);
    expect(body, query).not.toContain("/rainbow-stacker");
  }
  const plain = (await shopper.get(RAINBOW)).body;
  for (const query of [`?variant=${HIDDEN}`, "?swatch=zanzibar", `?swatch=${HIDDEN}`]) {
    const { body } = await shopper.get(`${RAINBOW}${query}`);
    expect(body, query).toContain("In stock in Muted");
    expect(body, query).not.toMatch(/\b7\.77\b|ZNZ-|0777aa|"minor":777\b/);
  }
  expect(plain).toContain("In stock in Muted");
});

test("nobody can add it to a cart, wait for it, or list it as a gift", async () => {
  const visitor = new Shopper(shop.origin);
  expect((await addToBasket(visitor, HIDDEN)).status).toBe(409);
  const chosen = { intent: "add", productId: "101", "option-1011": "zanzibar", quantity: "1" };
  expect((await visitor.post("/cart", chosen)).status).toBeGreaterThanOrEqual(400);
  const cart = await visitor.post("/cart", { intent: "add", variantId: "5000", quantity: "1" });
  expect(cart.status).toBe(303);
  expect((await visitor.get("/cart")).body).not.toMatch(TRACES);
  expect((await visitor.get(`/stock-alerts?variant=${HIDDEN}`)).status).toBe(404);
  expect((await visitor.get(`/gift-lists/add?variant=${HIDDEN}`)).status).toBe(404);
});

test("a cart that holds one that is hidden since shows it, and it cannot be ordered", async () => {
  const visitor = new Shopper(shop.origin);
  await addToBasket(visitor, 5001);
  withDatabase(shop, (database) =>
    database.exec(`
      UPDATE variants SET is_visible = 0 WHERE id = 5001;
      UPDATE product_option_values SET is_visible = 0 WHERE option_id = 1011 AND key = 'sunset';
      UPDATE catalogue_version SET version = version + 1`),
  );
  const { body } = await visitor.get("/cart");
  expect(body).toContain("We no longer sell this. Remove it to continue.");
  expect(body).toContain("Sunset");
  expect((await visitor.get("/checkout")).status).toBe(303);
  expect((await shopper.get(RAINBOW)).body).not.toMatch(/swatch=sunset|stacker--sunset/);
});
