import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { addToBasket, atThePaymentPage, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { leaveGuestsBasket } from "#tests/support/people/abandoned-basket.ts";
import { type ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";
import { inParts } from "#tests/support/test-part.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
/** Rainbow Stacker in Muted and in Sunset. */
const MUTED = 5000;
const SUNSET = 5001;

const MODES = inParts<ScriptMode>({ quick: ["on"], rest: ["off"] });

const shop = useShop();

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describe.each(MODES)("scripts %s", (mode) => {
  test("a basket left in one browser is restored in another, both share it, and when one orders it the other shows that", async () => {
    const away = await newVisitor(shop, mode);
    const home = await newVisitor(shop, mode);
    const link = await leaveGuestsBasket(shop, MUTED);

    await open(away, `${link}&utm_source=letter&omnisendContactID=5f1e8d7c6b5a493827160f1e`);
    await heading(away.page, "Basket 1 item");
    await away.page.getByText("We have restored your saved basket.").waitFor();
    expect(away.page.url()).toBe(`${shop.origin}/cart`);
    const names = (await away.page.context().cookies()).map(({ name }) => name);
    expect(names).toContain("omnisend-guest");

    await open(home, DOG);
    await addToBasket(home);
    await open(home, link);
    await heading(home.page, "Which basket?");
    await press(home.page, "Combine both baskets");
    await heading(home.page, "Basket 2 items");
    await home.page.getByText("We have combined both baskets.").waitFor();

    await open(away, DOG);
    await addToBasket(away);
    await openBasket(away);
    await heading(away.page, "Basket 3 items");
    await checkOut(away);
    await atThePaymentPage(away, /^Pay/);
    await away.page.waitForURL(/thank-you/);

    await open(home, "/cart");
    await home.page.getByText("This basket has already been ordered and paid for").waitFor();
    await open(home, link);
    await heading(home.page, "This basket has already been ordered");
    await press(home.page, "Buy again");
    await heading(home.page, "Basket 3 items");
  });

  test("on the choice page, keeping changes nothing, using the saved basket switches to it, and a cut link is reported", async () => {
    const visitor = await newVisitor(shop, mode);
    const { page } = visitor;
    const link = await leaveGuestsBasket(shop, SUNSET);
    await open(visitor, "/cart-recovery/cart_cut");
    await heading(page, "This link is incomplete");
    await open(visitor, `/cart-recovery/cart_${"A".repeat(22)}`);
    await heading(page, "This basket is no longer saved");

    await open(visitor, DOG);
    await addToBasket(visitor);
    await open(visitor, link);
    await page.getByRole("link", { name: "Rainbow Stacker", exact: true }).waitFor();
    await press(page, "Keep my basket");
    await heading(page, "Basket 1 item");
    await page.getByRole("main").getByRole("link", { name: "Pull-along Dog", exact: true }).waitFor();

    await open(visitor, link);
    await press(page, "Use the saved basket");
    await page.getByText("We have restored your saved basket.").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Rainbow Stacker", exact: true }).waitFor();
  });
});
