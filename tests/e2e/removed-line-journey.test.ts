/** A line leaves the basket, its page is loaded again, and Undo brings it back, whatever becomes of the scripts. */
import { expect, test } from "vitest";

import { addToBasket, open, openBasket, taken } from "#tests/support/people/journey.ts";
import type { ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const MODES = ["on", "off", "late"] as const satisfies ReadonlyArray<ScriptMode>;
const DOG = "Pull-along Dog";

const shop = useShop();

test.each(MODES)(
  "the last line is removed and brought back, and a reload removes nothing, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    const remove = () => page.getByRole("button", { name: `Remove ${DOG}`, exact: true }).click();
    const undo = page.getByRole("button", { name: `Undo the removal of ${DOG}` });
    await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
    await addToBasket(journey);
    await openBasket(journey);

    await remove();
    await heading("Your basket is empty");
    await page.getByText(`${DOG} removed from your basket.`).waitFor();
    await undo.click();
    await heading("Basket 1 item");
    await taken(page, mode);
    await remove();
    await undo.waitFor();
    const again = await page.reload();

    expect([again?.request().method(), again?.status()]).toEqual(["GET", 200]);
    await heading("Your basket is empty");
    expect(await page.getByText("no longer there").count()).toBe(0);
  },
);
