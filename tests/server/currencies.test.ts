/** The demo sells in pounds and in euros: no page, stored or new, shows a shopper an amount in the other currency. */
import { afterAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { addToBasket, goToPayment, payAt, textOf } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { emailThat, withDatabase } from "#tests/support/shops/shop-data.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const POUNDS = /£|\bGBP\s?\d|"GBP"|price in pounds/i;
const EUROS = /€|\bEUR\s?\d|"EUR"|price in euros/i;
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const RAINBOW_MUTED = 5000;
const PATIENT = { timeout: 60_000, interval: 100 };

const shop = useShop();

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

/** Texts that are the owner's or a shopper's own, and speak of pounds to everybody. */
const OWN_TEXTS = /^\/(?:information|blog|api|feeds|sitemap|emails|styleguide)(?:[/?]|$)/;

/** Addresses of pages that need nobody's order. */
const ADDRESSES = Object.values(SAMPLES)
  .flat()
  .filter(({ at, status = 200, type }) => status === 200 && type === undefined && !at.includes("{"))
  .map(({ at }) => at)
  .filter((at) => !OWN_TEXTS.test(at));

async function inEuros(): Promise<Shopper> {
  const shopper = new Shopper(shop.origin);
  const { status } = await shopper.post("/store", { currency: "EUR", from: "/" });
  if (status !== 303) throw new Error(`No choice: ${status}`);
  return shopper;
}

/** A page without what shoppers wrote on it and without the form that names both currencies. */
function amountsOf(html: string): string {
  return html
    .replace(/<select[^>]*name="currency"[\s\S]*?<\/select>/g, "")
    .replaceAll(/"currencies",\[[^\]]*\]/g, "")
    .replaceAll("Cost me £6", "")
    .replaceAll(/<[^>]* data-sign="([^"]+)"[^>]*>/g, "$1");
}

test("every page in both currencies, back and forth, has amounts in the shopper's only", async () => {
  const [british, irish] = [new Shopper(shop.origin), await inEuros()];
  for (const basket of ["empty", "filled"]) {
    if (basket === "filled") for (const who of [british, irish]) await addToBasket(who, RAINBOW_MUTED);
    const wrong: Array<string> = [];
    let priced = 0;
    for (const at of ADDRESSES) {
      // The second round is answered from what the first one stored.
      for (const [who, other, own] of [
        [british, EUROS, POUNDS],
        [irish, POUNDS, EUROS],
        [british, EUROS, POUNDS],
        [irish, POUNDS, EUROS],
      ] as const) {
        const { status, body } = await who.get(at);
        if (status !== 200) continue;
        const text = textOf(amountsOf(body));
        if (own.test(text)) priced += 1;
        const found = other.exec(text);
        if (found)
          wrong.push(`${at} (${basket}): …${text.slice(Math.max(0, found.index - 40), found.index + 20)}…`);
      }
    }
    expect(wrong).toEqual([]);
    expect(priced).toBeGreaterThan(40);
  }
});

test("scripts and structured data have the shopper's currency too", async () => {
  const irish = await inEuros();
  for (const at of ["/", "/c/wooden-toys", RAINBOW]) {
    const { body } = await irish.get(at);
    expect(amountsOf(body), at).not.toMatch(/£\d|"priceCurrency":"GBP"|,"GBP"\]?[,}]\d/);
  }
  expect((await irish.get(RAINBOW)).body).toContain('"priceCurrency":"EUR"');
  expect((await new Shopper(shop.origin).get(RAINBOW)).body).toContain('"priceCurrency":"GBP"');
});

test("a text of the owner that names amounts says which currency they are in, to those who pay in another", async () => {
  const words = "Amounts in this text are in pounds sterling. Your basket shows what you pay in euros.";
  const [irish, british] = [await inEuros(), new Shopper(shop.origin)];

  const repairs = "/information/warranty-and-repairs";
  expect(textOf((await irish.get(repairs)).body)).toContain(words);
  expect(textOf((await british.get(repairs)).body)).not.toContain("Amounts in this text");
  // Its amounts come from the settings, which have them in each currency.
  const delivery = textOf((await irish.get("/information/delivery-and-return")).body);
  expect(delivery).toContain("€");
  expect(delivery).not.toMatch(/£|Amounts in this text/);
  expect(textOf((await irish.get("/information/accessibility")).body)).not.toContain("Amounts in this text");
});

