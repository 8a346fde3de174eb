/** What loaders give to the page that the server draws is what its script reads from the page (decision 47). */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";

import { isDataWithInit } from "#app/http/remix/loader-fast-path.server.ts";
import { loader as root } from "#app/root.tsx";
import { loader as backInStock } from "#app/routes/catalogue/back-in-stock.tsx";
import { loader as brand } from "#app/routes/catalogue/brand.tsx";
import { loader as categories } from "#app/routes/catalogue/categories.tsx";
import { loader as category } from "#app/routes/catalogue/category.tsx";
import { loader as newIn } from "#app/routes/catalogue/new-in.tsx";
import { loader as newThisWeek } from "#app/routes/catalogue/new-this-week.tsx";
import { loader as product } from "#app/routes/catalogue/product.tsx";
import { loader as search } from "#app/routes/catalogue/search.tsx";
import { loader as home } from "#app/routes/storefront/home.tsx";
import { loader as layout } from "#app/routes/storefront/layout.tsx";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const PAGES: ReadonlyArray<readonly [string, (args: LoaderFunctionArgs) => Promise<unknown>]> = [
  ["/", root],
  ["/", layout],
  ["/", home],
  ["/c/wooden-toys", category],
  ["/c/wooden-toys?colour=sage&min=20&sort=price-asc", category],
  ["/c", categories],
  ["/c/new", newIn],
  ["/c/new/this-week", newThisWeek],
  ["/c/back-in-stock", backInStock],
  ["/brands/hollybough-workshop", brand],
  ["/search/wooden%20train", search],
  ["/search/nothing-has-this-name", search],
  ["/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker?swatch=sunset", product],
  ["/p/pushchairs/everyday/city-pushchair?fit=boot&fit-width=wide", product],
];

test.each(PAGES)("%s", async (path, loader) => {
  const request = new Request(`http://localhost:3000${path}`, { headers: { "User-Agent": "Firefox/140.0" } });
  const answer = await loader({ request, params: {}, context: {} });
  const data = isDataWithInit(answer) ? answer.data : answer;

  expect(answer).not.toBeInstanceOf(Response);
  expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});
