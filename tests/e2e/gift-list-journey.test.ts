import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

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
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

let browser: Browser;
let shop: RunningShop;

beforeAll(async () => {
  [browser, shop] = await Promise.all([sharedBrowser(), startShop()]);
});

afterAll(() => shop.stop());

test.each(JOURNEY_MODES)("a family makes, fills and orders its list, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode);
  const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
  try {
    await toOwnGiftList(journey);
    await open(journey, "/p/wooden-toys/pull-alongs/pull-along-dog");
    await page.getByText("Add to a gift list").click();
    await page.getByRole("button", { name: "Put on a list" }).click();
    await page.getByText("Pull-along Dog is on Hannah and Tom’s baby.").waitFor();
    await page.getByRole("button", { name: "Move Pull-along Dog up" }).click();
    await page.getByRole("button", { name: "Move Pull-along Dog down" }).waitFor();
    await page.getByRole("link", { name: "Edit Pull-along Dog" }).click();
    await page.getByLabel("Note to givers").fill("One stays at Nana’s.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("One stays at Nana’s.").waitFor();
    await page.getByRole("button", { name: "Take off the list: Pull-along Dog" }).click();
    await page.getByText("Pull-along Dog is off the list.").waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)(
  "on a phone the note about a gift that was taken off comes into view, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    try {
      await page.setViewportSize({ width: 390, height: 640 });
      await toFinishedGiftList(journey);
      const button = page.getByRole("button", { name: "Take off the list: Rainbow Stacker" });
      await button.scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 300);
      await button.focus();
      await page.keyboard.press("Enter");
      await comesIntoView(page.getByText("Rainbow Stacker, Muted is off the list."));
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      if (mode === "on") await expect.poll(focused).toBe("H1");
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

test.each(JOURNEY_MODES)("a giver reserves a gift and lets it go, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode);
  const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
  try {
    await toGiving(journey);
    await reserveGift(journey);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.getByText("1 of 2 gifts").waitFor();
    await page.getByRole("link", { name: /^Change/ }).click();
    await page.getByRole("button", { name: "Let it go" }).click();
    await page.getByText("2 of 2 gifts").waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)("a giver buys a gift without learning the address, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode);
  const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
  try {
    await toListCheckout(journey);
    await page.getByText("To Hannah and Tom’s list address").waitFor();
    await fillBilling(journey);
    await page.getByRole("button", { name: /^Pay now £/ }).click();
    await page.waitForURL(/\/test-payment\//);
    await atThePaymentPage(journey, /^Pay £/);
    await page.waitForURL(/\/thank-you/);
    await page.getByText("Hannah and Tom’s list address").first().waitFor();
    expect(await page.content()).not.toContain("Slad Road");
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)("the giver of a spare gift changes it for another one, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode);
  const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
  try {
    await toSpareGift(journey);
    await page.getByText("Yours has not been sent").waitFor();
    await page.getByRole("button", { name: "Change it for another gift" }).click();
    await page.getByRole("heading", { level: 1, name: "Your discount code" }).waitFor();
    await page.getByText(/^GIFT-/).waitFor();
    await page.getByRole("link", { name: "Choose another gift" }).click();
    await page.getByRole("heading", { level: 1, name: "Hannah and Tom’s baby" }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)(
  "a co-owner accepts the invitation, edits the list and leaves it, scripts %s",
  async (mode) => {
    const { page, complaints, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    try {
      await toCoOwnedList(journey);
      expect(await page.content()).not.toContain("Slad Road");
      await page.getByRole("link", { name: "Edit the list" }).click();
      await page.getByLabel("A few words to givers").fill("From both of us.");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Your changes have been saved.").waitFor();
      await page.getByRole("link", { name: "Leave the list" }).click();
      await page.getByRole("button", { name: "Leave the list" }).click();
      await page.getByText("You have left Hannah and Tom’s baby.").waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  },
);

test.each(JOURNEY_MODES)("a list moves to another address and is taken back, scripts %s", async (mode) => {
  const { page, complaints, close } = await visit(browser, mode);
  const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
  try {
    const { toNew, toFormer } = await toRequestedMove(journey);
    await open(journey, toNew);
    await page.getByRole("button", { name: "Move the list" }).click();
    await page.getByText("The list belongs to your email address now.").waitFor();
    await open(journey, toFormer);
    await page.getByRole("button", { name: "Undo the move" }).click();
    await page.getByText("The list is yours again.").waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});

test.each(JOURNEY_MODES)(
  "two tabs with different answers for a spare gift: one counts, scripts %s",
  async (mode) => {
    const { page, close } = await visit(browser, mode);
    const journey = { page, origin: shop.origin, dataDir: shop.dataDir, mode };
    try {
      await toSpareGift(journey);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole("heading", { level: 1, name: "Two people bought the same gift" }).waitFor();
      await page.getByRole("button", { name: "Send it all the same" }).click();
      await page.getByRole("heading", { level: 1, name: "We’ll send it all the same" }).waitFor();
      await other.getByRole("button", { name: "Refund me" }).click();
      await other.getByText("You have already chosen what becomes of this gift.").waitFor();
      await other.getByRole("heading", { level: 1, name: "We’ll send it all the same" }).waitFor();
    } finally {
      await close();
    }
  },
);
