import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { sharedBrowser, type ScriptMode } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const MODES = ["on", "off", "aborted"] as const satisfies ReadonlyArray<ScriptMode>;
const WARDROBE = "/p/nursery-furniture/storage/wardrobes/wardrobe";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

test.each(MODES)(
  "a wardrobe's set is added at once, and the basket names what is missing from it, scripts %s",
  async (mode) => {
    await walkAs({ browser, shop, mode }, async (journey) => {
      const { page } = journey;
      const lines = page.getByRole("button", { name: /^Remove / });

      await open(journey, WARDROBE);
      await addToBasket(journey);
      await openBasket(journey);
      const missing = page.getByRole("region", { name: "Goes with your Two-Door Wardrobe" });
      await missing.getByRole("link", { name: /^Cot Bed/ }).waitFor();
      await missing.getByRole("button", { name: "Add both to basket" }).click();
      await expect.poll(() => lines.count()).toBe(3);
      expect(await missing.count()).toBe(0);

      await open(journey, WARDROBE);
      const set = page.getByRole("region", { name: "Complete the set" });
      await set.getByRole("button", { name: "Add all three to basket" }).click();
      await page.getByRole("heading", { level: 1, name: "Basket 6 items" }).waitFor();
      expect(await lines.count()).toBe(3);
    });
  },
);
