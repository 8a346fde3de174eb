/** The same code as an Irish, a Japanese and a Kuwaiti shop: bought, paid, refunded in part and returned. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";
import { addToCart, findCart } from "#app/models/cart/cart.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { durabilityFieldText } from "#app/models/catalogue/editing/safety-facts.ts";
import { exportProducts } from "#app/models/catalogue/product-export.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderConfirmationEmail } from "#app/models/order/email.server.ts";
import { exportOrders } from "#app/models/order/export.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { hiddenAddress } from "#app/models/order/order.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { makeRefund, requestRefund } from "#app/models/order/refund.server.ts";
import { requestReturn, receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, shipOrder } from "#app/models/order/shipments.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { ExportRow } from "#app/models/shared/csv-export.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { loader as basket } from "#app/routes/cart/cart.tsx";
import { loader as productPage } from "#app/routes/catalogue/product.tsx";
import { action as pressCheckout, loader as checkout } from "#app/routes/checkout/checkout.tsx";
import { action as pressPay } from "#app/routes/checkout/test-payment.tsx";
import { lifeView } from "#app/routes/orders/order.server.ts";
import { findTestPayment } from "#app/services/payment/payment-embedded.server.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { customerWithBrowser, savedAddress } from "#tests/support/people/customer.ts";
import { NOW } from "#tests/support/now.ts";
import { DEMO_IMAGERY } from "#tests/support/shops/catalogue-folder.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";
import { type Market, MARKETS, STACKER } from "#tests/support/shops/markets.ts";

useTestDatabase({ catalogue: "none" });

const BERLIN = {
  ...MARKETS.Ireland.typed,
  delivery_country_code: "DE",
  delivery_postal_code: "10117",
  delivery_city: "Berlin",
  delivery_phone: "030 000000",
};

const ORIGIN = "http://localhost:3000";
const MAIL_FOLDER = join(config.dataDir, "mail");
const OWNER = { by: "owner", now: NOW } as const;

async function open({ folder }: Market): Promise<void> {
  const result = await importCatalogue(folder, NOW, { imagery: DEMO_IMAGERY });
  if (!result.ok) throw new Error(result.problems.map(problemText).join("\n"));
}

/** Two stackers and a coupon, paid at the test provider. */
async function buy({ typed }: Market) {
  const added = await addToCart(null, [{ variantId: STACKER, quantity: 2 }], NOW);
  if (!added.ok) throw new Error(added.code);
  const { cart } = added.value;
  expect((await applyCoupon(cart, "TENTH", NOW)).ok).toBe(true);
  const browser = await new Browser().takeCart(cart.id);
  const view = await checkoutView(browser);
  const priced = await browser.post(pressCheckout, "/checkout", {
    ...hiddenFields(view),
    ...typed,
    intent: "update",
  });
  const { view: agreed } = (await priced.json()) as { view: typeof view };
  const sent = await browser.post(pressCheckout, "/checkout", {
    ...hiddenFields(agreed),
    ...typed,
    intent: "pay",
  });
  const page = sent.headers.get("Location") ?? JSON.stringify(await sent.json());
  expect([sent.status, page]).toEqual([303, expect.stringMatching(/^\/test-payment\//)]);
  const paymentId = page.split("/").at(-1) ?? "";
  await browser.post(pressPay, page, { intent: "pay" }, { paymentId });
  const { id } = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await settle(id as OrderId, NOW);
  return { orderId: id as OrderId, paymentId, cartId: cart.id };
}

async function paidOrder(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("There is no order");
  return order;
}

async function emails(): Promise<ReadonlyArray<string>> {
  const parsed = await Promise.all(
    readdirSync(MAIL_FOLDER).map((file) => PostalMime.parse(readFileSync(join(MAIL_FOLDER, file)))),
  );
  return parsed.map(({ subject = "", text = "", html = "" }) => [subject, text, html].join("\n"));
}

describe.each(Object.entries(MARKETS))("the shop in %s", (_, market) => {
  test("takes an order in its own money and its own form of address", async () => {
    await open(market);

    const { orderId } = await buy(market);

    const order = await paidOrder(orderId);
    const { locale } = await findStore();
    expect(order.status).toBe("paid");
    expect(order.deliveryAddress).toMatchObject(market.stored);
    expect(order.totals.total.currency).toBe(market.currency);
    expect(formatMoney(order.totals.total, locale)).toBe(market.texts.total);
    expect(order.totals.vat.minor > 0).toBe(market.texts.tax !== null);
  });

  test("confirms by an email without words of other places", async () => {
    rmSync(MAIL_FOLDER, { recursive: true, force: true });
    await open(market);
    await buy(market);

    await runDueJobs({ "order-confirmation": sendOrderConfirmationEmail(ORIGIN) });

    const [email = ""] = await emails();
    expect(email).toContain(market.texts.total);
    expect(market.foreign.exec(email)?.[0] ?? null).toBeNull();
    expect(email.includes("europa.eu/youreurope/guarantees")).toBe(market.currency === "EUR");
  });

  test("writes the owner's tables in its own words", async () => {
    await open(market);
    await buy(market);
    const all = { from: null, to: null };

    const [order = {}] = (await exportOrders(all).next()).value as ReadonlyArray<ExportRow>;
    const [product = {}] = (await exportProducts().next()).value as ReadonlyArray<ExportRow>;

    expect(order).toMatchObject({
      [market.columns.postcode]: market.stored.postal_code,
      [market.columns.tax]: expect.any(String),
      currency: market.currency,
    });
    expect(product).toHaveProperty([market.columns.rate]);
    expect(
      [...Object.keys(order), ...Object.keys(product)].filter((name) => market.foreign.test(name)),
    ).toEqual([]);
  });

  test("gives the exact payment back in parts: a refund of one unit, and the return of the other", async () => {
    await open(market);
    const { orderId, paymentId } = await buy(market);
    const { totals } = await paidOrder(orderId);

    const refunded = await requestRefund(orderId, {
      key: "one",
      refund: { units: [1], delivery: false },
      isRestocked: false,
      reason: "A scratch",
      ...OWNER,
    });
    expect(refunded.ok).toBe(true);
    const shipment = { carrier: "own", number: "AB12", url: null, units: null, key: "one" };
    await shipOrder(orderId, { ...shipment, ...OWNER });
    await deliverOrder(orderId, OWNER);
    const requested = await requestReturn(orderId, {
      key: "return_AAAAAAAAAAAAAAAAAAAAAA",
      lines: [{ units: 1, reason: "changed-mind" }],
      note: "",
      by: "customer",
      now: NOW,
    });
    if (!requested.ok) throw new Error(requested.code);
    const received = await receiveReturn(requested.value.number, {
      isRestocked: true,
      hasDelivery: true,
      ...OWNER,
    });
    if (!received.ok) throw new Error(received.code);
    await runDueJobs({ "order-refund": makeRefund });

    const payment = await findTestPayment(paymentId, NOW);
    const refunds = payment?.refunds.map(({ minor }) => minor) ?? [];
    expect(refunds).toHaveLength(2);
    expect(refunds.reduce((sum, minor) => sum + minor, 0)).toBe(totals.total.minor);
  });
});

test("an order keeps its currency, and a basket is priced anew, when the shop changes its own", async () => {
  await open(MARKETS.Ireland);
  const { orderId } = await buy(MARKETS.Ireland);
  const added = await addToCart(null, [{ variantId: STACKER, quantity: 1 }], NOW);
  if (!added.ok) throw new Error(added.code);

  await open(MARKETS.Japan);

  expect((await paidOrder(orderId)).totals.total).toEqual({ minor: 10_620, currency: "EUR" });
  const basket = await findCart(added.value.cart.id);
  expect([basket?.lines[0]?.price.now, basket?.formerCurrency]).toEqual([
    { minor: 9_800, currency: "JPY" },
    "EUR",
  ]);
  const again = await addToCart(added.value.cart.id, [{ variantId: STACKER, quantity: 1 }], NOW);
  expect(again.ok && again.value.cart.formerCurrency).toBeNull();
  expect((await findCart(added.value.cart.id))?.formerCurrency).toBeNull();
});

test("the rate of the country of delivery is in an order from abroad", async () => {
  await open(MARKETS.Ireland);

  const { orderId } = await buy({
    ...MARKETS.Ireland,
    typed: BERLIN,
  });

  const { totals, deliveryAddress } = await paidOrder(orderId);
  expect(deliveryAddress).toMatchObject({ country: "Germany", postal_code: "10117", phone: "+4930000000" });
  // 19 % of Germany within 106.20 and the 6.50 of the zone, rounded for each.
  expect([totals.delivery?.minor, totals.vat.minor]).toEqual([650, 1_800]);
});

test("an order to the Union is paid for only beneath the notice of its country, and keeps it", async () => {
  await open(MARKETS.Ireland);
  const cart = await stackerInCart();
  const browser = await new Browser().takeCart(cart.id);
  const before = await checkoutView(browser);
  expect(before.legalGuarantee?.languages).toBe("en");
  const press = (view: typeof before) =>
    browser.post(pressCheckout, "/checkout", { ...hiddenFields(view), ...BERLIN, intent: "pay" });

  const unseen = await press(before);

  expect(unseen.status).toBe(422);
  const { view, errors } = (await unseen.json()) as { view: typeof before; errors: Record<string, string> };
  expect(errors["delivery_country_code"]).toMatch(/^Read the notice on your legal guarantee/);
  expect(view.legalGuarantee).toMatchObject({ languages: "de", title: "Gesetzliche Gewährleistung" });
  const sent = await press(view);
  expect(sent.status).toBe(303);
  const { id } = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();
  const order = await findOrder(id as OrderId);
  if (!order) throw new Error("There is no order");
  const [life, store] = await Promise.all([findFulfilmentHistory(order.id), findStore()]);
  const shown = async (country: string) =>
    JSON.stringify(
      await lifeView(
        {
          order: { ...order, deliveryAddress: { ...order.deliveryAddress, country_code: country } },
          life,
          store,
        },
        NOW,
      ),
    );
  expect(await shown("DE")).toContain("europa.eu/youreurope/garantien");
  expect(await shown("GB")).not.toContain("legalGuarantee");

  // Its buyer must not learn where a gift goes.
  const seen = ["DE", "IE"].map(async (country_code) => {
    const deliveryAddress = hiddenAddress("Ida’s list address", { country_code });
    const delivery = { ...order.delivery, giftList: { listId: "list_1", sentTo: "Ida’s list address" } };
    const billingAddress = { ...order.billingAddress, country: "Ireland", country_code: "IE" };
    const gift = { ...order, billingAddress, deliveryAddress, delivery };
    return [
      await lifeView({ order: gift, life, store }, NOW),
      orderConfirmationEmail({ order: gift, store, origin: ORIGIN }),
    ];
  });
  const [german, irish] = await Promise.all(seen);
  expect(german).toEqual(irish);
  expect(german).toMatchObject([
    { legalGuarantee: { languages: "en" } },
    { html: expect.not.stringMatching(/Germany|Gewährleistung/) },
  ]);
});

test("pages of a shop that delivers to no country of the Union have not a byte of the notice", async () => {
  await open(MARKETS.Japan);
  const cart = await stackerInCart();
  await setDelivery(cart.id, { postcode: "1000001" }, NOW);
  const browser = await new Browser().takeCart(cart.id);

  for (const [loader, path] of [
    [basket, "/cart"],
    [checkout, "/checkout"],
  ] as const)
    expect(await (await browser.get(loader, path)).text()).not.toMatch(/legal_?guarantee/i);
});

test("the basket has the notice as soon as its postcode says where it goes", async () => {
  await open(MARKETS.Ireland);
  const cart = await stackerInCart();
  const browser = await new Browser().takeCart(cart.id);
  const text = async () => (await browser.get(basket, "/cart")).text();

  expect(await text()).not.toContain("legalGuarantee");
  await setDelivery(cart.id, { postcode: "V95X2A0" }, NOW);
  expect(await text()).toContain("legalGuarantee");
});

test.each([
  ["Ireland", true],
  ["Japan", false],
] as const)("the label of a producer's guarantee stands at its product in %s: %s", async (name, isShown) => {
  await open(MARKETS[name]);
  const path = await labelledProduct();
  const browser = await new Browser().takeCart((await stackerInCart()).id);

  const page = await (await browser.get(productPage, path)).text();
  const seen = JSON.stringify(await checkoutView(browser));

  expect(page.includes("GARAN: 5 years")).toBe(isShown);
  expect(page.includes('"durability"')).toBe(false);
  expect(seen.includes("GARAN: 5 years")).toBe(isShown);
});

test.each([
  ["Ireland", "GB", false],
  ["Ireland", "IE", true],
  ["Japan", "IE", true],
  ["Japan", "JP", false],
] as const)(
  "in %s the label at a product follows the customer's own address in %s: %s",
  async (name, country_code, isShown) => {
    await open(MARKETS[name]);
    const path = await labelledProduct();
    const { customer, browser } = await customerWithBrowser();
    await savedAddress(customer.id);
    await changeRows(
      "customer_addresses",
      { customer_id: customer.id },
      { country_code, is_default_delivery: 1 },
    );

    const page = await (await browser.get(productPage, path)).text();

    expect(page.includes("GARAN: 5 years")).toBe(isShown);
  },
);

async function stackerInCart() {
  const added = await addToCart(null, [{ variantId: STACKER, quantity: 1 }], NOW);
  if (!added.ok) throw new Error(added.code);
  return added.value.cart;
}

/** The stacker, with its producer's guarantee as the desk writes it. */
async function labelledProduct() {
  const { id, path } = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", sql<string>`'/p/' || categories.path || '/' || products.slug`.as("path")])
    .where("variants.id", "=", STACKER)
    .executeTakeFirstOrThrow();
  const durability = durabilityFieldText({ brand: "The Workshop", model: "RS-7", years: 5 });
  const changed = await changeProduct(id, { durability }, { now: NOW });
  if (!changed.ok) throw new Error(changed.code);
  return path;
}
