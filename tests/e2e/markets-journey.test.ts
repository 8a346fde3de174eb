/**
 * The Irish, the Japanese and the Kuwaiti shop in a browser, each with its scripts in another state: bought from, paid,
 * refunded in part and returned. What stands on further pages is read over HTTP (tests/server/markets.test.ts).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { registerListeners } from "#app/listeners.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, shipOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Result } from "#app/models/shared/result.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { addToBasket, atThePaymentPage, open, openBasket, taken } from "#tests/support/people/journey.ts";
import { follow, send, sendTo } from "#tests/support/people/steps.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import {
  emailsOf,
  foreignWords,
  inDatabase,
  startMarket,
  wordsOf,
} from "#tests/support/shops/market-shop.ts";
import { type Market, MARKETS } from "#tests/support/shops/markets.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";

const WAIT_MS = 60_000;
/** Received, sent, delivered, return announced, return received, two refunds, and the owner's about the new order. */
const EMAILS = 8;

let dataDir = "";
let shop: RunningShop | null = null;

beforeAll(async () => {
  registerListeners();
});

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "market-"));
});

afterEach(async () => {
  await shop?.stop();
  shop = null;
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([
  ["Ireland", "on"],
  ["Japan", "off"],
  ["Kuwait", "late"],
] as const)(
  "in %s a shopper buys, is refunded a part and returns the rest, scripts %s",
  async (name, mode) => {
    const market = MARKETS[name];
    shop = await startMarket(market, dataDir);
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    const seen: Array<readonly [where: string, words: string]> = [];
    const look = async () => {
      await taken(page, mode);
      seen.push([page.url(), wordsOf(await page.content())]);
    };

    await open(journey, "/p/wooden-toys/stackers/rainbow-stacker");
    await look();
    await page.getByRole("spinbutton", { name: "Quantity" }).fill("2");
    await addToBasket(journey);
    await openBasket(journey);
    await page.getByRole("textbox", { name: "Discount code (optional)" }).fill("tenth");
    await send(page, "Apply the discount code", "Done.");
    await look();
    await follow(page, "Go to checkout", "Checkout");
    await look();
    await fillIn(page, market);
    await page.getByRole("button", { name: `Pay now ${market.texts.total}` }).click();
    await page.waitForURL(/\/test-payment\//);
    await look();
    await atThePaymentPage(journey, /^Pay /);
    await page.getByRole("heading", { name: "Thank you, Hannah" }).waitFor();
    await look();
    expect(await page.locator("main").innerText()).toContain(market.texts.total);

    const { id, number, total } = paidOrder();
    await sendWithoutOne(id);
    await follow(page, "View, cancel or return this order", `Order ${number}`);
    await look();
    await follow(page, "Return items", "Return items");
    await look();
    await page.getByLabel("Quantity").selectOption("1");
    await page.getByLabel("Reason").selectOption({ label: "I changed my mind" });
    await send(page, "Continue", "You get back");
    await look();
    await sendTo(page, "Confirm return", `Return R${number}-1`);
    await look();
    await inDatabase(dataDir, async () =>
      done(await receiveReturn(`R${number}-1`, { isRestocked: true, hasDelivery: true, ...owner() })),
    );

    await expect.poll(() => refunded(), { timeout: WAIT_MS }).toEqual({ refunds: 2, minor: total });
    await open(journey, `/orders/${id}`);
    await look();
    await expect.poll(async () => (await emailsOf(dataDir)).length, { timeout: WAIT_MS }).toBe(EMAILS);
    for (const email of await emailsOf(dataDir)) seen.push([email.split("\n")[0] ?? "", email]);
    expect(foreignWords(market, seen)).toEqual([]);
    expect(await brokenInvariants(dataDir)).toEqual([]);
  },
);

/** Everything that the form shows and a shopper has to type. The country is the shop's own. */
async function fillIn(page: Page, { typed }: Market): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    const field = page.locator(`input[name="${name}"]:is([type=text], [type=email], [type=tel])`);
    if (value !== "" && (await field.count()) === 1) await field.fill(value);
  }
}

const owner = () => ({ by: "owner", now: new Date() }) as const;

/** As the owner does: one of the two items is refunded, the other one sent and delivered. */
async function sendWithoutOne(id: OrderId): Promise<void> {
  await inDatabase(dataDir, async () => {
    await expect.poll(async () => (await findOrder(id))?.status, { timeout: WAIT_MS }).toBe("paid");
    const refund = { units: [1], delivery: false };
    done(
      await requestRefund(id, { key: "one", refund, isRestocked: false, reason: "A scratch", ...owner() }),
    );
    const shipment = { carrier: "own", number: "AB12", url: null, units: null, key: "one" };
    done(await shipOrder(id, { ...shipment, ...owner() }));
    done(await deliverOrder(id, owner()));
  });
}

function done(result: Result<unknown, string>): void {
  if (!result.ok) throw new Error(result.code);
}

type Bought = Readonly<{ id: OrderId; number: number; total: number }>;

function paidOrder(): Bought {
  return ask("SELECT id, number, total_minor AS total FROM orders") as Bought;
}

function refunded(): unknown {
  return ask(
    "SELECT count(*) AS refunds, sum(amount_minor) AS minor FROM refunds WHERE status = 'completed'",
  );
}

function ask(query: string): unknown {
  return withDatabase({ dataDir }, (database) => database.prepare(query).get());
}
