import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { addToBasket, atThePaymentPage, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { type OpenShop, sharedShop } from "#tests/support/shops/server.ts";

const ARK = "/p/wooden-toys/pretend-play/small-world/noahs-ark";
const WORDS = "Zoë & Tom 2026";

let browser: Browser;
let shop: OpenShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), sharedShop()]);
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const words = (page: Page) => page.getByRole("textbox", { name: "Words", exact: true });

test.each(JOURNEY_MODES)("an ark is engraved, and other words are another line, scripts %s", async (mode) => {
  await walkAs({ browser, shop, mode }, async (journey) => {
    const { page } = journey;
    await open(journey, ARK);

    await press(page, "Add to basket");
    await page.getByText("Choose engraving or plain.").waitFor();

    await page.getByRole("radio", { name: /^With engraving/ }).check();
    await words(page).fill(`${WORDS} ♥`);
    await press(page, "Add to basket");
    await page.getByText("We cannot write “♥”.").waitFor();
    expect(await words(page).inputValue()).toBe(`${WORDS} ♥`);

    await words(page).fill(`  ${WORDS}`);
    await press(page, "Show my words");
    await page.getByRole("status").filter({ hasText: WORDS }).waitFor();
    expect(new URL(page.url()).search).toBe("");
    if (mode === "on") {
      await words(page).fill("Alfred");
      await page.getByRole("status").filter({ hasText: WORDS }).waitFor({ state: "detached" });
      await words(page).fill(WORDS);
      await press(page, "Show my words");
      await page.getByRole("status").filter({ hasText: WORDS }).waitFor();
    }

    await addToBasket(journey);
    await openBasket(journey);
    await page.getByText(`Engraving: “${WORDS}”`).first().waitFor();
    await page.getByText("unless it is faulty").first().waitFor();

    await open(journey, ARK);
    await page.getByRole("radio", { name: "Plain" }).check();
    await addToBasket(journey);
    await openBasket(journey);
    await page.getByRole("heading", { level: 1, name: "Basket 2 items" }).waitFor();
    expect(await page.getByRole("button", { name: /^Remove Noah’s Ark|^Remove Noah's Ark/ }).count()).toBe(2);
  });
});

test.each(JOURNEY_MODES)("the buyer changes the engraving of a paid order, scripts %s", async (mode) => {
  await walkAs({ browser, shop, mode }, async (journey) => {
    const { page } = journey;
    await open(journey, ARK);
    await page.getByRole("radio", { name: /^With engraving/ }).check();
    await words(page).fill(WORDS);
    await addToBasket(journey);
    await openBasket(journey);
    await checkOut(journey);
    await atThePaymentPage(journey, "Pay");
    await page.getByRole("link", { name: "View, cancel or return this order" }).click();
    await page.getByText(`Engraving: “${WORDS}”`).waitFor();

    await page.getByRole("link", { name: "Change the words" }).click();
    await page.getByRole("heading", { level: 1, name: "Change the words" }).waitFor();
    expect(await words(page).inputValue()).toBe(WORDS);
    await words(page).fill("Ida ♥");
    await press(page, "Change the words");
    await page.getByText("We cannot write “♥”.").waitFor();
    await words(page).fill("Ida");
    await press(page, "Show my words");
    await page.getByRole("status").filter({ hasText: "Ida" }).waitFor();
    await press(page, "Change the words");
    await page.getByText("Your words are changed.").waitFor();
    await page.getByText("Engraving: “Ida”").waitFor();
  });
});
