import type { Email } from "postal-mime";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";

import { arrived, open, taken } from "#tests/support/people/journey.ts";
import { newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { logIn } from "#tests/support/people/customer/customer-journey.ts";
import { sendInVain } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { emailThat, sentEmails } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const CONTACT = "/information/contact-us";
const DELIVERY = "/information/delivery-and-return";

const shop = useShop();

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const message = (page: Page) => field(page, "Message");

test.each(JOURNEY_MODES)(
  "a contact message is corrected, sent once and answered to its writer, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const email = `${mode}@example.org`;
    await open(journey, "/information/contact");
    await message(page).fill("The box\nwas empty.");
    await field(page, "Email address").fill("ida");
    await sendInVain(page, "Send message", "Enter your name");
    expect([await message(page).inputValue(), await field(page, "Email address").inputValue()]).toEqual([
      "The box\nwas empty.",
      "ida",
    ]);
    await field(page, "Your name").fill("Ida Marsh");
    await field(page, "Email address").fill(email);
    await field(page, "What is it about?").selectOption("An order");
    await page.getByRole("button", { name: "Send message" }).click();
    await arrived(journey, "Thank you for your message");

    const isFromHer = ({ to, replyTo }: Email) =>
      to?.[0]?.address?.startsWith("hello@") === true && replyTo?.[0]?.address === email;
    await emailThat(shop, isFromHer);
    expect((await sentEmails(shop)).filter(isFromHer)).toHaveLength(1);
    await open(journey, CONTACT);
    expect(await message(page).inputValue()).toBe("");
  },
);

test("with scripts, the section is restored from memory without a second request", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  const requested: Array<string> = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfSection = (searchParams.get("_data") ?? "").startsWith("routes/content/");
    if (request.resourceType() === "document" || isOfSection) requested.push(pathname);
  });
  const footer = page.getByRole("contentinfo");
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
  await page.getByText("There is level access from the yard").waitFor();
  await scrollPage(page, 500);
  await press(footer.getByRole("link", { name: "Brands" }));
  await arrived(journey, "Brands");

  await page.goBack();
  await isHalfWritten(page, 500);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("trapped");
  await page.goBack();
  await arrived(journey, "Delivery and returns");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await press(footer.getByRole("link", { name: "Journal" }));
  await arrived(journey, "The journal");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await press(footer.getByRole("link", { name: "Contact us" }));
  await isHalfWritten(page, 0);
  expect(requested.filter((path) => path !== "/blog")).toEqual([DELIVERY, CONTACT]);

  await page.reload();
  await taken(page, "on");
  await isHalfWritten(page, 0);
});

test.each(JOURNEY_MODES)(
  "the contact form that a guest has seen is filled in after a login, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const email = `ida.${mode}@example.org`;
    const footer = page.getByRole("contentinfo");
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

/** `top`: a link opens a page at its top, Back where it was. */
async function isHalfWritten(page: Page, top: number): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Contact us" }).waitFor();
  expect(await message(page).inputValue()).toBe("Half a message");
  expect(await field(page, "What is it about?").inputValue()).toBe("product");
  expect(await page.getByText("There is level access from the yard").isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
}

test.each(JOURNEY_MODES)(
  "the browser's Back restores the whole page with a half-written message, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode, { keepsPages: true });
    const { page } = journey;
    const ways: Array<string> = [];
    const reasons: Array<unknown> = [];
    const browserReports = await page.context().newCDPSession(page);
    browserReports.on("Page.frameNavigated", ({ type }) => ways.push(type));
    browserReports.on("Page.backForwardCacheNotUsed", (event) => reasons.push(event.notRestoredExplanations));
    await browserReports.send("Page.enable");
    await open(journey, CONTACT);
    await message(page).fill("Half a message");
    await page.goto(`${shop.origin}/robots.txt`);
    await page.goBack({ waitUntil: "commit" });

    expect(await message(page).inputValue()).toBe("Half a message");
    expect([ways.at(-1), reasons]).toEqual(["BackForwardCacheRestore", []]);
  },
);
