/** A page asks a number of queries that does not grow with what it shows. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { loader as root } from "#app/root.tsx";
import { loader as cart } from "#app/routes/cart/cart.tsx";
import { loader as category } from "#app/routes/catalogue/category.tsx";
import { loader as product } from "#app/routes/catalogue/product.tsx";
import { loader as search } from "#app/routes/catalogue/search.tsx";
import { loader as checkout } from "#app/routes/checkout/checkout.tsx";
import { loader as home } from "#app/routes/storefront/home.tsx";
import { loader as layout } from "#app/routes/storefront/layout.tsx";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Most queries of one page with its frame. */
const MOST = 100;

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>;

/** Queries of the page at `path` for the visitor of `cookie`, when all that is kept in memory is there. */
async function queriesOf(page: Loader, path: string, cookie = ""): Promise<number> {
  const ask = () => {
    const request = new Request(`http://localhost:3000${path}`, {
      headers: cookie ? { Cookie: cookie } : {},
    });
    const args = { request, params: {}, context: {} };
    return Promise.all([root(args), layout(args), page(args)]);
  };
  await ask();
  return countQueries(ask);
}

async function cookieWith(variantIds: ReadonlyArray<number>): Promise<string> {
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  const added = await addToCart(null, items, new Date());
  if (!added.ok) throw new Error(added.code);
  return (await cartIdCookie(added.value.cart.id)).split(";", 1)[0] ?? "";
}

test("the home page takes the same number of queries each time", async () => {
  expect(await queriesOf(home, "/")).toBe(await queriesOf(home, "/"));
  expect(await queriesOf(home, "/")).toBeLessThan(MOST);
});

test.each<readonly [string, Loader, string, string]>([
  ["a list of one product and of 24", category, "/c/pushchairs/for-two", "/c/wooden-toys"],
  [
    "a list as it is and narrowed",
    category,
    "/c/wooden-toys",
    "/c/wooden-toys?availability=in-stock&sort=price-asc",
  ],
  ["a search for little and for much", search, "/search?q=rainbow+stacker", "/search?q=wooden"],
  ["a search with one list apart and with two", search, "/search?q=twin+pram", "/search?q=pram+newborn"],
])("%s take the same number of queries", async (_, page, few, many) => {
  const [least, most] = [await queriesOf(page, few), await queriesOf(page, many)];

  expect(most).toBe(least);
  expect(most).toBeLessThan(MOST);
});

test("products with one and with two colours take the same number of queries, or two more for related data", async () => {
  const plain = await queriesOf(product, "/p/wooden-toys/baby-toys/shape-sorter");
  const rich = await queriesOf(product, "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker");

  expect(Math.abs(rich - plain)).toBeLessThanOrEqual(2);
  expect(rich).toBeLessThan(MOST);
});

test.each<readonly [string, Loader, string]>([
  ["the basket", cart, "/cart"],
  ["the checkout", checkout, "/checkout"],
])("%s takes the same number of queries for one line and for six", async (_, page, path) => {
  const one = await queriesOf(page, path, await cookieWith([5000]));
  const six = await queriesOf(page, path, await cookieWith([5000, 5001, 5003, 5004, 5005, 5006]));

  expect(six).toBe(one);
  expect(six).toBeLessThan(MOST);
});
