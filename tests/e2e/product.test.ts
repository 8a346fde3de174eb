import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { focusedText } from "#tests/support/people/focused-text.ts";
import { open, openBasket } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const CITY = "/p/pushchairs/everyday/city-pushchair";
/** With scripts and without. */
/** Scaling an image for the first time takes a busy machine a while. */
const PATIENT = { timeout: 60_000 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const shop = useShop();

const zoomLink = (page: Page) => page.getByRole("link", { name: /^Zoom/ });
/** The states that the image in `place` goes through, as they come. */
const statesOf = (page: Page, place: string) => page.locator(`${place} [data-zoom]`).first();

test.each(JOURNEY_MODES)("another image can be made the large one and zoomed, scripts %s", async (mode) => {
  const journey = await newVisitor(shop, mode);
  const { page } = journey;
  await open(journey, `${CITY}?swatch=sage`);

  await page.getByRole("link", { name: /^Show image 2 of 4/ }).click();
  await page.waitForURL(/swatch=sage&image=2/);
  await expect.poll(() => zoomLink(page).textContent(), PATIENT).toContain("image 2 of 4");
  const big = await zoomLink(page).getAttribute("href");
  if (mode !== "on") {
    // The link is the big file itself.
    const file = await page.request.get(new URL(big ?? "", journey.origin).href);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
    return;
  }
  await zoomLink(page).click();
  const dialog = page.getByRole("dialog", { name: "Images of City Pushchair" });
  await dialog.waitFor();
  expect(await dialog.locator("img").getAttribute("alt")).toBe("City pushchair in profile");
  expect(await statesOf(page, "dialog").getAttribute("data-zoom")).toBe("not-zoomed");
  await dialog.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => statesOf(page, "dialog").getAttribute("data-zoom"), PATIENT).toBe("zoomed");
  await dialog.getByRole("button", { name: "Next image" }).click();
  await expect.poll(() => dialog.getByRole("status").textContent(), PATIENT).toBe("image 3 of 4");
  expect(await statesOf(page, "dialog").getAttribute("data-zoom")).toBe("not-zoomed");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
});

test("hovering zooms the large image after loading it", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(/city-pushchair-1\.jpg\?w=1536/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await open(journey, CITY);
  const stage = statesOf(page, "main");
  const state = () => stage.getAttribute("data-zoom");

  expect(await state()).toBe("not-zoomed");
  await stage.hover();
  await expect.poll(state, PATIENT).toBe("loading");
  release();
  await expect.poll(state, PATIENT).toBe("zoomed");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.poll(state, PATIENT).toBe("not-zoomed");
});

test("a tap zooms on a phone, and a second tap zooms out", async () => {
  const journey = await newVisitor(shop, "on", PHONE);
  const { page } = journey;
  await open(journey, CITY);
  const stage = statesOf(page, "main");

  await stage.tap();
  await expect.poll(() => stage.getAttribute("data-zoom"), PATIENT).toBe("zoomed");
  await stage.tap();
  await expect.poll(() => stage.getAttribute("data-zoom"), PATIENT).toBe("not-zoomed");

  await zoomLink(page).tap();
  const dialog = page.getByRole("dialog", { name: "Images of City Pushchair" });
  await dialog.waitFor();
  expect(await dialog.evaluate((opened) => opened.scrollWidth - opened.clientWidth)).toBe(0);
  for (const name of ["Close", "Previous image", "Zoom out", "Zoom in", "Next image"]) {
    const box = await dialog.getByRole("button", { name }).boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(PHONE.viewport.width);
  }
});

test("the keyboard zooms, changes the image, and returns to the starting point", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, CITY);
  const focused = () => focusedText(page);

  await page.getByRole("link", { name: /^Show image 3 of 4/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused, PATIENT).toBe("Zoom image 3 of 4");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Images of City Pushchair" });
  await dialog.getByRole("button", { name: "Zoom in" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => statesOf(page, "dialog").getAttribute("data-zoom"), PATIENT).toBe("zoomed");
  expect(await focused()).toBe("Zoom in");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await focused()).toContain("Zoom");
});

