import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { findCart } from "#app/models/cart/cart.server.ts";
import { db } from "#app/db/db.server.ts";
import { NEED_SEEN } from "#app/models/checkout/needed-by.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { isOrderId } from "#app/models/shared/ids.ts";
import { action, loader } from "#app/routes/checkout/checkout.tsx";
import { loader as processing } from "#app/routes/checkout/order-processing.tsx";
import { action as press, loader as hostedPage } from "#app/routes/checkout/test-payment.tsx";
import { action as lookUp, loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { NOW } from "#tests/support/now.ts";
import {
  cartWith,
  countRows,
  jobKinds,
  parcelVariant,
  setStock,
  TYPED,
} from "#tests/support/people/checkout.ts";
import { checkoutView, hiddenFields } from "#tests/support/people/checkout-form.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

// The days that one page promises are those that the next one knows.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date() }));
afterEach(() => void vi.useRealTimers());

type Form = {
  kind: string;
  view: CheckoutView;
  errors: Record<string, string>;
  problem: { code: string; detail: string | null } | null;
};

async function shopper(stock = 5, quantity = 1) {
  const variantId = await parcelVariant(stock);
  const cart = await cartWith({ [variantId]: quantity });
  const browser = await new Browser().takeCart(cart.id);
  return { browser, cart, variantId };
}

/** The fields that the page as it is now would send with the button "Pay now". */
async function filled(browser: Browser, changes: Record<string, string> = {}) {
  const view = await checkoutView(browser);
  return { ...hiddenFields(view), ...TYPED, intent: "pay", ...changes };
}

async function atPaymentPage() {
  const { browser, cart, variantId } = await shopper();
  const sent = await browser.post(action, "/checkout", await filled(browser));
  const page = sent.headers.get("Location") ?? "";
  const paymentId = page.split("/").at(-1) ?? "";
  return {
    browser,
    cart,
    variantId,
    page,
    paymentId,
    decide: (fields: Record<string, string>) => browser.post(press, page, fields, { paymentId }),
  };
}

test("without a basket the checkout redirects to the basket", async () => {
  const answer = await new Browser().get(loader, "/checkout");

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"]);
});

test("the page prices the basket for the default zone and creates an attempt", async () => {
  const { browser, variantId } = await shopper(5, 2);

  const view = await checkoutView(browser);

  expect(view.attemptId).toMatch(/^attempt_/);
  expect(view.lines).toMatchObject([{ variantId, quantity: 2 }]);
  expect(view.totals.total.minor).toBe(view.totals.items.minor + (view.totals.delivery?.minor ?? 0));
  expect(view.options.map((option) => option.method)).toContain("standard");
});

test("an empty form shows what is missing, and orders nothing", async () => {
  const { browser } = await shopper();
  const view = await checkoutView(browser);

  const answer = await browser.post(action, "/checkout", {
    ...hiddenFields(view),
    intent: "pay",
    email: "hannah",
  });

  const body = (await answer.json()) as Form;
  expect(answer.status).toBe(422);
  expect(Object.keys(body.errors)).toContain("delivery_address1");
  expect(body.view.values["email"]).toBe("hannah");
  expect(await countRows("orders")).toBe(0);
});

test("Update recalculates for another postcode, preserves the input and orders nothing", async () => {
  const { browser, cart } = await shopper();
  const fields = await filled(browser, {
    intent: "update",
    delivery_postal_code: "je2 3ab",
    delivery_city: "St Helier",
  });

  const answer = await browser.post(action, "/checkout", fields);

  const { view } = (await answer.json()) as Form;
  expect(answer.status).toBe(200);
  expect(view.values["delivery_city"]).toBe("St Helier");
  expect(view.options.find((option) => option.method === "express")?.unavailableReason).toBeTruthy();
  expect((await findCart(cart.id))?.deliveryPostcode).toBe("JE2 3AB");
  expect(await countRows("orders")).toBe(0);
});

test("Pay now redirects to the payment page, and a second submission to the same one", async () => {
  const { browser } = await shopper();
  const fields = await filled(browser);

  const answers = await Promise.all([1, 2].map(() => browser.post(action, "/checkout", fields)));

  expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
  expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1);
  expect(await countRows("orders")).toBe(1);
});

