/** The built shop as an Irish, a Japanese and a Kuwaiti one, shopped through by plain forms, without scripts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import PostalMime from "postal-mime";
import { afterEach, expect, test } from "vitest";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { sqliteDialect } from "#app/db/dialect.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { addToBasket, payAt, textOf } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { type Market, MARKETS, STACKER } from "#tests/support/shops/markets.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

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
/** From the owner's files under content/, which stand on every page. */
const OF_THE_OWNER = /Free delivery from £50/g;

let shop: RunningShop | null = null;
let dataDir = "";

afterEach(async () => {
  await shop?.stop();
  shop = null;
  rmSync(dataDir, { recursive: true, force: true });
});

async function open({ folder }: Market): Promise<RunningShop> {
  dataDir = mkdtempSync(join(tmpdir(), "market-"));
  connectTo(sqliteDialect(join(dataDir, "shop.db")));
  await migrate();
  const result = await importCatalogue(folder, new Date(), { imagery: DEMO_IMAGERY });
  await closeDatabase();
  if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
  return startShop({ dataDir });
}

/** A bill may go to any country. */
const BILLED_COUNTRIES = /<select[^>]*name="billing_country_code"[\s\S]*?<\/select>/;

/** What people see of a page, and what programs read in its structured data. */
function wordsOf(html: string): string {
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  return [textOf(html.replace(BILLED_COUNTRIES, "")), ...data.map((found) => found[1] ?? "")]
    .join(" ")
    .replace(OF_THE_OWNER, "");
}

async function emails(): Promise<ReadonlyArray<string>> {
  const folder = join(dataDir, "mail");
  const parsed = await Promise.all(
    readdirSync(folder).map((file) => PostalMime.parse(readFileSync(join(folder, file)))),
  );
  return parsed.map(({ subject = "", text = "" }) => `${subject}\n${text}`);
}

test.each(Object.entries(MARKETS))(
  "in %s a shopper without scripts buys and pays, and reads no word of another place",
  async (_, market) => {
    shop = await open(market);
    const shopper = new Shopper(shop.origin);
    // textOf writes every space as an ordinary one.
    const total = market.texts.total.replace(/\s/g, " ");
    const pages: Array<readonly [path: string, words: string]> = [];
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
    await expect.poll(() => emails(), { timeout: 60_000 }).not.toHaveLength(0);
    for (const [index, words] of (await emails()).entries()) pages.push([`email ${index}`, words]);

    const foreign = pages.flatMap(([path, words]) => {
      const found = market.foreign.exec(words);
      const around = found && words.slice(Math.max(0, found.index - 60), found.index + 60);
      return around === null ? [] : [`${path}: ${around}`];
    });
    expect(foreign).toEqual([]);
  },
);

test("a refused address says what it misses in the words of the country", async () => {
  shop = await open(MARKETS.Japan);
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
