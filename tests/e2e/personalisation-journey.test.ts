import type { Page } from "playwright";
import { describe, expect, test } from "vitest";

import { addToBasket, atThePaymentPage, checkOut, open, openBasket } from "#tests/support/people/journey.ts";
import { comesIntoView } from "#tests/support/people/in-view.ts";
import { follow } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const ARK = "/p/wooden-toys/pretend-play/small-world/noahs-ark";
const WORDS = "Zoë & Tom 2026";

const shop = useShop();

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const words = (page: Page) => page.getByRole("textbox", { name: "Words", exact: true });

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("an ark is engraved, and other words are another line", async () => {
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, ARK);

    expect(await page.getByRole("radio", { name: "Plain" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: /^With engraving/ }).check();
    await press(page, "Add to basket");
    await page.getByText("Type the words, or choose plain.").waitFor();
    if (mode === "on") {
      await page.locator("#words:focus").waitFor();
      await comesIntoView(words(page));
    }

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
    await addToBasket(journey);
    await openBasket(journey);
    await page.getByRole("heading", { level: 1, name: "Basket 2 items" }).waitFor();
    expect(await page.getByRole("button", { name: /^Remove Noah’s Ark|^Remove Noah's Ark/ }).count()).toBe(2);
  });

  test("the buyer changes the engraving of a paid order", async () => {
    const journey = await newVisitor(shop, mode);
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

    await follow(page, "Change the words", "Change the words");
    expect(await words(page).inputValue()).toBe(WORDS);
    await words(page).fill("Ida ♥");
    await press(page, "Change the words");
    await page.getByText("We cannot write “♥”.").waitFor();
    await words(page).fill("Ida");
    await press(page, "Show my words");
    await page.getByRole("status").filter({ hasText: "Ida" }).waitFor();
    await press(page, "Change the words");
    await page.getByText("We have saved your new engraving.").waitFor();
    await page.getByText("Engraving: “Ida”").waitFor();
  });
});
