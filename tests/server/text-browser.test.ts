/** A shopper with a text browser: no style sheets, no scripts, and no header that says which site a form comes from. */
import { afterEach, beforeAll, describe, test } from "vitest";

import { newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { missingPrograms, TextBrowser, type TextBrowserOptions } from "#tests/support/people/text-browser.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
const EMAIL = "thomas@example.com";
const TYPED = {
  "Email address": "hannah@example.com",
  "First name": "Hannah",
  "Last name": "Okafor",
  "Address line 1": "14 Slad Road",
  "Town or city": "Stroud",
  Postcode: "GL5 1QN",
  "Phone number": "07700 900142",
};

const missing = await missingPrograms();
if (missing.length > 0)
  process.stderr.write(`Text browser journeys are skipped: apt-get install ${missing.join(" ")}\n`);

describe.skipIf(missing.length > 0)("a text browser", () => {
  const shop = useShop();
  let open: Array<TextBrowser> = [];

  beforeAll(async () => {
    await newCustomer(shop, EMAIL);
  });

  afterEach(async () => {
    await Promise.all(open.map((browser) => browser.close()));
    open = [];
  });

  async function browserAt(path: string, options?: TextBrowserOptions): Promise<TextBrowser> {
    const browser = await TextBrowser.open(shop.origin + path, options);
    open.push(browser);
    return browser;
  }

  test("refuses optional cookies, puts a product into the basket, checks out and pays", async () => {
    const browser = await browserAt(DOG);

    await browser.press("Reject");
    await browser.reads(/^(?![\s\S]*Cookies on this site)/, "Description", "Pull-along Dog");
    await browser.press("Add to basket");
    await browser.reads("Added to your basket", "Basket, 1 item £26.00");
    await browser.follow("View basket");
    await browser.reads(/Pull-along Dog[\s\S]*To pay/);
    await browser.follow("Go to checkout");
    await browser.reads("Delivery address");
    for (const [label, value] of Object.entries(TYPED)) await browser.fill(label, value);
    await browser.press("Pay now £29.95");
    await browser.reads("Test payment");
    await browser.press(/Pay/);
    await browser.reads("Thank you", "Pull-along Dog", "£29.95");
  });

  test("logs in", async () => {
    const browser = await browserAt("/login");

    await browser.fill("Email address", EMAIL);
    await browser.fill("Password", PASSWORD);
    await browser.press("Log in");

    await browser.reads(/Hello \w+/, "Log out");
  });

  test("that sends no Referer confirms its form and buys", async () => {
    const browser = await browserAt(DOG, { sendsReferer: false });

    await browser.press("Add to basket");
    await browser.reads("Did you send this form?");
    await browser.press("Continue");

    await browser.reads("Added to your basket", "Basket, 1 item £26.00");
  });

  test("that sends no Referer and stores no cookies reads what it needs, and whom to contact", async () => {
    const browser = await browserAt(DOG, { sendsReferer: false, acceptsCookies: false });

    await browser.press("Add to basket");
    await browser.reads("Did you send this form?");
    await browser.press("Continue");

    await browser.reads("it did not keep our cookie", "Contact us");
  });
});
