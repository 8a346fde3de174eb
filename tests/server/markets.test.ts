/** The built shop as an Irish, a Japanese and a Kuwaiti one, shopped through by plain forms, without scripts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { addToBasket, payAt, textOf } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { foreignWords, startMarket, wordsOf } from "#tests/support/shops/market-shop.ts";
import { type Market, MARKETS, STACKER } from "#tests/support/shops/markets.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

const PAGES = [
  "/c/wooden-toys",
  "/c/gifts/gifts-by-age",
  "/p/wooden-toys/stackers/rainbow-stacker",
  "/search/rainbow",
  "/brands",
  "/compare?products=101",
  "/orders",
  "/login",
  "/register",
  "/favourites",
];

async function openMarket(market: Market): Promise<RunningShop> {
  const dataDir = mkdtempSync(join(tmpdir(), "market-"));
  const shop = await startMarket(market, dataDir);
  onTestFinished(async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return shop;
}

test.each(Object.entries(MARKETS))(
  "in %s a shopper without scripts buys and pays, and reads no word of another place",
  async (_, market) => {
    const shop = await openMarket(market);
    const shopper = new Shopper(shop.origin);
    // textOf writes every space as an ordinary one.
    const total = market.texts.total.replace(/\s/g, " ");
    const pages: Array<readonly [where: string, words: string]> = [];
    const read = async (path: string) => {
      const { status, body } = await shopper.get(path);
      expect([path, status]).toEqual([path, 200]);
      pages.push([path, wordsOf(body)]);
      return body;
    };

    for (const path of PAGES) await read(path);
    await addToBasket(shopper, STACKER, 2);
    await shopper.post("/cart", { intent: "apply-coupon", coupon: "tenth" });
    const basket = await read("/cart");
    expect(textOf(basket)).toContain(total);
    expect(textOf(basket).includes("Including")).toBe(market.texts.tax !== null);
    const till = await read("/checkout");
    expect(textOf(till)).toContain(market.texts.postcode);
    const typed = { ...hiddenFields(till), ...market.typed };
    const priced = await shopper.post("/checkout", { ...typed, intent: "update" });
    const sent = await shopper.post("/checkout", {
      ...hiddenFields(priced.body),
      ...market.typed,
      intent: "pay",
    });
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/test-payment\//)]);
    const hosted = sent.location ?? "";
    expect(textOf(await read(hosted))).toContain(total);
    const paid = await payAt(shopper, hosted);
    await shopper.get(paid.location ?? "");
    const thanks = await read("/checkout/thank-you");
    expect(textOf(thanks)).toContain(total);
    const order = /\/orders\/(order_[\w-]{22})/.exec(thanks)?.[1] ?? "";
    for (const path of ["", "/invoice", "/cancel", "/return"]) await read(`/orders/${order}${path}`);

    expect(foreignWords(market, pages)).toEqual([]);
  },
);

test("a refused address says what it misses in the words of the country", async () => {
  const shop = await openMarket(MARKETS.Japan);
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, STACKER, 1);
  const till = await shopper.get("/checkout");

  const answer = await shopper.post("/checkout", {
    ...hiddenFields(till.body),
    ...MARKETS.Japan.typed,
    delivery_postal_code: "12",
    delivery_phone: "x",
    intent: "pay",
  });

  expect(answer.status).toBe(422);
  expect(textOf(answer.body)).toContain("Enter a full postal code, such as 100-0001");
  expect(textOf(answer.body)).toContain("City and prefecture");
});
