/** A page of the shop edited at the desk, on a phone without scripts: draft, preview, publication, and another process. */

import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { jpeg } from "#tests/support/people/photographs.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { tryCommand } from "#tests/support/shops/shop-command.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

const { invite, acceptInvite } = deskWalk(() => shop);

const shown = async (path: string) => (await new Shopper(shop.origin).get(path)).body;

async function edit(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/pages`);
  await page.getByRole("link", { name: "About Hollybough" }).click();
  await page.getByLabel("Title", { exact: true }).fill(" ");
  await page.getByRole("button", { name: "Save, publish later" }).click();
  await page.getByRole("link", { name: "Title: Enter a title" }).waitFor();
  await page.getByLabel("Title", { exact: true }).fill("Our story");
  await page.getByLabel("Text", { exact: true }).fill("We carve. See [the oak](/c/no-such-oak).");
  await page.getByRole("button", { name: "Save, publish later" }).click();
  await page.getByText("Shoppers do not see it until you publish it.").waitFor();
  await page.getByText("These links lead to no page of the shop: /c/no-such-oak.").waitFor();
}

async function previewAndPublish(page: Page): Promise<void> {
  expect(await shown("/information/about")).toContain("About Hollybough</h1>");
  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByText("Preview, nobody else sees this.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Our story" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Published. Everybody sees it now.").waitFor();
  expect(await shown("/information/about")).toContain("Our story</h1>");
}

async function command(...words: ReadonlyArray<string>): Promise<string> {
  const { stdout, stderr } = await tryCommand(shop, ["pages", ...words]);
  return stdout + stderr;
}

test("a page is edited, previewed and published without scripts, and another process changes it at once", async () => {
  const link = await invite();
  const { page, complaints, close } = await visit(browser, "off", PHONE);
  try {
    await acceptInvite(page, link);
    await edit(page);
    await previewAndPublish(page);
    expect(await command("publish", "information/about", "--title", "Ours")).toContain("Published.");
    expect(await shown("/information/about")).toContain("Ours</h1>");
    expect(await command("hide", "information/terms")).toContain("The shop needs this page");
    expect(await command("list")).toMatch(/information\/about +Ours +on the shop/);
    await page.goto(`${shop.origin}/desk/pages/information/about`);
    await page
      .getByRole("button", { name: /^Put back/ })
      .last()
      .click();
    await page.getByText("The earlier version is now a draft.").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published. Everybody sees it now.").waitFor();
    expect(await shown("/information/about")).toContain("About Hollybough</h1>");
    expect(complaints.filter((text) => !/4(?:22|09)/.test(text))).toEqual([]);
  } finally {
    await close();
  }
});

test("an image is uploaded, put into a text and above a new article, and pages change places, without scripts", async () => {
  const link = await invite("rose@example.com", "Rose Pryce");
  const { page, complaints, close } = await visit(browser, "off", PHONE);
  const publish = () => page.getByRole("button", { name: "Publish", exact: true }).click();
  try {
    await acceptInvite(page, link);
    await page.goto(`${shop.origin}/desk/pages/new?kind=article`);
    await page.getByLabel("Title", { exact: true }).fill("Oak trains");
    await page.getByRole("button", { name: "Begin the page" }).click();
    await page.getByText("This is a draft. Shoppers do not see it.").waitFor();
    await page.getByLabel("Summary").fill("How a train is carved.");
    await page.getByLabel("Text", { exact: true }).fill("First the oak.");
    await page.getByRole("button", { name: "Upload and save as a draft" }).click();
    await page.getByRole("link", { name: "Image file: Choose a file first" }).waitFor();
    const file = {
      name: "train.jpg",
      mimeType: "image/jpeg",
      buffer: await jpeg({ width: 1600, height: 900 }),
    };
    await page.getByLabel("Add an image").setInputFiles(file);
    await page.getByRole("button", { name: "Upload and save as a draft" }).click();
    await page.getByRole("link", { name: "What is in it: Say what is in the image" }).waitFor();
    await page.getByLabel("Add an image").setInputFiles(file);
    await page.getByLabel("What is in it").fill("A train of oak");
    await page.getByRole("button", { name: "Upload and save as a draft" }).click();
    await page.getByText("Image uploaded. What you typed is saved as a draft.").waitFor();
    expect(await page.getByLabel("Text of the image").inputValue()).toBe("A train of oak");
    await page
      .getByRole("button", { name: /^Insert/ })
      .first()
      .click();
    await page.getByText("The image is at the end of the text.").waitFor();
    expect(await page.getByLabel("Text", { exact: true }).inputValue()).toMatch(
      /^First the oak\.\n\n!\[A train of oak\]\(\/image\/uploads\/[0-9a-f]{32}\.webp\?\S+ "1600x900"\)$/,
    );
    await page.getByLabel("Topic").selectOption({ index: 1 });
    await page.getByRole("link", { name: "Preview" }).click();
    await page.goBack();
    await page.getByLabel("Topic").selectOption({ index: 1 });
    await publish();
    await page.getByText("Published. Everybody sees it now.").waitFor();
    await page.getByRole("link", { name: "View in the shop" }).click();
    await page.getByRole("heading", { level: 1, name: "Oak trains" }).waitFor();
    const shownImages = await page.locator("main img[src*='/image/uploads/']").count();
    expect(shownImages).toBeGreaterThanOrEqual(2);
    expect(await page.locator("meta[property='og:image']").getAttribute("content")).toMatch(/uploads/);
    expect(await shown("/blog")).toMatch(/\/image\/uploads\/[0-9a-f]{32}/);

    await page.goto(`${shop.origin}/desk/pages`);
    const help = async () =>
      [...(await shown("/information")).matchAll(/href="\/information\/([a-z-]+)"/g)].map(([, slug]) => slug);
    const before = await help();
    await page
      .getByRole("button", { name: /^Move .* down$/ })
      .first()
      .click();
    await page.getByText("Moved. The shop lists the pages in this order now.").waitFor();
    expect(await help()).not.toEqual(before);
    expect(complaints.filter((text) => !/4(?:22|09)/.test(text))).toEqual([]);
  } finally {
    await close();
  }
});

test("axe finds nothing on the pages of pages, and nothing scrolls sideways at 320 pixels", async () => {
  const link = await invite("isla@example.com", "Isla Pryce");
  const { page, close } = await visit(browser, "on", PHONE);
  try {
    await acceptInvite(page, link);
    for (const path of [
      "",
      "/new?kind=article",
      "/article/3",
      "/article/d1",
      "/information/about",
      "/information/terms",
    ]) {
      await page.goto(`${shop.origin}/desk/pages${path}`);
      expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
      await page.setViewportSize(PHONE.viewport);
    }
  } finally {
    await close();
  }
});
