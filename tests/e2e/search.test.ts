import { expect, test } from "vitest";

import { type Journey, open } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, visit } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Wide enough for the field to stand in the header. */
const WIDE = { viewport: { width: 1440, height: 900 } };

const shop = useShop();

const fieldOf = ({ page }: Journey) => page.getByRole("search").first().getByLabel("Search the shop");

test.each(JOURNEY_MODES)("a mistyped word finds the product, scripts %s", async (mode) => {
  const journey = await newVisitor(shop, mode, WIDE);
  const { page } = journey;
  await open(journey, "/information");

  await fieldOf(journey).fill("rockng hrse");
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("heading", { level: 1, name: "“rockng hrse”" }).waitFor();
  expect(await page.locator("main").textContent()).toContain("Showing results for rocking horse instead.");
  await page.locator("main").getByRole("link", { name: "Rocking Horse", exact: true }).click();

  await page.getByRole("heading", { level: 1, name: "Rocking Horse" }).waitFor();
});

test("suggestions are a combobox with arrows, Enter, Escape, Home and an announced count", async () => {
  const journey = await newVisitor(shop, "on", WIDE);
  const { page } = journey;
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
});

test("without a response the search field works as a plain field", async () => {
  const { page } = await visit("on", WIDE);
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
});
