import { join } from "node:path";

import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { accept, countedShopper } from "#tests/support/people/counted-shopper.ts";
import { open } from "#tests/support/people/journey.ts";
import { sharedBrowser } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const LIBRARY_MAX_BYTES = 3_000;

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

test("a visitor who agreed reports how fast a page was when leaving it, in a small file of its own, and a stranger loads and reports nothing", async () => {
  const shopper = await countedShopper(browser, shop.origin, "on");
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
  await shopper.close();
});

function storedVitals(): ReadonlyArray<Record<string, unknown>> {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"));
  try {
    return database
      .prepare("SELECT properties FROM analytics_events WHERE name = 'web_vitals'")
      .all()
      .map((row) => JSON.parse((row as { properties: string }).properties) as Record<string, unknown>);
  } finally {
    database.close();
  }
}
