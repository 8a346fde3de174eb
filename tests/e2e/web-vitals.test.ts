import { expect, test } from "vitest";

import { accept, countedShopper } from "#tests/support/people/counted-shopper.ts";
import { open } from "#tests/support/people/journey.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const LIBRARY_MAX_BYTES = 3_000;

/** Of its own: it counts what visitors report. */
const shop = useShop({});

test("a visitor who agreed reports how fast a page was when leaving it, in a small file of its own, and a stranger loads and reports nothing", async () => {
  const shopper = await countedShopper(shop.origin, "on");
  const libraries: Array<string> = [];
  shopper.page.on("request", (request) => {
    if (/web-vitals/.test(request.url())) libraries.push(request.url());
  });
  await open(shopper, "/c/prams");
  await shopper.page.waitForLoadState("networkidle");
  expect(libraries).toEqual([]);

  await accept(shopper);
  await expect.poll(() => libraries.length).toBe(1);
  // Painted figures come with the next frames.
  await shopper.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await open(shopper, "/brands");

  await expect.poll(storedVitals).toEqual([expect.objectContaining({ page_kind: "category" })]);
  const [figures] = storedVitals();
  expect(figures).toMatchObject({ page_arrival: "ordinary", TTFB: expect.any(Number) as number });
  const library = await fetch(libraries[0] ?? "", { headers: { "Accept-Encoding": "br" } });
  expect(Number(library.headers.get("Content-Length"))).toBeGreaterThan(0);
  expect(Number(library.headers.get("Content-Length"))).toBeLessThanOrEqual(LIBRARY_MAX_BYTES);
  expect(shopper.complaints).toEqual([]);
});

function storedVitals(): ReadonlyArray<Record<string, unknown>> {
  const query = "SELECT properties FROM analytics_events WHERE name = 'web_vitals'";
  const rows = withDatabase(shop, (database) => database.prepare(query).pluck().all()) as Array<string>;
  return rows.map((row) => JSON.parse(row) as Record<string, unknown>);
}