test("a changed total needs confirmation, with a new attempt and all input preserved", async () => {
  const { browser } = await shopper();
  const fields = await filled(browser, { agreedTotal: "1" });

  const answer = await browser.post(action, "/checkout", fields);

  const body = (await answer.json()) as Form;
  expect(answer.status).toBe(409);
  expect(body.problem?.code).toBe("total-changed");
  expect(body.view.attemptId).not.toBe(fields.attempt);
  expect(body.view.values["delivery_address1"]).toBe("14 Slad Road");
  const agreed = await browser.post(action, "/checkout", { ...fields, ...hiddenFields(body.view) });
  expect(agreed.status).toBe(303);
});

test("sold-out items are named with their remaining stock", async () => {
  const { browser, variantId } = await shopper(5, 3);
  const fields = await filled(browser);
  await setStock(variantId, 2);

  const answer = await browser.post(action, "/checkout", fields);

  const body = (await answer.json()) as Form;
  expect(answer.status).toBe(409);
  expect(body.view.problems?.lines[0]?.text).toMatch(/only 2 left/);
});

test("what is no longer sold is named with the new total, and removed only by its button", async () => {
  const [hidden, other] = [await parcelVariant(5), await parcelVariant(5, 3)];
  const cart = await cartWith({ [hidden]: 1, [other]: 1 });
  const browser = await new Browser().takeCart(cart.id);
  const fields = { ...(await filled(browser)), agreedCurrency: "GBP" };
  const { productId, name } = cart.lines.find(({ variantId }) => variantId === hidden)!;
  await db().updateTable("products").set({ is_visible: 0 }).where("id", "=", productId).execute();

  const seen = (await checkoutView(browser)).problems;
  const refused = await browser.post(action, "/checkout", fields);
  const removed = await browser.post(action, "/checkout", { ...fields, intent: "remove-unsold" });

  const { view } = (await refused.json()) as Form;
  expect(refused.status).toBe(409);
  expect(view.problems?.lines).toMatchObject([{ text: "We no longer sell this. Remove it to continue." }]);
  expect(view.problems?.lines[0]?.name).toContain(name);
  expect(view.problems?.totalText).toMatch(/^Without it the total is £[\d.]+, instead of £[\d.]+\.$/);
  expect(seen?.totalText).toMatch(/^Without it the total is £[\d.]+\.$/);
  const after = (await removed.json()) as Form;
  expect([after.view.problems, after.view.values["email"]]).toEqual([null, TYPED.email]);
  expect((await findCart(cart.id))?.lines).toMatchObject([{ variantId: other }]);
  expect((await browser.post(action, "/checkout", await filled(browser))).status).toBe(303);
});

test("a delivery option that does not go there is refused at its field, with the reason", async () => {
  const { browser } = await shopper();
  const changes = { method: "express", delivery_postal_code: "JE2 3AB" };

  const answer = await browser.post(action, "/checkout", await filled(browser, changes));

  const body = (await answer.json()) as Form;
  expect([answer.status, body.problem]).toEqual([409, null]);
  expect(body.errors["method"]).toMatch(/^Express.* Choose another delivery option\.$/);
});

test("a form that a bot filled in orders nothing", async () => {
  const { browser } = await shopper();
  const page = (await (await browser.get(loader, "/checkout")).json()) as { honeypotName: string };
  const fields = await filled(browser, { [page.honeypotName]: "http://spam.example" });

  const answer = await browser.post(action, "/checkout", fields);

  expect(answer.status).toBe(422);
  expect(await countRows("orders")).toBe(0);
});

test("the eleventh start in ten minutes is refused with a waiting time (P-11)", async () => {
  const { browser } = await shopper();
  const statuses: Array<number> = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push(
      (await browser.post(action, "/checkout", await filled(browser, { agreedTotal: "1" }))).status,
    );
  }

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
});

