import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { addToBasket, atThePaymentPage, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { leaveBasket } from "#tests/support/people/abandoned-basket.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
/** Rainbow Stacker in Muted and in Sunset. */
const MUTED = 5000;
const SUNSET = 5001;

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test.each(JOURNEY_MODES)(
  "a basket left in one browser is restored in another, both share it, and when one orders it the other shows that, scripts %s",
  async (mode) => {
    const [phone, desk] = await Promise.all([visit(browser, mode), visit(browser, mode)]);
    const away = { page: phone.page, origin: shop.origin, mode };
    const home = { page: desk.page, origin: shop.origin, mode };
    try {
      const link = await leaveBasket(shop.origin, MUTED);

      await open(away, `${link}?utm_source=letter&omnisendContactID=5f1e8d7c6b5a493827160f1e`);
      await heading(phone.page, "Basket 1 item");
      await phone.page.getByText("We have restored your saved basket.").waitFor();
      expect(phone.page.url()).toBe(`${shop.origin}/cart`);
      const names = (await phone.page.context().cookies()).map(({ name }) => name);
      expect(names).toContain("omnisend-guest");

      await open(home, DOG);
      await addToBasket(home);
      await open(home, link);
      await heading(desk.page, "Which basket?");
      await press(desk.page, "Combine both baskets");
      await heading(desk.page, "Basket 2 items");
      await desk.page.getByText("We have combined both baskets.").waitFor();

      await open(away, DOG);
      await addToBasket(away);
      await openBasket(away);
      await heading(phone.page, "Basket 3 items");
      await checkOut(away);
      await atThePaymentPage(away, /^Pay/);
      await phone.page.waitForURL(/thank-you/);

      await open(home, "/cart");
      await desk.page.getByText("This basket has already been ordered and paid for").waitFor();
      await open(home, link);
      await heading(desk.page, "This basket has already been ordered");
      await press(desk.page, "Buy again");
      await heading(desk.page, "Basket 3 items");

      expect([...phone.complaints, ...desk.complaints]).toEqual([]);
    } finally {
      await Promise.all([phone.close(), desk.close()]);
    }
  },
);

test.each(JOURNEY_MODES)(
  "on the choice page, keeping changes nothing, using the saved basket switches to it, and a cut link is reported, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const visitor = { page, origin: shop.origin, mode };
    try {
      const link = await leaveBasket(shop.origin, SUNSET);
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

      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);
