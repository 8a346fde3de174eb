import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { type Journey, open } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

/** Wide enough for the field to stand in the header. */
const WIDE = { viewport: { width: 1440, height: 900 } };

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

const fieldOf = ({ page }: Journey) => page.getByRole("search").first().getByLabel("Search the shop");

test.each(JOURNEY_MODES)("a mistyped word finds the product, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode, WIDE);
  const journey: Journey = { page, origin: shop.origin, mode };
  await open(journey, "/information");

  await fieldOf(journey).fill("rockng hrse");
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("heading", { level: 1, name: "“rockng hrse”" }).waitFor();
  expect(await page.locator("main").textContent()).toContain("Showing results for rocking horse instead.");
  await page.locator("main").getByRole("link", { name: "Rocking Horse", exact: true }).click();

  await page.getByRole("heading", { level: 1, name: "Rocking Horse" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("suggestions are a combobox with arrows, Enter, Escape, Home and an announced count", async () => {
  const { page, complaints, close } = await visit(browser, "on", WIDE);
  const journey: Journey = { page, origin: shop.origin, mode: "on" };
  await open(journey, "/information");
  const field = fieldOf(journey);
  const list = page.getByRole("listbox", { name: "Suggestions" });

  await field.focus();
  await field.pressSequentially("pra");
  await list.waitFor();
  expect(await field.getAttribute("role")).toBe("combobox");
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  const count = await list.getByRole("option").count();
  await expect.poll(() => page.getByRole("status").allTextContents()).toContain(`${count} suggestions`);

  await page.keyboard.press("ArrowDown");
  const chosen = list.getByRole("option", { selected: true });
  expect(await chosen.getAttribute("id")).toBe(await field.getAttribute("aria-activedescendant"));
  await page.keyboard.press("Home");
  await expect.poll(() => field.getAttribute("aria-activedescendant")).toBeNull();
  expect(await field.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(0);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("pra");
  expect(await field.getAttribute("aria-expanded")).toBe("false");

  await page.keyboard.press("ArrowDown");
  await list.waitFor();
  await expect.poll(() => chosen.count()).toBe(1);
  const words = await chosen.textContent();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `“${words}”` }).waitFor();
  await list.waitFor({ state: "hidden" });
  expect(complaints).toEqual([]);
  await close();
});

test("without a response the search field works as a plain field", async () => {
  const { page, close } = await visit(browser, "on", WIDE);
  const journey: Journey = { page, origin: shop.origin, mode: "on" };
  await page.route("**/search-suggestions?*", (route) => route.fulfill({ status: 500, body: "down" }));
  await open(journey, "/information");
  const field = fieldOf(journey);
  const requested = page.waitForResponse(/search-suggestions/);

  await field.pressSequentially("pram");
  await requested;
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("listbox").getByRole("option").count()).toBe(0);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { level: 1, name: "“pram”" }).waitFor();
  await close();
});
