import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Journey, open, taken } from "#tests/support/people/journey.ts";
import { newCustomer, PASSWORD } from "#tests/support/people/account/account-visitor.ts";
import { logIn } from "#tests/support/people/account/account-journey.ts";
import { JOURNEY_MODES, openBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const CONTACT = "/information/contact-us";
const DELIVERY = "/information/delivery-and-return";
const EMAIL_MAX_MS = 60_000;

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser({ keepsPages: true }), sharedShop()]);
});

afterAll(async () => {
  await browser.close();
});

async function arrived({ page, mode }: Journey, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await taken(page, mode);
}

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const message = (page: Page) => field(page, "Message");

/** Letters to the shop's own address that are answered to `email`. */
function emailsFrom(email: string): number {
  const folder = join(shop.dataDir, "mail");
  const emails = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  return emails.filter((mail) => mail.includes("To: hello@") && mail.includes(`<${email}>`)).length;
}

test.each(JOURNEY_MODES)(
  "a contact message is corrected, sent once and answered to its writer, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    const email = `${mode}@example.org`;
    try {
      await open(journey, "/information/contact");
      await message(page).fill("The box\nwas empty.");
      await field(page, "Email address").fill("ida");
      await page.getByRole("button", { name: "Send message" }).click();
      await page.getByRole("link", { name: "Enter your name" }).waitFor();
      expect([await message(page).inputValue(), await field(page, "Email address").inputValue()]).toEqual([
        "The box\nwas empty.",
        "ida",
      ]);
      await field(page, "Your name").fill("Ida Marsh");
      await field(page, "Email address").fill(email);
      await field(page, "What is it about?").selectOption("An order");
      await page.getByRole("button", { name: "Send message" }).click();
      await arrived(journey, "Thank you for your message");

      await expect.poll(() => emailsFrom(email), { timeout: EMAIL_MAX_MS }).toBe(1);
      await open(journey, CONTACT);
      expect(await message(page).inputValue()).toBe("");
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

test("with scripts, the section is restored from memory without a second request", async () => {
  const { page, complaints, close } = await visit(browser, "on");
  const journey = { page, origin: shop.origin, mode: "on" } as const;
  const requested: Array<string> = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfSection = (searchParams.get("_data") ?? "").startsWith("routes/content/");
    if (request.resourceType() === "document" || isOfSection) requested.push(pathname);
  });
  const footer = page.getByRole("contentinfo");
  try {
    await open(journey, DELIVERY);
    await scrollPage(page, 700);
    await press(footer.getByRole("link", { name: "Contact us" }));
    await arrived(journey, "Contact us");
    await message(page).fill("Half a message");
    await field(page, "What is it about?").selectOption("A product");
    await page.locator("input[name=company_website]").evaluate((trap: HTMLInputElement) => {
      trap.value = "trapped";
      trap.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.getByText("By post or in person").click();
    await page.getByText("The shop is open on Saturdays").waitFor();
    await scrollPage(page, 500);
    await press(footer.getByRole("link", { name: "Brands" }));
    await arrived(journey, "Brands");

    await page.goBack();
    await isHalfWritten(page);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("trapped");
    await page.goBack();
    await arrived(journey, "Delivery and returns");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
    await press(footer.getByRole("link", { name: "Journal" }));
    await arrived(journey, "The journal");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await press(footer.getByRole("link", { name: "Contact us" }));
    await isHalfWritten(page);
    expect(requested.filter((path) => path !== "/blog")).toEqual([DELIVERY, CONTACT]);

    await page.reload();
    await taken(page, "on");
    await isHalfWritten(page);
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)(
  "the contact form that a guest has seen is filled in after a login, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    const email = `ida.${mode}@example.org`;
    const footer = page.getByRole("contentinfo");
    try {
      await newCustomer(shop, email);
      await open(journey, CONTACT);
      expect(await field(page, "Your name").inputValue()).toBe("");
      await page.getByRole("link", { name: "Account" }).first().click();
      await logIn(journey, email, PASSWORD);
      await arrived(journey, "Hello Ida");
      await press(footer.getByRole("link", { name: "Contact us" }));
      await arrived(journey, "Contact us");

      expect(await field(page, "Your name").inputValue()).toBe("Ida Marsh");
      expect(await field(page, "Email address").inputValue()).toBe(email);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

/** Without scrolling it into view, as a test would: the page stays where the person has it. */
async function press(link: Locator): Promise<void> {
  await link.evaluate((element: HTMLElement) => element.click());
}

/** In pixels. Waits until the router has seen it. */
async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
}

async function isHalfWritten(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Contact us" }).waitFor();
  expect(await message(page).inputValue()).toBe("Half a message");
  expect(await field(page, "What is it about?").inputValue()).toBe("product");
  expect(await page.getByText("The shop is open on Saturdays").isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
}

test.each(JOURNEY_MODES)(
  "the browser's Back restores the whole page with a half-written message, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, mode };
    const ways: Array<string> = [];
    const reasons: Array<unknown> = [];
    try {
      const browserReports = await page.context().newCDPSession(page);
      browserReports.on("Page.frameNavigated", ({ type }) => ways.push(type));
      browserReports.on("Page.backForwardCacheNotUsed", (event) =>
        reasons.push(event.notRestoredExplanations),
      );
      await browserReports.send("Page.enable");
      await open(journey, CONTACT);
      await message(page).fill("Half a message");
      await page.goto(`${shop.origin}/robots.txt`);
      await page.goBack({ waitUntil: "commit" });

      expect(await message(page).inputValue()).toBe("Half a message");
      expect([ways.at(-1), reasons]).toEqual(["BackForwardCacheRestore", []]);
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);
