/** The checkout of gifts for a list: discount codes, and what was typed before a payment that failed. */
import { beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import type { ListCheckoutPageProps } from "#app/components/checkout/list-checkout-page.tsx";
import { makeCredit } from "#app/models/gift-list/credit.server.ts";
import { OWNER_FIELD } from "#app/models/customer/ended-session.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftId, OrderId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";
import { money } from "#app/models/shared/money.ts";
import { action as send, loader as checkout } from "#app/routes/checkout/list-checkout.tsx";
import { action as give } from "#app/routes/gift-lists/give.tsx";
import { embeddedPayments } from "#app/services/payment/payment-embedded.server.ts";
import { connectPayments } from "#app/services/payment/payment.server.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { customerWithBrowser } from "#tests/support/people/customer.ts";
import {
  BILLING,
  checkoutFields,
  onlyOrder,
  payFor,
  payTheMoney,
} from "#tests/support/people/gift-list-family.ts";
import { giftOn, HIDDEN, openGiftList } from "#tests/support/people/gift-lists.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const PERSONAL = "WELCOME10";
const OWN_PLACE = {
  delivery_first_name: "Margaret",
  delivery_last_name: "Okafor",
  delivery_address1: "3 Orchard Way",
  delivery_city: "Ludlow",
  delivery_postal_code: "SY8 1AA",
  delivery_country_code: "GB",
  delivery_phone: "+447700900142",
};

beforeEach(async () => {
  await db().updateTable("coupons").set({ minimum_spend_minor: null }).where("code", "=", PERSONAL).execute();
});

type Read = ListCheckoutPageProps;

/** A giver who has chosen to buy the only gift of a list. */
async function giverOf(
  changes: Readonly<Record<string, string>> = {},
  browser = new Browser(),
): Promise<Readonly<{ browser: Browser; one: GiftList; gift: GiftId }>> {
  const one = await openGiftList(changes);
  const gift = await giftOn(one, await parcelVariant(99));
  await choose(browser, one, gift);
  return { browser, one, gift };
}

async function choose(browser: Browser, one: GiftList, gift: GiftId): Promise<void> {
  const code = formatListCode(one.code ?? "");
  const typed = { giver_name: "Margaret Okafor", email: "margaret@example.org", message: "" };
  const fields = { ...typed, way: "order", units: "1", intent: "give" };
  await browser.post(give, `/list/${code}/give/${gift}`, fields, { code, giftId: gift });
}

async function post(browser: Browser, one: GiftList, fields: Readonly<Record<string, string>>) {
  const answer = await browser.post(send, `/checkout/gift-list/${one.id}`, fields, { listId: one.id });
  const { page } = (answer.status === 303 ? {} : await answer.json()) as { page: Read };
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), page };
}

async function read(browser: Browser, one: GiftList, query = ""): Promise<Read> {
  const path = `/checkout/gift-list/${one.id}${query}`;
  const answer = await browser.get(checkout, path, { listId: one.id });
  return ((await answer.json()) as { page: Read }).page;
}

/** The provider declines the payment of the order that was placed last. */
async function decline(reason: string): Promise<OrderId> {
  const orderId = await onlyOrder();
  const { id } = await db()
    .selectFrom("embedded_payments")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  await decideTestPayment(id, { decision: "decline", detail: reason }, new Date());
  await settle(orderId, new Date());
  return orderId;
}

test("a credit is entered at the list checkout, pays for the gift, and can be taken out again", async () => {
  const { browser, one } = await giverOf();
  const code = await makeCredit(money(500, "GBP"), new Date());
  const full = (await read(browser, one)).view.totals.total.minor;
  const fields = await checkoutFields(browser, one);

  const typed = { ...fields, giver_name: "Gran", intent: "apply-coupon", coupon: ` ${code.toLowerCase()} ` };
  const applied = await post(browser, one, typed);

  expect(applied.status).toBe(200);
  expect(applied.page.coupon).toEqual({ code, works: true, text: "Credit for a gift." });
  expect(applied.page.view.totals).toMatchObject({ coupon: code, discount: { minor: 500 } });
  const reduced = applied.page.view.totals.total.minor;
  expect(reduced).toBeLessThan(full);
  expect(applied.page.view.values).toMatchObject({ giver_name: "Gran", ...BILLING });
  expect(applied.page.view.values).not.toHaveProperty("coupon");

  const removed = await post(browser, one, { ...typed, coupon: "", intent: "remove-coupon" });
  expect(removed.page.coupon).toBeNull();
  expect(removed.page.view.totals.total.minor).toBe(full);
  expect(removed.page.view.values).toMatchObject({ giver_name: "Gran", ...BILLING });

  await post(browser, one, typed);
  expect((await payFor(browser, one)).status).toBe(303);
  const { total_minor: paid } = await db()
    .selectFrom("orders")
    .select("total_minor")
    .executeTakeFirstOrThrow();
  expect(paid).toBe(reduced);
});

test("a list checkout that was opened for another customer orders nothing", async () => {
  const { browser: ofIvo, customer: ivo } = await customerWithBrowser();
  const { browser, one } = await giverOf({}, ofIvo);
  const fields = await checkoutFields(browser, one);
  const pay = (owner: string) => post(browser, one, { ...fields, [OWNER_FIELD]: owner });

  expect((await pay(newId("customer"))).status).toBe(303);
  expect(await db().selectFrom("orders").selectAll().execute()).toEqual([]);
  expect((await pay(ivo.id)).status).toBe(303);
  expect(await db().selectFrom("orders").selectAll().execute()).toHaveLength(1);
});