test("another image takes keyboard input at once, and no key press is lost", async () => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, CITY);
  const withImage = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const isThere = document.querySelector("main")?.textContent.includes("Zoom image 3 of 4");
          if (isThere) resolve(document.activeElement?.tagName ?? "");
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );

  await page.getByRole("link", { name: /^Show image 3 of 4/ }).focus();
  await page.keyboard.press("Enter");

  expect(await withImage).toBe("A");
  await expect.poll(() => focusedText(page)).toBe("Zoom image 3 of 4");
});

test.each<[string, (page: Page) => Promise<void>]>([
  ["moved the pointer", (page) => page.mouse.move(200, 200)],
  ["pressed a key", (page) => page.keyboard.press("Tab")],
  ["scrolled", (page) => page.evaluate(() => window.scrollTo(0, 300))],
])("once a shopper has %s, adding to the basket waits for no script", async (_, begin) => {
  const journey = await newVisitor(shop, "on");
  const { page } = journey;
  await open(journey, CITY);
  const isFetchedAhead = () =>
    page.evaluate(() => {
      const ahead = [...document.querySelectorAll<HTMLLinkElement>("head link[rel=modulepreload]")];
      const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
      return (
        ahead.some(({ href }) => /\/cart-/.test(href)) && ahead.every(({ href }) => fetched.includes(href))
      );
    });
  await begin(page);
  await expect.poll(isFetchedAhead).toBe(true);

  const late: Array<string> = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") late.push(request.url());
  });
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("heading", { name: "Added to your basket" }).waitFor();

  expect(late).toEqual([]);
});

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("an adapter and its pushchair are added to the basket together", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, `${CITY}?swatch=sand`);

    await page.getByRole("radio", { name: /^Pellory Shell i-Size/ }).check();
    await page.getByRole("button", { name: "Add part and City Pushchair" }).click();
    await page.getByRole("heading", { name: "Added to your basket" }).waitFor();
    await openBasket(journey);

    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("2 items");
    await page.getByRole("button", { name: /^Remove City Pushchair/ }).waitFor();
    await page.getByRole("button", { name: /^Remove Adapter A/ }).waitFor();
  });

  test("the boot form answers wrong and right measurements", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, `${CITY}?swatch=sand`);
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });

    await field("Width").fill("100");
    await field("Depth").fill("wide");
    await field("Height").fill("40");
    await page.getByRole("button", { name: "Check the fit" }).click();
    await page.getByRole("heading", { name: "There is a problem" }).waitFor();
    expect(await field("Depth").inputValue()).toBe("wide");
    expect(await field("Depth").getAttribute("aria-invalid")).toBe("true");

    await field("Depth").fill("65");
    await page.getByRole("button", { name: "Check the fit" }).click();
    await page.getByRole("checkbox", { name: /^Remember this as my boot/ }).check();
    await page.getByRole("button", { name: "Check the fit" }).click();
    await page.getByRole("button", { name: "Forget my boot" }).waitFor();
    await page
      .getByText("Lying flat it leaves 28 cm across, 8 cm in depth and 7 cm in height.")
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get("swatch")).toBe("sand");
    expect(await page.getByRole("radio", { name: "Sand" }).isChecked()).toBe(true);
    await page.getByText("Fits your boot, folded").waitFor();

    await open(journey, "/c/pushchairs");
    const card = page.locator("main article").filter({ hasText: "City Pushchair" });
    await card.getByText("Fits your boot, folded").waitFor();
    await open(journey, `${CITY}?swatch=sand`);
    await page.getByRole("button", { name: "Forget my boot" }).click();
    await page.getByText("Fits your boot, folded").waitFor({ state: "detached" });
  });
});
