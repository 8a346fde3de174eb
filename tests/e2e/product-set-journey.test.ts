import { expect, test } from "vitest";

import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const WARDROBE = "/p/nursery-furniture/storage/wardrobes/wardrobe";

const shop = useShop();

test.each(JOURNEY_MODES)(
  "a wardrobe's set is added at once, and the basket names what is missing from it, scripts %s",
  async (mode) => {
    await walkAs({ shop, mode }, async (journey) => {
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
