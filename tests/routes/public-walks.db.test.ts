/** The thread that reads whole tables (decision 0063) costs memory: the pages of a small shop do without. */
import { expect, test } from "vitest";

import { isWalk } from "#app/db/sqlite-walks.server.ts";
import { listAllQueries } from "#tests/support/checks/count-queries.ts";
import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { ShopBrowser } from "#tests/support/shops/remix-shop.ts";

useTestDatabase();

test("no page that anybody may open reads a whole table in a thread", async () => {
  const pages = Object.values(SAMPLES)
    .flat()
    .filter(({ at, by = "empty", type }) => by === "empty" && type === undefined && !at.includes("{"));
  const shopper = new ShopBrowser();
  const statuses = new Map<string, number>();

  const queries = await listAllQueries(async () => {
    for (const { at } of pages) statuses.set(at, (await shopper.get(at)).status);
  });

  expect([
    statuses.get("/brands"),
    statuses.get("/c/wooden-toys"),
    statuses.get("/search/wooden%20train"),
  ]).toEqual([200, 200, 200]);
  expect(queries.length).toBeGreaterThan(pages.length);
  expect(queries.filter(isWalk)).toEqual([]);
});
