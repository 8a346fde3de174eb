import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { open, taken } from "#tests/support/people/journey.ts";
import { sendInVain } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** Scripts that come late are scripts that have not come yet: to filter is one plain form either way. */
const SCROLL_TOLERANCE_PX = 2;
const PHONE = { viewport: { width: 390, height: 800 } };

const shop = useShop();

const status = (page: Page) => page.locator("main [role=status]").first();

test.each(JOURNEY_MODES)(
  "after a filter and a visit to a product, Back restores the listing, scripts %s",
  async (mode) => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, "/c/wooden-toys?sort=price-asc");
    await page.getByRole("checkbox", { name: /^Sage/ }).check();
    await page.getByRole("textbox", { name: "Maximum price in pounds sterling" }).fill("50");
    await page.getByRole("button", { name: "Apply filters" }).click();
    await page.waitForURL(/colour=sage.*max=50|max=50.*colour=sage/);
    await page.getByRole("link", { name: "Remove filter: Up to £50" }).waitFor();
    const found = await status(page).textContent();
    expect(found).toMatch(/^\d+ products? of 37$/);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("price-asc");

    const card = page.locator("main article a").last();
    await card.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    await card.click();
    await page.getByRole("button", { name: "Add to basket" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Remove filter: Sage" }).waitFor();
    await taken(page, mode);

    expect(await status(page).textContent()).toBe(found);
    expect(await page.getByRole("checkbox", { name: /^Sage/ }).isChecked()).toBe(true);
    expect(scrolled).toBeGreaterThan(0);
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrolled))
      .toBeLessThanOrEqual(SCROLL_TOLERANCE_PX);
    await page.getByRole("link", { name: "Remove filter: Sage" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("colour")).toBeNull();
    expect(new URL(page.url()).searchParams.get("max")).toBe("50");
  },
);

test("a price typed while a filter is still loading is not lost", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/c/wooden-toys");
  await taken(page, "on");
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/colour=sage.*_data=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("checkbox", { name: /^Sage/ }).check();
  const highest = page.getByRole("textbox", { name: "Maximum price in pounds sterling" });
  await highest.fill("50");
  answer();
  await page.getByRole("link", { name: "Remove filter: Sage" }).waitFor();

  expect(await highest.inputValue()).toBe("50");
  await sendInVain(page, "Apply filters", "Remove filter: Up to £50");
  await page.goBack();
  await page.getByRole("link", { name: "Remove filter: Up to £50" }).waitFor({ state: "detached" });
  expect(await highest.inputValue()).toBe("");
});

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("the second page of a filtered list has the same filters", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, "/c/wooden-toys?stock=in-stock");
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/page=2/);

    expect(new URL(page.url()).searchParams.get("stock")).toBe("in-stock");
    await page.getByRole("link", { name: "Remove filter: In stock now" }).waitFor();
    expect(await page.locator('a[rel="prev"]').getAttribute("href")).toBe("/c/wooden-toys?stock=in-stock");
  });

  test("the gift finder finds by age and budget", async () => {
    const journey = await newVisitor(shop, mode, PHONE);
    const { page } = journey;
    await open(journey, "/c/gifts/gifts-by-age");
    await page.getByRole("radio", { name: "1 to 2 years" }).check();
    await page.getByLabel("Budget").selectOption("25");
    await page.getByRole("button", { name: "Show gifts" }).click();
    await page.waitForURL(/age=1-2-years/);

    await page.getByRole("heading", { level: 2, name: "1 to 2 years" }).waitFor();
    await page.getByText(/because they are for older children/).waitFor();
    expect(await page.locator("main article").count()).toBeGreaterThan(0);
    expect(await page.getByText("3 years +").count()).toBe(0);
    expect(new URL(page.url()).hash).toBe("#found");
    const budget = page.getByLabel("Budget");
    expect([await budget.isVisible(), await budget.inputValue()]).toEqual([false, "25"]);
    await page.getByText("1 to 2 years, up to £25. Change").click();
    await page.getByLabel("Interests").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Show gifts" }).click();
    await page.waitForURL(/budget=25.*interest=[a-z]|interest=[a-z].*budget=25/);
    await page.getByText(/^1 to 2 years, up to £25, .*Change$/).click();
    expect(await budget.inputValue()).toBe("25");

    await page.getByRole("link", { name: "Start again" }).click();
    await page.waitForURL(/gifts-by-age$/);
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("select[name=budget]")?.value === "",
    );
    await page.goBack();
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("select[name=budget]")?.value === "25",
    );
  });
});

test("with scripts a checkbox applies at once and retains the focus, and Back unticks it", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, "/c/wooden-toys");
  const sage = page.getByRole("checkbox", { name: /^Sage/ });
  await sage.focus();

  await page.keyboard.press("Space");
  await page.getByRole("link", { name: "Remove filter: Sage" }).waitFor();
  expect(await sage.evaluate((box) => box === document.activeElement)).toBe(true);

  await page.goBack();
  await expect.poll(() => sage.isChecked()).toBe(false);
  expect(new URL(page.url()).search).toBe("");
});

test("on a phone a button opens the filters, and applying them closes them again", async () => {
  const journey = await newVisitor(shop, "on", PHONE);
  const { page } = journey;
  await open(journey, "/c/wooden-toys?age=1-2-years");
  const button = page.getByRole("button", { name: "Apply filters" });
  expect(await button.isVisible()).toBe(false);

  await page.locator("summary", { hasText: "Filter" }).click();
  await button.waitFor();
  await page.getByRole("textbox", { name: "Maximum price in pounds sterling" }).fill("40");
  await button.click();

  await page.getByRole("link", { name: "Remove filter: Up to £40" }).waitFor();
  expect(await button.isVisible()).toBe(false);
});