test("a paid order leads from the payment page to thank-you, empties the basket and queues one email", async () => {
  const { browser, cart, decide } = await atPaymentPage();

  const back = await decide({ intent: "pay" });
  const waiting = await browser.get(processing, back.headers.get("Location") ?? "");
  const thanksPath = waiting.headers.get("Location") ?? "";
  const orderId = thanksPath.split("/").at(-1) ?? "";
  const thanks = await browser.get(thankYou, thanksPath, { orderId });

  expect(back.headers.get("Location")).toMatch(/^\/checkout\/order-processing\?order=order_/);
  expect(thanksPath).toMatch(/^\/checkout\/thank-you\/order_/);
  expect(await thanks.json()).toMatchObject({
    kind: "order",
    order: { status: "paid", email: "hannah@example.com" },
  });
  expect(await findCart(cart.id)).toBeNull();
  expect((await jobKinds()).filter((kind) => kind === "order-confirmation")).toHaveLength(1);
});

test("the payment page itself settles nothing: the shop learns by webhook or by polling", async () => {
  const { decide } = await atPaymentPage();

  await decide({ intent: "pay" });

  expect(await countRows("payment_events")).toBe(0);
  expect(await jobKinds()).toEqual(["payment-webhook"]);
});

test("Back to the checkout after paying says that the order is placed (R-09)", async () => {
  const { browser, decide } = await atPaymentPage();
  const back = await decide({ intent: "pay" });
  await browser.get(processing, back.headers.get("Location") ?? "");

  const again = await browser.get(loader, "/checkout");

  expect(await again.json()).toMatchObject({ kind: "already-ordered" });
});

test("a declined payment leads back to the checkout with the reason, the basket and all input", async () => {
  const { browser, cart, decide } = await atPaymentPage();

  const back = await decide({ intent: "decline", reason: "insufficient-funds" });
  const waiting = await browser.get(processing, back.headers.get("Location") ?? "");
  const page = await browser.get(loader, waiting.headers.get("Location") ?? "");

  expect(waiting.headers.get("Location")).toBe("/checkout?payment=back");
  expect(await page.json()).toMatchObject({
    kind: "form",
    unpaid: { outcome: "declined", reason: "Insufficient funds" },
    view: { values: { email: "hannah@example.com", delivery_address1: "14 Slad Road", billing: "same" } },
  });
  expect((await findCart(cart.id))?.lines).toHaveLength(1);
});

test("a cancelled payment leads back to the checkout, with no stock reserved", async () => {
  const { browser, decide } = await atPaymentPage();

  const back = await decide({ intent: "cancel" });
  const waiting = await browser.get(processing, back.headers.get("Location") ?? "");
  const page = await browser.get(loader, waiting.headers.get("Location") ?? "");

  expect(await page.json()).toMatchObject({ unpaid: { outcome: "cancelled", reason: null } });
});

test("authentication is a second page, which passes or fails", async () => {
  const first = await atPaymentPage();
  const requested = await first.decide({ intent: "authenticate" });
  const page = await first.browser.get(hostedPage, first.page, { paymentId: first.paymentId });

  const passed = await first.decide({ intent: "authentication-passed" });

  expect(requested.headers.get("Location")).toBe(first.page);
  expect(await page.json()).toMatchObject({ status: "authentication" });
  expect(passed.headers.get("Location")).toMatch(/order-processing/);
});

test("a pending payment's page reloads every ten seconds, and stops after a minute", async () => {
  const { browser, decide } = await atPaymentPage();
  const back = (await decide({ intent: "pay-later" })).headers.get("Location") ?? "";

  const first = await browser.get(processing, back);
  const last = await browser.get(processing, `${back}&wait=6`);

  expect(await first.json()).toMatchObject({ isUnderWay: true, keepsPolling: true });
  expect(first.headers.get("Refresh")).toBe(`10; url=${back}&wait=1`);
  expect(await last.json()).toMatchObject({ isUnderWay: true, keepsPolling: false });
  expect(last.headers.get("Refresh")).toBeNull();
  const confirmed = await decide({ intent: "bank-confirms" });
  const waiting = await browser.get(processing, confirmed.headers.get("Location") ?? "");
  expect(waiting.headers.get("Location")).toMatch(/thank-you/);
});

test("a test payment can be decided once", async () => {
  const { decide } = await atPaymentPage();
  await decide({ intent: "decline" });

  const second = await decide({ intent: "pay" });
  const strange = await decide({ intent: "steal" });

  expect([second.status, strange.status]).toEqual([409, 400]);
});

test("an unknown payment is a 404", async () => {
  const answer = await new Browser().get(hostedPage, "/test-payment/nothing", { paymentId: "nothing" });

  expect(answer.status).toBe(404);
});

