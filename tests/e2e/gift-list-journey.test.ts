import { describe, expect, test } from "vitest";

import {
  fillBilling,
  reserveGift,
  toCoOwnedList,
  toFinishedGiftList,
  toGiving,
  toListCheckout,
  toOwnGiftList,
  toRequestedMove,
  toSpareGift,
} from "#tests/support/people/gift-list-journey.ts";
import { comesIntoView } from "#tests/support/people/in-view.ts";
import { atThePaymentPage, open } from "#tests/support/people/journey.ts";
import { follow, send } from "#tests/support/people/steps.ts";
import { JOURNEY_MODES } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("a family makes, fills and orders its list", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await toOwnGiftList(journey);
    await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
    await page.getByText("Add to a gift list").click();
    await send(page, "Put on a list", "Pull-along Dog is on Hannah and Tom’s baby.");
    await page.getByRole("button", { name: "Move Pull-along Dog up" }).click();
    await page.getByRole("button", { name: "Move Pull-along Dog down" }).waitFor();
    await page.getByRole("link", { name: "Edit Pull-along Dog" }).click();
    await page.getByLabel("Note to givers").fill("One stays at Nana’s.");
    await send(page, "Save changes", "One stays at Nana’s.");
    await send(page, "Remove Pull-along Dog from the list", "Pull-along Dog is off the list.");
  });

  test("on a phone the note about a gift that was taken off comes into view", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await page.setViewportSize({ width: 390, height: 640 });
    await toFinishedGiftList(journey);
    const button = page.getByRole("button", { name: /^Remove Rainbow Stacker .+ from the list$/ });
    await button.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await button.focus();
    await page.keyboard.press("Enter");
    await comesIntoView(page.getByText("Rainbow Stacker, Muted is off the list."));
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    if (mode === "on") await expect.poll(focused).toBe("H1");
  });

  test("a giver reserves a gift and lets it go", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await toGiving(journey);
    await reserveGift(journey);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.getByText("1 of 2 gifts").waitFor();
    await page.getByRole("link", { name: /^Change/ }).click();
    await send(page, "Let it go", "2 of 2 gifts");
  });

  test("a giver buys a gift without learning the address", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await toListCheckout(journey);
    await page.getByText("To Hannah and Tom’s list address").waitFor();
    await fillBilling(journey);
    await page.getByRole("button", { name: /^Pay now £/ }).click();
    await page.waitForURL(/\/test-payment\//);
    await atThePaymentPage(journey, /^Pay £/);
    await page.waitForURL(/\/thank-you/);
    await page.getByText("Hannah and Tom’s list address").first().waitFor();
    expect(await page.content()).not.toContain("Slad Road");
  });

  test("the giver of a spare gift reads that its money goes back, and gives another one", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await toSpareGift(journey);
    await page.getByText(/^We (?:are refunding|have refunded) £/).waitFor();
    await follow(page, "Choose another gift", "Hannah and Tom’s baby");
  });

  test("a co-owner accepts the invitation, edits the list and leaves it", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    await toCoOwnedList(journey);
    expect(await page.content()).not.toContain("Slad Road");
    await page.getByRole("link", { name: "Edit the list" }).click();
    await page.getByLabel("A few words to givers").fill("From both of us.");
    await send(page, "Save changes", "Your changes have been saved.");
    await page.getByRole("link", { name: "Leave the list" }).click();
    await send(page, "Leave the list", "You have left Hannah and Tom’s baby.");
  });

  test("a list moves to another address and is taken back", async () => {
    const { page } = await newVisitor(shop, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    const { toNew, toFormer } = await toRequestedMove(journey);
    await open(journey, toNew);
    await send(page, "Move the list", "The list belongs to your email address now.");
    await open(journey, toFormer);
    await send(page, "Undo the move", "The list is yours again.");
  });
});
