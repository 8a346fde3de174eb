/** Whoever blocks cookies reads so wherever the shop would have kept something, and nothing claims to have happened. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { htmlFaults } from "#tests/support/checks/valid-html.ts";
import { linkFor, newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { open } from "#tests/support/people/journey.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { JOURNEY_MODES, visit } from "#tests/support/people/visit.ts";
import { browserWithoutCookies, type WithoutCookies } from "#tests/support/people/without-cookies.ts";
import { ask } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const DOG_VARIANT = 5004;
const TOYS = "/c/wooden-toys";
const PUSHCHAIRS = "/c/pushchairs";
const EMAIL = "grace@example.com";
const STAFF = "martha@example.com";
const HEADING = "Your browser does not accept cookies";

const shop = useShop();
let orderNumber: string;
let link: string;

beforeAll(async () => {
  await newCustomer(shop, EMAIL);
  await joinDesk(
    shop.origin,
    await inviteToDesk(shop, { email: STAFF, name: "Martha Pryce", role: "owner" }),
  );
  link = await linkFor(shop, EMAIL, { path: "/verify" });
  const buyer = new Shopper(shop.origin);
  await addToBasket(buyer, DOG_VARIANT);
  const paid = await payAt(buyer, await goToPayment(buyer));
  expect(paid.status).toBe(303);
  orderNumber = String(ask(shop, "SELECT number FROM orders"));
});

type Place = readonly [
  what: string,
  path: string,
  act: (page: Page) => Promise<unknown>,
  says: string,
  /** Where "Go back" leads. */
  back: string,
];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const PLACES: ReadonlyArray<Place> = [
  [
    "the basket",
    DOG,
    (page) => press(page, "Add to basket"),
    "We could not put anything into your basket. You have not ordered anything.",
    DOG,
  ],
  [
    "the favourites",
    TOYS,
    (page) => press(page, /^Save /),
    "We could not save this to your favourites.",
    TOYS,
  ],
  [
    "the comparison",
    PUSHCHAIRS,
    async (page) => {
      await page.getByRole("checkbox", { name: "Compare" }).check();
      await press(page, /^Compare /);
    },
    "We could not add this to your comparison.",
    PUSHCHAIRS,
  ],
  [
    "the refusal of optional cookies",
    "/brands",
    (page) => press(page, "Reject"),
    "We could not save your choice about cookies.",
    "/brands",
  ],
  [
    "the login",
    "/login",
    async (page) => {
      const main = page.getByRole("main");
      await main.getByLabel("Email address").fill(EMAIL);
      await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await main.getByRole("button", { name: "Log in", exact: true }).click();
    },
    "We could not log you in.",
    "/account",
  ],
  [
    "an order that is looked up",
    "/orders",
    async (page) => {
      const main = page.getByRole("main");
      await main.getByLabel("Order number").fill(orderNumber);
      await main.getByLabel("Email address").fill("hannah@example.com");
      await main.getByLabel("Postcode").fill("GL5 1QN");
      await main.getByRole("button", { name: "Find order" }).click();
    },
    "We could not show you your order.",
    "/orders/order_",
  ],
  [
    "the newsletter",
    "/newsletter",
    async (page) => {
      const main = page.getByRole("main");
      await main.getByLabel("Email address").fill("news@example.com");
      await main.getByRole("checkbox").first().check();
      await main.getByRole("button").first().click();
    },
    "We have sent you an email with a link to confirm your subscription.",
    "/newsletter/check-your-e-mail",
  ],
];

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("a browser that blocks cookies, %s", (_mode, hasScripts) => {
  let browser: WithoutCookies;

  beforeAll(async () => {
    browser = await browserWithoutCookies(hasScripts);
  });

  test.each(PLACES)("is warned about %s", async (_, path, act, says, back) => {
    const { page } = browser;
    await open({ page, origin: shop.origin, mode: hasScripts ? "on" : "off" }, path);

    await act(page);
    await page.getByRole("heading", { level: 1, name: HEADING }).waitFor();

    const main = page.getByRole("main");
    expect(await main.textContent()).toContain(says);
    expect(await main.getByRole("link", { name: "which cookies we use" }).getAttribute("href")).toBe(
      "/information/cookies",
    );
    expect(await main.getByRole("link", { name: "Go back" }).getAttribute("href")).toContain(back);
    const words = await page.locator("body").innerText();
    for (const claim of ["Added to your basket", "Saved to your favourites", "1 product to compare"])
      expect(words).not.toContain(claim);
    expect(await page.context().cookies()).toEqual([]);
  });

  test("is warned at the login of the desk, with the right password", async () => {
    const { page } = browser;
    await page.goto(`${shop.origin}/desk/login`);
    await page.getByLabel("Email address").fill(STAFF);
    await page.getByLabel("Password").fill(DESK_PASSWORD);
    await press(page, "Continue");

    await page.getByText("Your browser did not keep our cookie, so we could not log you in.").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Log in to the desk");
  });

  test("does not reach a checkout that cannot be finished", async () => {
    const { page } = browser;
    await page.goto(`${shop.origin}/checkout`);

    await page.getByRole("heading", { level: 1, name: "Your basket is empty" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/cart");
    expect(await page.getByRole("button", { name: /^Pay now/ }).count()).toBe(0);
  });

  test("is warned on a page with valid HTML and no accessibility violation", async () => {
    const { page } = browser;
    await page.goto(`${shop.origin}/privacy/cookies-off?stored=basket&from=%2Fcart`);

    expect(await htmlFaults(await (await fetch(page.url())).text())).toEqual([]);
    if (hasScripts) expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE)).toEqual([]);
  });

  test("is warned that the link in an email cannot be followed", async () => {
    const { page } = browser;

    await page.goto(shop.origin + link);

    expect(await page.getByRole("main").textContent()).toContain("You can use the link again.");
  });

  test("browses products without a warning about cookies", async () => {
    const { page } = browser;
    await page.goto(shop.origin + DOG);
    await page.goto(shop.origin + TOYS);

    expect(await page.getByText(HEADING).count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Wooden toys");
  });
});

describe.each(JOURNEY_MODES)("a browser that keeps cookies, scripts %s", (mode) => {
  test("sees no warning, and its address has no marker", async () => {
    const { page } = await visit(mode);
    await open({ page, origin: shop.origin, mode }, TOYS);

    await press(page, /^Save /);
    await page
      .getByRole("button", { name: /^Remove .* from favourites$/ })
      .first()
      .waitFor();

    expect(new URL(page.url()).search).toBe("");
  });

  test("that opens a shared basket address sees no warning about cookies", async () => {
    const { page } = await visit(mode);

    await page.goto(`${shop.origin}${DOG}?added=line_T8an_nT_vsCVMTDTzR-IMW`);

    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Pull-along Dog");
  });
});