test("what is the same for everybody stays in the shop's own currency", async () => {
  const irish = await inEuros();
  expect((await irish.get("/feeds/google.xml")).body).not.toMatch(/EUR/);
  const products = await irish.get("/api/products?id:in=101");
  expect(JSON.parse(products.body)).toMatchObject({ data: [{ price: 54 }] });
});

test("search, filter and sort are in the shopper's currency", async () => {
  const irish = await inEuros();
  const found = textOf((await irish.get("/search?q=train+under+30+euros")).body);
  expect(found).toContain("€30");
  const filtered = await irish.get("/category?max=20");
  const prices = [...textOf(filtered.body).matchAll(/€([\d.]+)/g)].map(([, price]) => Number(price));
  expect(prices.length).toBeGreaterThan(0);
});

test("the API prices in the currency that a call names, and a cart keeps its own", async () => {
  const products = await fetch(`${shop.origin}/api/products?id:in=101&currency=EUR`);
  expect(await products.json()).toMatchObject({ data: [{ price: 63, variants: [{ price: 63 }, {}, {}] }] });
  const refusal = await fetch(`${shop.origin}/api/products?id:in=101&currency=USD`);
  expect([refusal.status, JSON.stringify(await refusal.json())]).toEqual([
    422,
    expect.stringContaining("must be one of GBP, EUR"),
  ]);
  const line = { product_id: 101, variant_id: RAINBOW_MUTED, quantity: 1 };
  const post = (path: string, body: unknown) =>
    fetch(shop.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const created = (await (await post("/api/carts/create?currency=EUR", { line_items: [line] })).json()) as {
    data: { id: string };
  };
  const cart = { data: { cart: { currency: { code: "EUR" }, base_amount: 63 } } };
  expect(created).toMatchObject(cart);
  expect(await (await fetch(`${shop.origin}/api/carts/${created.data.id}`)).json()).toMatchObject(cart);
  const more = await post(`/api/carts/${created.data.id}/addItems`, { line_items: [line] });
  expect(await more.json()).toMatchObject({
    data: { cart: { currency: { code: "EUR" }, base_amount: 126 } },
  });
});

test("an order in euros: coupon, payment, page, email and a part refund", async () => {
  const irish = await inEuros();
  await addToBasket(irish, RAINBOW_MUTED, 2);
  await irish.post("/cart", { intent: "apply-coupon", coupon: "fiveroff" });
  expect(textOf((await irish.get("/cart")).body)).toContain("€6 has been taken off your order.");

  const payment = await goToPayment(irish);
  expect(textOf((await irish.get(payment)).body)).toContain("€120.00");
  await payAt(irish, payment);
  const paid = () => row("SELECT id, number, total_minor, currency FROM orders WHERE status = 'paid'");
  await expect.poll(paid, PATIENT).toMatchObject({ total_minor: 12_000, currency: "EUR" });
  const { id, number } = paid() as { id: string; number: number };
  // The order keeps its currency, whatever its shopper chooses next.
  await irish.post("/store", { currency: "GBP", from: "/" });
  const { body } = await irish.get(`/orders/${id}`);
  const page = textOf(/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? "");
  expect(page).toContain("€120.00");
  expect(page).not.toMatch(POUNDS);

  const confirmation = await emailWith("€120.00");
  expect(confirmation).toContain(String(number));
  expect(confirmation).not.toMatch(POUNDS);

  const refund = ["--lines", "HB-0101-MUTE=1", "--reason", "Scratched", "--yes"];
  await runCommand(shop, ["orders", "refund", String(number), ...refund]);
  await expect
    .poll(() => row("SELECT amount_minor, currency FROM refunds WHERE status = 'completed'"), PATIENT)
    .toEqual({ amount_minor: 6_000, currency: "EUR" });
  expect(await emailWith("€60.00")).not.toMatch(POUNDS);
});

const row = (query: string) => withDatabase(shop, (database) => database.prepare(query).get());

const emailWith = async (words: string) =>
  (await emailThat(shop, ({ text }) => text?.includes(words) ?? false)).text;
