/** A product that only its address shows: on no other address of the shop, and bought like any other. */
import { beforeAll, expect, test } from "vitest";

import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
let product: Readonly<{
  id: number;
  slug: string;
  path: string;
  category: string;
  brand: string;
  variant: number;
}>;

beforeAll(async () => {
  // One that others name as related.
  product = withDatabase(shop, (database) =>
    database
      .prepare(
        `SELECT products.id, products.slug, '/p/' || categories.path || '/' || products.slug AS path,
        '/c/' || categories.path AS category, '/brands/' || brands.slug AS brand,
        (SELECT id FROM variants WHERE product_id = products.id AND on_hand > reserved ORDER BY id LIMIT 1) AS variant
      FROM products JOIN categories ON categories.id = primary_category_id JOIN brands ON brands.id = brand_id
      JOIN related_products ON related_id = products.id
      WHERE products.is_visible = 1 AND products.delivery_class = 'small' AND products.slug <> 'rainbow-stacker' AND variant IS NOT NULL
      GROUP BY products.id ORDER BY count(*) DESC, products.id LIMIT 1`,
      )
      .get(),
  ) as typeof product;
});

const command = (...words: ReadonlyArray<string>) => runCommand(shop, words);

/** Every address of the shop by which a stranger may read, and those that are about the product's lists. */
function addresses(): ReadonlyArray<string> {
  const { slug, id, category, brand } = product;
  return [
    ...Object.values(SAMPLES)
      .flat()
      .filter(({ by, at }) => (by === undefined || by === "empty") && !at.includes("{"))
      .map(({ at }) => at),
    ...[category, brand, `${category}?sort=newest`, `/search/${slug.replaceAll("-", "%20")}`],
    ...[`/search-suggestions?q=${slug.split("-")[0] ?? ""}`, `/products/${id}`, `/product?id=${id}`],
    ...["/sitemaps/products.xml", "/sitemaps/products-1.xml", "/feeds/google.xml", "/api/products"],
    ...[`/api/products?id:in=${id}`, `/compare?products=${id}`, "/speculation-rules.json"],
  ];
}

/** The addresses whose answer names the product. */
async function naming(): Promise<ReadonlyArray<string>> {
  const found: Array<string> = [];
  // Not an image of it, whose name goes on.
  const named = new RegExp(`/${product.slug}(?![\\w-])`);
  for (const at of new Set(addresses())) {
    const { body, location } = await new Shopper(shop.origin).get(at);
    const isItsOwn = at.startsWith(product.path);
    if (!isItsOwn && named.test(`${body} ${location ?? ""}`)) found.push(at);
  }
  return found;
}

test("no other address of the shop names it, while its own page is there and sells it", async () => {
  const before = await naming();
  expect(before).toEqual(expect.arrayContaining([product.category, product.brand, "/feeds/google.xml"]));
  expect(before.length).toBeGreaterThan(5);

  await command("products", "edit", product.slug, "--visibility", "address");

  expect(await naming()).toEqual([]);
  const shopper = new Shopper(shop.origin);
  const page = await shopper.get(product.path);
  expect([page.status, page.body.includes('<meta name="robots" content="noindex"')]).toEqual([200, true]);
  await addToBasket(shopper, product.variant, 1);
  await payAt(shopper, await goToPayment(shopper));

  await command("products", "edit", product.slug, "--visibility", "nobody");
  expect((await new Shopper(shop.origin).get(product.path)).status).toBe(404);
  await command("products", "edit", product.slug, "--visibility", "everybody");
  expect((await new Shopper(shop.origin).get(product.category)).body).toContain(`/${product.slug}`);
});
