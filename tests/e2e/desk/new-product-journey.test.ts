/** A product from nothing to a shopper's order, on a phone without scripts. */

import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { readSitemap } from "#tests/support/checks/feed.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { send, sendInVain } from "#tests/support/people/steps.ts";
import { visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** A busy machine takes its time, and the search rests after each index. */
const PATIENT = { timeout: 60_000, interval: 200 };
const PHONE = { viewport: { width: 390, height: 844 } };

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const { ask } = deskWalk(shop);

/** What the command printed, as JSON. */
async function command(...words: ReadonlyArray<string>): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await runCommand(shop, [...words, "--json"])) as Readonly<Record<string, unknown>>;
}

async function enter(page: Page, email: string): Promise<void> {
  const { link } = await command("staff", "invite", email, "Martha Pryce", "--role", "owner");
  await page.goto(new URL(String(link)).pathname.replace(/^/, shop.origin));
  await page.getByLabel("Password").fill(DESK_PASSWORD);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  const secret = ((await page.locator("b.mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(secret, new Date()));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("I have written the codes down").check();
  await page.getByRole("button", { name: "Go to the desk" }).click();
}

const NAME = "Ring Tower of Ash";

/** First with a name that is taken: what was typed stays. */
async function make(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/products`);
  await page.getByRole("link", { name: "New product" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Rainbow Stacker");
  await page.getByLabel("Category").selectOption({ label: "Wooden toys > Building and stacking > Stackers" });
  await page.getByLabel("Brand").selectOption({ label: "Hollybough Workshop" });
  await page.getByLabel(/^Price with tax/).fill("42");
  await page.getByLabel("Toy").selectOption("yes");
  await page.getByLabel("Short description").fill("Five rings on a peg.");
  await sendInVain(page, "Create the draft", /^Name: Another product has this name/);
  expect(await page.getByLabel("Short description").inputValue()).toBe("Five rings on a peg.");
  await page.getByLabel("Name", { exact: true }).fill(NAME);
  await send(page, "Create the draft", "This is a draft. Shoppers do not see it.");
}

/** On a phone above all fields, on a laptop above the second column; by the keyboard first on both. */
async function missingComesFirst(page: Page): Promise<void> {
  const placeOf = async (id: string) => (await page.locator(id).boundingBox()) ?? { x: 0, y: 0 };
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const [missing, texts, seen] = await Promise.all(["#missing", "#texts", "#seen"].map(placeOf));
    if (!missing || !texts || !seen) throw new Error("no place");
    expect(missing.y, `${width}`).toBeLessThan(seen.y);
    if (width < 1024) expect(missing.y).toBeLessThan(texts.y);
    else expect([missing.x > texts.x, missing.x, texts.y]).toEqual([true, seen.x, missing.y]);
    const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrolled, `${width}`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(PHONE.viewport);
  await page.locator(".views a").last().focus();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("section")?.id)).toBe("missing");
}

/** The list of what is missing, and what is typed into it in two sittings. */
async function complete(page: Page): Promise<void> {
  const missing = page.locator("#missing");
  for (const name of [
    "Description",
    "An image",
    "Age of a toy",
    "Warnings of a toy",
    "Price in EUR",
    "Weight",
  ])
    await missing.getByRole("link", { name, exact: true }).waitFor();
  await missingComesFirst(page);
  const id = page.url().split("/").at(-1)?.split("?")[0] ?? "";
  expect((await new Shopper(shop.origin).get(`/products/${id}`)).status).toBe(404);
  await page.getByLabel("Weight in kg").fill("0.6");
  await sendInVain(page, /^Publish/, "Price in EUR: Needed before it is published");
  expect(await page.getByLabel("Weight in kg").inputValue()).toBe("0.6");
  await page.getByLabel("Price in EUR").fill("49");
  await page.getByLabel("Description", { exact: true }).fill("Turned from ash in our workshop.");
  await page.getByLabel("Delivery class").selectOption("small");
  await send(page, "Save, publish later", "Saved. Shoppers do not see it");
  await page.getByLabel("Legal minimum age, in months").fill("12");
  await page.getByLabel("Warnings, one per line").fill("Remove all packaging.");
  await page.getByLabel("Add images").setInputFiles(["content/imagery/products/abacus-3.jpg"]);
  await page.getByRole("button", { name: "Upload and save as a draft" }).click();
  await page.getByRole("textbox", { name: "Description of image 1" }).fill("Five rings on a peg");
  await send(page, "Save, publish later", "Saved. Shoppers do not see it");
  expect(await missing.count()).toBe(0);
}

/** Paths that the sitemaps of the shop list. */
async function inSitemap(shopper: Shopper): Promise<ReadonlyArray<string>> {
  const listed = async (path: string) =>
    readSitemap((await shopper.get(path)).body).map(({ loc }) => new URL(loc).pathname);
  return (await Promise.all((await listed("/sitemap.xml")).map(listed))).flat();
}

test("an owner makes a product on a phone without scripts, and a shopper buys it", async () => {
  const { page } = await newVisitor(shop, "off", PHONE);
  await enter(page, "martha@example.com");
  await make(page);
  await complete(page);
  await page.getByRole("link", { name: "Preview in the shop" }).click();
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  await page.goBack();
  await send(page, /^Publish/, "Published. Shoppers see it now.");
  const [id, variant] = [
    ask("SELECT id FROM products WHERE name = ?", NAME),
    Number(
      ask("SELECT variants.id FROM variants JOIN products ON products.id = product_id WHERE name = ?", NAME),
    ),
  ];
  await command(
    "stock",
    "receive",
    String(ask("SELECT sku FROM variants WHERE id = ?", variant)),
    "5",
    "--reason",
    "made",
  );

  const shopper = new Shopper(shop.origin);
  const { location } = await shopper.get(`/products/${String(id)}`);
  for (const path of [
    ...["/c/wooden-toys/building-and-stacking/stackers", "/c/new"],
    ...[location ?? "", "/feeds/google.xml"],
  ]) {
    const { status, body } = await shopper.get(path);
    expect(status, path).toBe(200);
    expect(body, path).toContain(NAME);
  }
  expect(await inSitemap(shopper)).toContain(location);
  // What changed is indexed in the background, while the index before still answers.
  await expect.poll(async () => (await shopper.get("/search?q=ring+tower")).body, PATIENT).toContain(NAME);
  await addToBasket(shopper, variant, 1);
  await payAt(shopper, await goToPayment(shopper));
  expect(ask("SELECT sum(quantity) FROM order_lines WHERE variant_id = ?", variant)).toBe(1);

  await command("import-catalogue", "content/catalogue");
  expect((await shopper.get(location ?? "")).status).toBe(200);
});

test("a draft that was made by the command breaks no rule of axe and does not scroll sideways", async () => {
  const { product } = await command(
    ...["products", "create", "Peg Pyramid", "--category", "wooden-toys/building-and-stacking/stackers"],
    ...["--brand", "hollybough-workshop", "--price", "30", "--toy", "yes"],
  );
  const { page } = await visit("on", { viewport: { width: 320, height: 800 } });
  await enter(page, "marta@example.com");
  for (const path of ["/desk/products/new", `/desk/products/${String(product)}`]) {
    await page.goto(shop.origin + path);
    expect(await violations(page, WCAG_AA_AND_BEST_PRACTICE), path).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});
