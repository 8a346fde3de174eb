/** The desk for low vision: a window at 400 %, large letters, wide text spacing and forced colours. */
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";

import { deskWalk } from "#tests/support/shops/desk-walk.ts";
import { brokenTexts, cutTexts, overflowOf } from "#tests/support/checks/overflow.ts";
import { outlineFaults } from "#tests/support/checks/outline.ts";
import { TEXT_SPACING, withStyle } from "#tests/support/checks/text-spacing.ts";
import { openBrowser } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();
const { atDesk, buy } = deskWalk(shop);

/** 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** Of the window, between what sticks to its edges. */
const FREE_MIN_PX = 120;

const PAGES = [
  ...[
    "",
    "/orders?view=all",
    "/stock",
    "/returns",
    "/products",
    "/products/101",
    "/coupons",
    "/staff",
    "/customers",
    "/log",
  ],
  ...[
    "/messages",
    "/reviews",
    "/pages",
    "/settings",
    "/settings/delivery",
    "/figures",
    "/files",
    "/menu",
    "/account",
    "/search?q=oak",
  ],
];

/** Pixels of the window that nothing sticks to. */
async function whatIsFree(page: Page) {
  return page.evaluate(() => {
    const sticking = [...document.querySelectorAll("body *")].filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const isWide = width > innerWidth / 2 && height > 0;
      return (position === "fixed" || position === "sticky") && visibility === "visible" && isWide;
    });
    const covers = (y: number) =>
      sticking.some((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top <= y && bottom > y;
      });
    return Array.from({ length: innerHeight }, (_, y) => y).filter((y) => !covers(y)).length;
  });
}

test("at 400 % the list of orders and other pages can be read", async () => {
  for (let count = 0; count < 3; count += 1) await buy();
  const page = await atDesk("on");
  await page.setViewportSize(ZOOMED);
  const found: Array<unknown> = [];
  for (const path of PAGES) {
    await page.goto(`${shop.origin}/desk${path}`);
    await page.mouse.wheel(0, 300);
    const [free, wide] = [await whatIsFree(page), await overflowOf(page)];
    if (free < FREE_MIN_PX || wide) found.push({ path, free, wide });
  }
  expect(found).toEqual([]);
});

test.each([24, 32])(
  "with a browser font of %i px no page of the desk overflows, cuts a text off or breaks a word to pieces",
  async (fontSize) => {
    const browser = await openBrowser({ fontSize });
    onTestFinished(() => browser.close());
    const number = await buy();
    const page = await atDesk("on", { email: `font${fontSize}@example.com`, name: "Rose Pryce", browser });
    const found: Array<unknown> = [];
    for (const path of [...PAGES, `/orders/${number}`, `/orders/${number}/refund`]) {
      await page.goto(`${shop.origin}/desk${path}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const [wide, cut] = [
          await overflowOf(page),
          [...(await cutTexts(page)), ...(await brokenTexts(page)).slice(0, 6)],
        ];
        if (wide || cut.length > 0) found.push({ path, width, wide, cut });
      }
    }
    expect(found).toEqual([]);
  },
);

test("with the text spacing of WCAG 1.4.12 no page of the desk overflows, and none has a list of nothing", async () => {
  const number = await buy();
  const page = await atDesk("on", { email: "isla@example.com", name: "Isla Pryce" });
  const found: Array<unknown> = [];
  for (const path of [...PAGES, `/orders/${number}`, `/orders/${number}/refund`]) {
    await page.goto(`${shop.origin}/desk${path}`);
    const empty = (await outlineFaults(page)).filter((fault) => fault.startsWith("a list without items"));
    if (empty.length > 0) found.push({ path, empty });
    await withStyle(page, TEXT_SPACING);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await overflowOf(page);
      if (wide) found.push({ path, width, wide });
    }
  }
  expect(found).toEqual([]);
});

test("in forced colours the page one is on is marked, the shop's name stands on a plate, and the chart's key has two looks", async () => {
  const page = await atDesk("on", { email: "wren@example.com", name: "Wren Pryce" });
  await page.emulateMedia({ forcedColors: "active" });
  for (const [width, links] of [
    [1280, ".rail a.i"],
    [390, ".tabs-b a"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const outlines = await page
      .locator(links)
      .evaluateAll((all) =>
        all.map((link) => [
          link.hasAttribute("aria-current"),
          getComputedStyle(link).outlineStyle !== "none",
        ]),
      );
    expect(outlines.filter(([isCurrent]) => isCurrent)).toEqual([[true, true]]);
    expect(outlines.filter(([isCurrent, isMarked]) => !isCurrent && isMarked)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const plate = await page.locator(".rail .brand img").evaluate((image) => getComputedStyle(image));
  expect(plate.backgroundColor).toBe("rgb(255, 255, 255)");
  const looks = await page.locator("table .key").evaluateAll((keys) =>
    keys.map((key) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(key);
      return [backgroundColor, borderTopColor].join();
    }),
  );
  expect(looks).toHaveLength(2);
  expect(new Set(looks).size).toBe(2);
});
