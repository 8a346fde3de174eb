/** A page of the shop edited at the desk, on a phone without scripts: draft, preview, publication, and another process. */

import type { Page } from "playwright";
import { expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { jpeg } from "#tests/support/people/photographs.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { deskWalk, PHONE } from "#tests/support/shops/desk-walk.ts";
import { tryCommand } from "#tests/support/shops/shop-command.ts";
import { follow, send, sendInVain } from "#tests/support/people/steps.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

const { atDesk } = deskWalk(shop);

const shown = async (path: string) => (await new Shopper(shop.origin).get(path)).body;

async function edit(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/pages`);
  await page.getByRole("link", { name: "About Hollybough" }).click();
  await page.getByLabel("Title", { exact: true }).fill(" ");
  await sendInVain(page, "Save, publish later", "Title: Enter a title");
  await page.getByLabel("Title", { exact: true }).fill("Our story");
  await page.getByLabel("Text", { exact: true }).fill("We carve. See [the oak](/c/no-such-oak).");
  await send(page, "Save, publish later", "Shoppers do not see it until you publish it.");
  await page.getByText("These links lead to no page of the shop: /c/no-such-oak.").waitFor();
}

async function previewAndPublish(page: Page): Promise<void> {
  expect(await shown("/information/about")).toContain("About Hollybough</h1>");
  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByText("Preview, nobody else sees this.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Our story" }).waitFor();
  await page.goBack();
  await send(page, /^Publish$/, "Published. Everybody sees it now.");
  expect(await shown("/information/about")).toContain("Our story</h1>");
}

async function command(...words: ReadonlyArray<string>): Promise<string> {
  const { stdout, stderr } = await tryCommand(shop, ["pages", ...words]);
  return stdout + stderr;
}

test("a page is edited, previewed and published without scripts, and another process changes it at once", async () => {
  const page = await atDesk("off");
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
  await send(page, /^Publish$/, "Published. Everybody sees it now.");
  expect(await shown("/information/about")).toContain("About Hollybough</h1>");
});

test("an image is uploaded, put into a text and above a new article, and pages change places, without scripts", async () => {
  const page = await atDesk("off", { email: "rose@example.com", name: "Rose Pryce" });
  const publish = () => page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.goto(`${shop.origin}/desk/pages/new?kind=article`);
  await page.getByLabel("Title", { exact: true }).fill("Oak trains");
  await send(page, "Begin the page", "This is a draft. Shoppers do not see it.");
  await page.getByLabel("Summary").fill("How a train is carved.");
  await page.getByLabel("Text", { exact: true }).fill("First the oak.");
  await sendInVain(page, "Upload and save as a draft", "Image file: Choose a file first");
  const file = {
    name: "train.jpg",
    mimeType: "image/jpeg",
    buffer: await jpeg({ width: 1600, height: 900 }),
  };
  await page.getByLabel("Add an image").setInputFiles(file);
  await sendInVain(page, "Upload and save as a draft", "What is in it: Say what is in the image");
  await page.getByLabel("Add an image").setInputFiles(file);
  await page.getByLabel("What is in it").fill("A train of oak");
  await send(page, "Upload and save as a draft", "Image uploaded. What you typed is saved as a draft.");
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
  await follow(page, "View in the shop", "Oak trains");
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
});

test("axe finds nothing on the pages of pages, and nothing scrolls sideways at 320 pixels", async () => {
  const page = await atDesk("on", { email: "isla@example.com", name: "Isla Pryce" });
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
});