test("a wrong code is refused at its field with everything that was typed, and the tries are limited", async () => {
  const { browser, one } = await giverOf();
  const fields = { ...(await checkoutFields(browser, one)), intent: "apply-coupon", coupon: "NONE-SUCH" };

  const refused = await post(browser, one, fields);

  expect(refused.status).toBe(404);
  expect(refused.page).toMatchObject({ problem: null, errors: { coupon: expect.stringContaining("code") } });
  expect(refused.page.view.values).toMatchObject({ coupon: "NONE-SUCH", ...BILLING });
  for (let index = 0; index < 9; index += 1) await post(browser, one, fields);
  const limited = await post(browser, one, fields);
  expect([limited.status, limited.retryAfter === null]).toEqual([429, false]);
  expect(limited.page.errors).toHaveProperty("coupon");
});

test("a typed code that was not applied is applied before Pay now, and the new total is shown first", async () => {
  const { browser, one } = await giverOf();
  const code = await makeCredit(money(500, "GBP"), new Date());
  const fields = await checkoutFields(browser, one);

  const repriced = await post(browser, one, { ...fields, coupon: code });

  expect(repriced.status).toBe(409);
  expect(repriced.page).toMatchObject({
    coupon: { code },
    problem: "The total has changed. Check it, then pay",
  });
  expect(repriced.page.view.totals.discount.minor).toBe(500);
  expect(await db().selectFrom("orders").select("id").execute()).toEqual([]);
});

test("a giver who is refused a code for one use sees the full total, and few email addresses may try one", async () => {
  const from = "203.0.113.77";
  const first = await giverOf({}, new Browser(from));
  await post(first.browser, first.one, { intent: "apply-coupon", coupon: PERSONAL });
  expect((await payFor(first.browser, first.one)).status).toBe(303);
  await payTheMoney(await onlyOrder());

  const second = await giverOf({ email: "lena@example.org" }, new Browser(from));
  await post(second.browser, second.one, { intent: "apply-coupon", coupon: PERSONAL });
  const fields = await checkoutFields(second.browser, second.one);
  const refused = await post(second.browser, second.one, fields);
  expect(refused.status).toBe(409);
  expect(refused.page).toMatchObject({ coupon: { works: false } });
  expect(refused.page.view.totals.discount.minor).toBe(0);

  const statuses = [];
  for (let index = 0; index < 5; index += 1) {
    const guess = { ...fields, email: `guess${index}@example.com`, agreedTotal: "1" };
    statuses.push((await post(second.browser, second.one, guess)).page.problem);
    await db().deleteFrom("rate_limits").where("key", "like", "checkout:%").execute();
  }
  expect(statuses.at(-1)).toContain("tried with several email addresses");
  expect(statuses.at(-2)).toContain("The total has changed");
});

test("after a declined payment the list checkout has the typed address again, and says why (requirement gift-list-5)", async () => {
  const { browser, one } = await giverOf();
  await payFor(browser, one);
  await decline("The card has expired");

  const page = await read(browser, one, "?payment=back");

  expect(page.unpaid).toEqual({ outcome: "declined", reason: "The card has expired" });
  expect(page.view.values).toMatchObject({ ...BILLING, gift_message: "For the first nights" });
  expect(JSON.stringify(page)).not.toContain(HIDDEN.street);
  expect(Object.keys(page.view.values).filter((name) => /^delivery_(?!day)/.test(name))).toEqual([]);
});

test("a giver whose late money could not be given back is not told that nothing was charged", async () => {
  const { browser, one } = await giverOf();
  await payFor(browser, one);
  const orderId = await onlyOrder();
  connectPayments({ ...embeddedPayments, close: async () => undefined });
  await cancelOrder(orderId, { by: "owner", reason: "phoned", now: new Date() });
  connectPayments({ ...embeddedPayments, refund: async () => refused("refund-failed") });
  await db().updateTable("embedded_payments").set({ status: "paid" }).execute();
  await settle(orderId, new Date());
  await runDueJobs({ "order-refund": makeRefund });
  connectPayments(null);

  expect((await findOrder(orderId))?.status).toBe("cancelled");
  expect((await read(browser, one, "?payment=back")).unpaid).toBeNull();
});

test("a giver whose payment is being checked is not told that nothing was charged", async () => {
  const { browser, one } = await giverOf();
  await payFor(browser, one);
  await db().updateTable("orders").set({ status: "payment-review" }).execute();

  expect((await read(browser, one, "?payment=back")).unpaid).toBeNull();
});

test("a list without an address restores the delivery address that the giver typed, while gifts go to the giver", async () => {
  const { browser, one } = await giverOf({ sent_to: "giver" });
  await payFor(browser, one, OWN_PLACE);
  await decline("Insufficient funds");

  expect((await read(browser, one)).view.values).toMatchObject(OWN_PLACE);
});

test("the answer to a conflict keeps what was typed, and none of it is the name of the gift", async () => {
  const first = await giverOf();
  const second = new Browser();
  await choose(second, first.one, first.gift);
  await payFor(first.browser, first.one);
  const typed = { ...(await checkoutFields(second, first.one)), giver_name: "Ida" };
  const { page } = await post(second, first.one, typed);

  const choice = {
    ...page.view.values,
    gift_name: page.conflict?.name ?? "",
    intent: "give-all-the-same",
  };
  const settled = await post(second, first.one, choice);

  expect(settled.status).toBe(200);
  expect(settled.page.view.values).toMatchObject({ ...BILLING, giver_name: "Ida" });
  expect(settled.page.view.values).not.toHaveProperty("gift_name");
  const { attemptId: attempt, totals } = settled.page.view;
  const again = { ...typed, attempt, agreedTotal: String(totals.total.minor) };
  expect((await post(second, first.one, again)).status).toBe(303);
});