test("no visitor sees, settles or is redirected to another visitor's order (P-10)", async () => {
  const { decide } = await atPaymentPage();
  const mine = (await decide({ intent: "pay" })).headers.get("Location") ?? "";
  const orderId = new URL(mine, "http://localhost").searchParams.get("order") ?? "";
  const stranger = new Browser();

  const waiting = await stranger.get(processing, mine);
  const thanks = await stranger.get(thankYou, `/checkout/thank-you/${orderId}`, { orderId });
  const unknown = await stranger.get(thankYou, "/checkout/thank-you/order_x", { orderId: "order_x" });

  expect(waiting.status).toBe(404);
  expect(await thanks.json()).toEqual(await unknown.json());
  expect(await countRows("payment_events")).toBe(0);
});

test("an order is found by number, email and postcode, and not by two of them", async () => {
  const { decide } = await atPaymentPage();
  const back = (await decide({ intent: "pay" })).headers.get("Location") ?? "";
  const orderId = new URL(back, "http://localhost").searchParams.get("order");
  const settled = isOrderId(orderId) ? await settle(orderId, NOW) : null;
  const clue = { number: String(settled?.order.number), email: " HANNAH@example.com", postcode: "GL51QN" };
  const elsewhere = new Browser();

  const wrong = await elsewhere.post(lookUp, "/checkout/thank-you", { ...clue, postcode: "HR8 9ZZ" });
  const right = await elsewhere.post(lookUp, "/checkout/thank-you", clue);
  const thanks = await elsewhere.get(thankYou, "/checkout/thank-you");

  expect(wrong.status).toBe(404);
  expect(right.headers.get("Location")).toBe(`/checkout/thank-you/${orderId}`);
  expect(await thanks.json()).toMatchObject({ kind: "order", order: { id: orderId } });
});

test("the day by which it is needed chooses the delivery, and a later one is paid for only knowingly", async () => {
  const { browser } = await shopper();
  const days = (await checkoutView(browser)).options.flatMap(({ method, consignments: [first] }) =>
    first?.to ? [[method, first.to] as const] : [],
  );
  const lastDay = new Map(days);
  const needed_by = lastDay.get("express") ?? "";
  expect(needed_by < (lastDay.get("standard") ?? "")).toBe(true);

  const unread = await browser.post(action, "/checkout", await filled(browser, { needed_by }));
  expect(unread.status).toBe(422);
  const refused = (await unread.json()) as Form;
  expect(refused.view).toMatchObject({ chosenMethod: "express", need: { day: needed_by, isLate: false } });
  expect(refused.errors).toHaveProperty("method");
  expect(await countRows("orders")).toBe(0);

  const knowingly = { needed_by, [NEED_SEEN]: needed_by, method: "standard" };
  const update = { ...(await filled(browser, knowingly)), intent: "update" };
  const seen = (await (await browser.post(action, "/checkout", update)).json()) as Form;
  expect(seen.view).toMatchObject({ chosenMethod: "standard", need: { isLate: true } });
  const paid = await browser.post(action, "/checkout", await filled(browser, knowingly));
  expect(paid.status).toBe(303);
  const order = await db().selectFrom("orders").select("delivery").executeTakeFirstOrThrow();
  expect(JSON.parse(order.delivery)).toMatchObject({ method: "standard", neededBy: needed_by });
});

test("the confirmation and the page of an order say by when it is needed", async () => {
  const { browser } = await shopper();
  const needed_by = "2099-01-05";
  const paying = await filled(browser, { needed_by, [NEED_SEEN]: needed_by });
  const to = (await browser.post(action, "/checkout", paying)).headers.get("Location") ?? "";
  const payment = { paymentId: to.split("/").at(-1) ?? "" };
  await browser.post(press, to, { intent: "pay" }, payment);
  const { id } = await db().selectFrom("orders").select("id").executeTakeFirstOrThrow();
  if (isOrderId(id)) await settle(id, NOW);

  const at = { orderId: id };
  for (const page of [
    await browser.get(thankYou, `/checkout/thank-you/${id}`, at),
    await browser.get(orderPage, `/orders/${id}`, at),
  ])
    expect(await page.json()).toMatchObject({ needed: "Needed by 5 January. It arrives in time." });
});
