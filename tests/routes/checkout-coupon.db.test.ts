/** What the checkout tells of an email address that anybody can type, where a coupon depends on who is buying. */
import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { moveOrder } from "#app/models/order/order.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { action } from "#app/routes/checkout/checkout.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, parcelVariant, TYPED } from "#tests/support/people/checkout.ts";
import { customerWithBrowser, orderOf } from "#tests/support/people/customer.ts";
import { checkoutView, hiddenFields, payWith } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const CODE = "WELCOME10";
const BUYER = "buyer@example.com";
const UNKNOWN = "nobody@example.com";
const BROWSERS = 20;

type Page = { view: CheckoutView; problem: { code: string } | null };

beforeEach(async () => {
  await db().updateTable("coupons").set({ minimum_spend_minor: null }).where("code", "=", CODE).execute();
});

test("a first-order coupon gets the same response for an address with orders and for one without", async () => {
  await bought(BUYER);

  const answers = [await pay(await withCoupon(), BUYER), await pay(await withCoupon(), UNKNOWN)];

  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const [one, other] = answers.map((answer) => pathOf(answer).replace(/[^/]+$/, ""));
  expect(one).toBe(other);
});

test("viewing the checkout reveals nothing about an address that has used the coupon", async () => {
  await pay(await withCoupon(), BUYER);
  const browser = await withCoupon();
  const pages = [];
  for (const email of [BUYER, UNKNOWN]) {
    const answer = await browser.post(action, "/checkout", { ...TYPED, email, intent: "update" });
    const { view } = (await answer.json()) as Page;
    pages.push({ ...view, attemptId: "", values: {} });
  }

  expect(pages[0]).toEqual(pages[1]);
  expect(pages[0]?.totals.discount.minor).toBeGreaterThan(0);
});

test("a browser with an order is refused before payment, with every address", async () => {
  const browser = await withCoupon();
  await markPaid(await pay(browser, BUYER));
  await withCoupon(browser);

  const view = await checkoutView(browser);

  expect(view.couponProblem).toBe("That discount code is for first orders only");
  expect(view.totals.discount.minor).toBe(0);
});

test("a logged-in customer with an order is refused before payment", async () => {
  const { customer, browser } = await customerWithBrowser();
  await orderOf(customer.id);
  await withCoupon(browser, customer.id);

  const view = await checkoutView(browser);

  expect(view.couponProblem).toBe("That discount code is for first orders only");
});

test("one address in twenty browsers at once redeems a personal coupon once", async () => {
  const browsers = [];
  for (let index = 0; index < BROWSERS; index += 1) browsers.push(await withCoupon());

  const answers = await Promise.all(browsers.map((browser) => pay(browser, BUYER)));

  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(await db().selectFrom("coupon_uses").selectAll().execute()).toHaveLength(1);
});

test("a buyer who is refused the coupon sees the full total and can pay it", async () => {
  await pay(await withCoupon(), BUYER);
  const browser = await withCoupon();
  const refused = await pay(browser, BUYER);
  const { view, problem } = (await refused.json()) as Page;

  const done = await browser.post(action, "/checkout", {
    ...hiddenFields(view),
    ...TYPED,
    intent: "pay",
    email: BUYER,
  });

  expect([refused.status, problem?.code]).toEqual([409, "total-changed"]);
  expect(view.totals.discount.minor).toBe(0);
  expect(done.status).toBe(303);
});

test("from one network address five email addresses a day can be tried, known or not, and each one repeatedly", async () => {
  const from = "203.0.113.40";
  await bought(BUYER);
  const statuses = [];
  for (let index = 0; index < 5; index += 1)
    statuses.push((await pay(await withCoupon(new Browser(from)), `guess${index}@example.com`)).status);
  await db().deleteFrom("rate_limits").where("key", "like", "checkout:%").execute();

  const known = await pay(await withCoupon(new Browser(from)), BUYER);
  const unknown = await pay(await withCoupon(new Browser(from)), UNKNOWN);
  const again = await pay(await withCoupon(new Browser(from)), "guess0@example.com");

  expect(statuses).toEqual([303, 303, 303, 303, 303]);
  expect([known.status, unknown.status]).toEqual([429, 429]);
  const problems = [((await known.json()) as Page).problem, ((await unknown.json()) as Page).problem];
  expect(problems[0]).toEqual(problems[1]);
  expect(problems[0]?.code).toBe("coupon-emails");
  expect(again.status).toBe(409);
});

test("a customer with a confirmed address is not subject to that limit", async () => {
  const { customer, browser } = await customerWithBrowser();
  for (let index = 0; index < 6; index += 1) {
    await withCoupon(browser, customer.id);
    await db().deleteFrom("rate_limits").where("key", "like", "checkout:%").execute();
    const answer = await pay(browser, customer.email);
    expect(answer.status).not.toBe(429);
  }
});

/** A browser whose basket has the coupon. */
async function withCoupon(browser = new Browser(), customerId?: string): Promise<Browser> {
  const cart = await cartWith({ [await parcelVariant(99)]: 1 });
  const entered = await applyCoupon(cart, CODE, NOW);
  if (!entered.ok) throw new Error(entered.code);
  if (customerId) {
    await db().deleteFrom("carts").where("customer_id", "=", customerId).execute();
    await db().updateTable("carts").set({ customer_id: customerId }).where("id", "=", cart.id).execute();
  }
  return browser.takeCart(cart.id);
}

const pay = (browser: Browser, email: string) => payWith(browser, { ...TYPED, email });

/** Somebody has bought with this address, in another browser and without the coupon. */
async function bought(email: string): Promise<void> {
  const cart = await cartWith({ [await parcelVariant(99)]: 1 });
  await markPaid(await pay(await new Browser().takeCart(cart.id), email));
}

async function markPaid(answer: Response): Promise<void> {
  const { id } = await db()
    .selectFrom("orders")
    .select("id")
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (answer.status !== 303 || !isOrderId(id)) throw new Error(`Paying answered ${answer.status}`);
  const paid = { from: "awaiting-payment", to: "paid", reason: "paid", by: "payment", now: NOW } as const;
  await moveOrder(id, paid);
}

function pathOf(answer: Response): string {
  return new URL(answer.headers.get("Location") as string, "http://localhost").pathname;
}
