/**
 * The other half of the guard of large changes: how sixty pages of a busy shop look on a desktop and on a phone, without
 * scripts. Before a change, `RECORD_TO=looks` stores the images in that folder; after it, on the same day,
 * `COMPARE_WITH=looks` names what looks different. Always: each page is there, what scrolls sideways shows it, and no
 * short text breaks within a pill.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";

import { brokenPills, unmarkedScrollers } from "#tests/support/checks/overflow.ts";
import { cookiesOf } from "#tests/support/people/over-http.ts";
import { visit } from "#tests/support/people/visit.ts";
import { fillShop, type Viewer } from "#tests/support/shops/busy-shop.ts";
import { shopForTest } from "#tests/support/shops/use-shop.ts";

const WIDTHS = [1440, 390];
/** Of the window, in pixels: all images of the page are near enough to be fetched. */
const HEIGHT = 2600;
/** Of 255: a channel of a pixel that differs by less looks the same. */
const SAME_WITHIN = 24;
/** Of a page: where a round corner lies between two pixels, one of them may be drawn either way. */
const SAME_PIXELS = 20;

const PAGES: Readonly<Partial<Record<Viewer, ReadonlyArray<string>>>> = {
  guest: [
    ...[
      "/",
      "/c/wooden-toys",
      "/c/pushchairs",
      "/c/prams?sort=price",
      "/search/wooden%20train",
      "/search/qqqq",
    ],
    ...[
      "/brands",
      "/blog",
      "/compare",
      "/favourites",
      "/cart",
      "/checkout",
      "/login",
      "/register",
      "/goodbye",
    ],
    ...[
      "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
      "/p/pushchairs/everyday/city-pushchair",
    ],
    ...["/c/new", "/information", "/information/contact-us", "/privacy/cookies", "/orders", "/my-spaces"],
    ...["/nowhere", "/category/nowhere"],
  ],
  customer: [
    ...["/account", "/account/orders", "/account/addresses", "/account/addresses/new", "/account/details"],
    ...["/checkout", "/gift-lists", "/gift-lists/new"],
  ],
  owner: [
    ...["", "/orders?view=all", "/pack", "/returns", "/products", "/products/101", "/products/101/variants"],
    ...[
      "/products/new",
      "/categories",
      "/brands",
      "/stock",
      "/messages",
      "/reviews",
      "/customers",
      "/gift-lists",
    ],
    ...[
      "/coupons",
      "/coupons/new",
      "/newsletter",
      "/figures",
      "/pages",
      "/redirects",
      "/files",
      "/log",
      "/staff",
    ],
    ...["/settings", "/settings/delivery", "/settings/company", "/menu", "/account"],
  ].map((path) => `/desk${path}`),
};

const NOT_FOUND = ["/nowhere", "/category/nowhere"];

/** Numbers and times of day are of one shop and one moment. */
async function withoutNumbers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? "";
      node.nodeValue = text.replaceAll(/\d{1,2}[:.]\d\d(?: [ap]m)?/g, "8.88").replaceAll(/\d+/g, "8");
    }
  });
}

type Look = Readonly<{ name: string; image: Buffer; faults: ReadonlyArray<string> }>;

async function looksOf(page: Page, address: string, name: string): Promise<ReadonlyArray<Look>> {
  const looks: Array<Look> = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const answer = await page.goto(address, { waitUntil: "networkidle" });
    if (answer?.status() !== 200 && !NOT_FOUND.some((path) => address.endsWith(path)))
      throw new Error(`${address}: ${answer?.status()}`);
    const faults = [...(await unmarkedScrollers(page)), ...(await brokenPills(page))];
    await withoutNumbers(page);
    const image = await page.screenshot({ animations: "disabled" });
    looks.push({ name: `${name}-${width}.png`, image, faults });
  }
  return looks;
}

/** Pixels that look different; null where they are not of one size. */
async function pixelsBetween(one: Buffer, other: Buffer): Promise<number | null> {
  const [left, right] = await Promise.all(
    [one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!left || !right || left.info.width !== right.info.width || left.info.height !== right.info.height)
    return null;
  let count = 0;
  for (let at = 0; at < left.data.length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((left.data[at + channel] ?? 0) - (right.data[at + channel] ?? 0)) > SAME_WITHIN,
    );
    if (differs) count += 1;
  }
  return count;
}

const { RECORD_TO, COMPARE_WITH } = process.env;

test("sixty pages look as before, show what scrolls sideways and break no short text within a pill", async () => {
  if (RECORD_TO) mkdirSync(RECORD_TO, { recursive: true });
  const shop = await shopForTest({});
  const viewers = await fillShop(shop);
  const different: Array<string> = [];
  const faults: Array<string> = [];
  let count = 0;
  for (const [viewer, paths] of Object.entries(PAGES)) {
    const { page } = await visit("off");
    await page.context().addCookies(cookiesOf(viewers[viewer as Viewer], shop.origin));
    for (const path of paths) {
      const name = `${viewer}${path}`.replaceAll(/\W+/g, "_");
      for (const look of await looksOf(page, `${shop.origin}${path}`, name)) {
        count += 1;
        faults.push(...look.faults.map((fault) => `${look.name}: ${fault}`));
        if (RECORD_TO) writeFileSync(join(RECORD_TO, look.name), look.image);
        if (!COMPARE_WITH) continue;
        const pixels = await pixelsBetween(readFileSync(join(COMPARE_WITH, look.name)), look.image);
        if (pixels === null || pixels > SAME_PIXELS)
          different.push(`${look.name}: ${pixels ?? "another size"}`);
      }
    }
  }

  expect(count).toBeGreaterThanOrEqual(120);
  expect(faults).toEqual([]);
  expect(different).toEqual([]);
}, 1_200_000);
