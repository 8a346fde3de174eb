import { expect, test } from "vitest";

import { visit } from "#tests/support/people/visit.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PHONE = { width: 390, height: 844 };
const SCREENS = 2;

/** The longest of each kind: many warnings by part, two options, words of one's own, a short toy. */
const PRODUCTS = [
  "travel-system",
  "carrycot-pram",
  "double-pushchair",
  "cot-bed",
  "noahs-ark",
  "pull-along-dog",
];

const shop = useShop();

test.each(PRODUCTS)(
  "on a phone without scripts, the button of %s is within two screens, below every warning",
  async (slug) => {
    const { page } = await visit("off", { viewport: PHONE });
    await page.goto(`${shop.origin}/p/${slug}`);
    const button = await page
      .getByRole("button", { name: /^(?:Add to basket$|Pre-order\b)/ })
      .first()
      .boundingBox();
    const safety = await page.locator("section[aria-labelledby=safety]").boundingBox();

    const bottomOf = (box: typeof button) => (box ? box.y + box.height : Number.NaN);
    expect(bottomOf(button)).toBeLessThanOrEqual(SCREENS * PHONE.height);
    expect(bottomOf(safety)).toBeLessThanOrEqual(button?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  },
);

test.each(["travel-system", "pull-along-dog"])(
  "the bar of %s is on no screen of a phone above the end of the safety panel, and buys without scripts",
  async (slug) => {
    const { page } = await visit("off", { viewport: PHONE });
    await page.goto(`${shop.origin}/p/${slug}`);
    const bar = page.locator("button[form=buy]");
    const safety = page.locator("section[aria-labelledby=safety]");
    const seen = [];
    for (let y = 0; y < 4 * PHONE.height; y += 60) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
      const [button, panel] = await Promise.all([bar.boundingBox(), safety.boundingBox()]);
      if (!button || !panel || button.y >= PHONE.height) continue;
      seen.push(y);
      expect(panel.y + panel.height).toBeLessThanOrEqual(button.y);
    }
    expect(seen.length).toBeGreaterThan(0);
    await bar.click();
    await page.getByText("Added to your basket").first().waitFor();
  },
);

test("the columns of a comparison are equally wide, and on a phone it does not scroll sideways", async () => {
  const { page } = await visit("off");
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${shop.origin}/compare?products=137,138,140,146`);
    const widths = await page
      .getByRole("columnheader")
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)));
    expect(widths).toHaveLength(4);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("the head of a comparison, with price and Choose, is still in sight at its last row", async () => {
  const { page } = await visit("off", { viewport: PHONE });
  await page.goto(`${shop.origin}/compare?products=137,138,140`);
  await page.evaluate(() => {
    document
      .querySelector("table tbody tr:last-child")
      ?.scrollIntoView({ block: "center", behavior: "instant" });
  });
  const top = await page
    .getByRole("link", { name: /^Choose / })
    .first()
    .boundingBox();
  expect(top?.y).toBeGreaterThan(0);
  expect(top?.y).toBeLessThan(PHONE.height / 2);
});
