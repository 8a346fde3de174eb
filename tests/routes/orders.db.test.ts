import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { orderLinkKey } from "#app/models/order/link.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import type { CartId, OrderId } from "#app/models/shared/ids.ts";
import { loader as thankYou } from "#app/routes/checkout/thank-you.tsx";
import { action as cancelAction, loader as cancelPage } from "#app/routes/orders/cancel.tsx";
import { action as findAction, loader as findPage } from "#app/routes/orders/find-order.tsx";
import { loader as creditNotePage } from "#app/routes/orders/credit-note.tsx";
import { loader as invoicePage } from "#app/routes/orders/invoice.tsx";
import { action as orderAction, headers, loader as orderPage } from "#app/routes/orders/order.tsx";
import { loader as requestedPage } from "#app/routes/orders/return-requested.tsx";
import { action as returnAction, loader as returnPage } from "#app/routes/orders/return.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { NOW } from "#tests/support/now.ts";
import { setStock } from "#tests/support/people/checkout.ts";
import { customerWithBrowser, orderOf } from "#tests/support/people/customer.ts";
import { deliveredOrder, paidOrder, refundsAt, statusOf } from "#tests/support/people/order-life.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function clueOf(orderId: OrderId) {
  const order = await findOrder(orderId);
  return { number: String(order?.number), email: "Hannah@Example.com", postcode: "GL5 1QN" };
}

test("number, email and postcode lead to the order, without a key or personal data in the address", async () => {
  const { orderId } = await paidOrder();
  const guest = new Browser();

  const found = await guest.post(findAction, "/orders", await clueOf(orderId));
  const link = found.headers.get("Location") ?? "";
  expect([found.status, link]).toEqual([303, `/orders/${orderId}?link=opened`]);
  const page = await guest.get(orderPage, link, { orderId });

  expect(await page.json()).toMatchObject({
    order: { id: orderId, status: "paid" },
    canCancel: true,
    canReturn: false,
    meta: expect.arrayContaining([{ name: "robots", content: "noindex" }]),
  });
  expect(headers()).toMatchObject({ "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex" });
});

test("an address with an accent that was typed as two signs leads to the order all the same", async () => {
  const { orderId } = await paidOrder();
  await db()
    .updateTable("orders")
    .set({ email: "j\u00fcrgen@example.com" })
    .where("id", "=", orderId)
    .execute();
  const clue = await clueOf(orderId);

  const found = await new Browser().post(findAction, "/orders", {
    ...clue,
    email: "Ju\u0308rgen@example.com",
  });

  expect([found.status, found.headers.get("Location")]).toEqual([303, `/orders/${orderId}?link=opened`]);
});

test("each wrong field gets the same response, and after ten tries there is a waiting time", async () => {
  const { orderId } = await paidOrder();
  const clue = await clueOf(orderId);
  const guesser = new Browser();
  const answers = [];
  for (const wrong of [{ number: "1" }, { email: "grace@example.com" }, { postcode: "BS8 2LG" }]) {
    const answer = await guesser.post(findAction, "/orders", { ...clue, ...wrong });
    const { errors } = (await answer.json()) as { errors: unknown };
    answers.push(JSON.stringify([answer.status, errors]));
  }

  expect(new Set(answers).size).toBe(1);
  const before = Array.from({ length: 7 }, () =>
    guesser.post(findAction, "/orders", { ...clue, number: "1" }),
  );
  await Promise.all(before);
  const paused = await guesser.post(findAction, "/orders", clue);
  expect(paused.status).toBe(429);
  expect(Number(paused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

test("foreign, expired and made-up links show nothing, and without a link an order is not found", async () => {
  const [mine, other] = [(await paidOrder()).orderId, (await paidOrder()).orderId];
  const old = orderLinkKey(mine, new Date(Date.now() - 31 * 86_400_000));
  for (const k of [orderLinkKey(other, new Date()), old, "x", ""]) {
    const answer = await new Browser().get(orderPage, `/orders/${mine}?k=${k}`, { orderId: mine });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/orders?link=expired"]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
  const guest = await guestOf(other);
  for (const door of [orderPage, cancelPage, returnPage, invoicePage, creditNotePage, requestedPage])
    expect((await guest.get(door, `/orders/${mine}`, { orderId: mine, returnNumber: "R1-1" })).status).toBe(
      404,
    );
  for (const door of [cancelAction, returnAction])
    expect((await guest.post(door, `/orders/${mine}`, { intent: "cancel" }, { orderId: mine })).status).toBe(
      404,
    );
  expect(await statusOf(mine)).toBe("paid");
  expect(await (await guest.get(findPage, "/orders?link=expired")).json()).toMatchObject({
    problem: "expired",
  });
});

test("a guest cancels, and submitting again changes nothing", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  const guest = await guestOf(orderId);
  const at = `/orders/${orderId}/cancel`;
  expect(await (await guest.get(cancelPage, at, { orderId })).json()).toMatchObject({
    canCancel: true,
    refund: { minor: total },
  });

  const [first, replay] = [
    await guest.post(cancelAction, at, { intent: "cancel" }, { orderId }),
    await guest.post(cancelAction, at, { intent: "cancel" }, { orderId }),
  ];

  expect([first.status, replay.status]).toEqual([303, 303]);
  expect(first.headers.get("Location")).toBe(`/orders/${orderId}?done=cancelled`);
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect((await guest.get(cancelPage, at, { orderId })).status).toBe(303);
  expect((await guest.post(cancelAction, at, { intent: "refund" }, { orderId })).status).toBe(400);
});

test("once packed the page explains why the order cannot be cancelled, and the form is refused", async () => {
  const { orderId } = await paidOrder();
  const guest = await guestOf(orderId);
  await packOrder(orderId, { by: "owner", now: NOW });

  const page = await guest.get(cancelPage, `/orders/${orderId}/cancel`, { orderId });
  const sent = await guest.post(cancelAction, `/orders/${orderId}/cancel`, { intent: "cancel" }, { orderId });

  expect(await page.json()).toMatchObject({ canCancel: false });
  expect(sent.status).toBe(409);
  expect(await statusOf(orderId)).toBe("packed");
});

test("a customer cancels from the account and returns to it, and another account sees nothing", async () => {
  const [{ customer, browser }, stranger] = [await customerWithBrowser(), await customerWithBrowser()];
  const orderId = await orderOf(customer.id);
  const at = `/orders/${orderId}/cancel`;

  const foreign = await stranger.browser.post(cancelAction, at, { intent: "cancel" }, { orderId });
  const own = await browser.post(cancelAction, at, { intent: "cancel" }, { orderId });

  expect(foreign.status).toBe(404);
  expect(own.headers.get("Location")).toBe(`/account/orders/${orderId}?done=cancelled`);
  expect(await statusOf(orderId)).toBe("cancelled");
});

test("a return preserves its input after an error, and is one return however often it is sent", async () => {
  const { orderId } = await deliveredOrder();
  const guest = await guestOf(orderId);
  const at = `/orders/${orderId}/return`;
  const { formKey, left } = (await (await guest.get(returnPage, at, { orderId })).json()) as {
    formKey: string;
    left: ReadonlyArray<number>;
  };
  expect(left).toEqual([3, 1]);
  const typed = { key: formKey, note: "It squeaks", "units-0": "2", "reason-0": "", "units-1": "0" };

  const nothing = await guest.post(returnAction, at, { ...typed, "units-0": "0" }, { orderId });
  const noReason = await guest.post(returnAction, at, typed, { orderId });
  const tooMany = await guest.post(
    returnAction,
    at,
    { ...typed, "units-0": "4", "reason-0": "faulty" },
    { orderId },
  );
  const whole = { ...typed, "reason-0": "faulty" };
  const checked = await guest.post(returnAction, at, whole, { orderId });
  const { check } = (await checked.json()) as { check: { sum: string } };
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
  const confirm = (sum: string) =>
    guest.post(returnAction, at, { ...whole, sum, intent: "confirm" }, { orderId });
  expect((await confirm("1")).status).toBe(422);
  const [first, replay] = await Promise.all([1, 2].map(() => confirm(check.sum)));

  expect([nothing.status, noReason.status, tooMany.status]).toEqual([422, 422, 409]);
  expect(await noReason.json()).toMatchObject({
    errors: { "reason-0": "Choose a reason" },
    values: { note: "It squeaks", "units-0": "2" },
  });
  expect(first?.headers.get("Location")).toBe(replay?.headers.get("Location"));
  const { returns } = await findFulfilmentHistory(orderId);
  expect(returns).toMatchObject([{ note: "It squeaks", contents: [{ quantity: 2, reason: "faulty" }] }]);
  const returnNumber = returns[0]?.number ?? "";
  const requested = await guest.get(requestedPage, `/orders/${orderId}/returns/${returnNumber}`, {
    orderId,
    returnNumber,
  });
  expect(await requested.json()).toMatchObject({
    ...{ number: returnNumber, isReceived: false, postage: "Postage paid" },
    label: {
      number: returnNumber,
      to: expect.arrayContaining(["Hollybough Ltd", "4 Cider Mill Yard"]),
    },
  });
});

test("a return of everything is requested, within the period only", async () => {
  const { orderId } = await deliveredOrder();
  const guest = await guestOf(orderId);
  const at = `/orders/${orderId}/return`;
  const page = async () =>
    (await guest.get(returnPage, at, { orderId })).json() as Promise<{ formKey: string }>;
  const units = { "units-0": "3", "reason-0": "faulty", "units-1": "1", "reason-1": "faulty" };
  expect(await page()).toMatchObject({ state: "open", returnNumbers: [] });

  const form = { key: (await page()).formKey, note: "", ...units };
  const { check } = (await (await guest.post(returnAction, at, form, { orderId })).json()) as {
    check: { sum: string };
  };
  await guest.post(returnAction, at, { ...form, sum: check.sum, intent: "confirm" }, { orderId });

  const [announced] = (await findFulfilmentHistory(orderId)).returns;
  expect(await page()).toMatchObject({ state: "announced", returnNumbers: [announced?.number] });
});

test("a guest has an invoice of a paid order", async () => {
  const { orderId, total } = await paidOrder();
  const guest = await guestOf(orderId);

  const page = await guest.get(invoicePage, `/orders/${orderId}/invoice`, { orderId });

  expect(await page.json()).toMatchObject({
    order: { totals: { total: { minor: total } } },
    seller: { lines: expect.arrayContaining(["Hollybough Ltd"]) },
  });
});

test("a guest has a credit note of what went back, by its number alone", async () => {
  const { orderId, total } = await paidOrder();
  const guest = await guestOf(orderId);
  await guest.post(cancelAction, `/orders/${orderId}/cancel`, { intent: "cancel" }, { orderId });
  const open = (creditNote: string) =>
    guest.get(creditNotePage, `/orders/${orderId}/credit-notes/${creditNote}`, { orderId, creditNote });

  expect(await (await open("CN-000001")).json()).toMatchObject({
    order: { invoiceNumber: "INV-000001" },
    note: { number: "CN-000001", amount: { minor: total } },
    homePath: `/orders/${orderId}`,
  });
  expect((await open("CN-000002")).status).toBe(404);
});

test("the tracker has the dates of the steps so far, in the shop's time zone", async () => {
  const { orderId } = await paidOrder();
  const guest = await guestOf(orderId);
  // In summer, London is an hour ahead of UTC.
  await db()
    .updateTable("order_history")
    .set({ created_at: "2026-06-30T22:59:00.000Z" })
    .where("order_id", "=", orderId)
    .where("to_status", "=", "awaiting-payment")
    .execute();
  await db()
    .updateTable("order_history")
    .set({ created_at: "2026-06-30T23:01:00.000Z" })
    .where("order_id", "=", orderId)
    .where("to_status", "=", "paid")
    .execute();

  const order = await guest.get(orderPage, `/orders/${orderId}`, { orderId });
  const thanks = await guest.get(thankYou, `/checkout/thank-you/${orderId}`, { orderId });

  for (const page of [order, thanks])
    expect(await page.json()).toMatchObject({ stepDates: ["30 June", "1 July", null, null] });
});

test("a guest buys an order again, and reads what is not available", async () => {
  const { orderId, first, second } = await paidOrder();
  const guest = await guestOf(orderId);
  await setStock(first, 0);
  const before = new Set((await db().selectFrom("carts").select("id").execute()).map(({ id }) => id));

  const sent = await guest.post(orderAction, `/orders/${orderId}`, { intent: "order-again" }, { orderId });
  const path = sent.headers.get("Location") ?? "";
  const page = await guest.get(orderPage, path, { orderId });

  expect([sent.status, path]).toEqual([303, `/orders/${orderId}?again=1`]);
  expect(await page.json()).toMatchObject({
    again: {
      text: "1 of 2 still available",
      isPossible: true,
      states: ["gone", "available"],
      done: expect.stringMatching(/^We have added 1 of 2 items/) as string,
    },
  });
  const carts = await db().selectFrom("carts").select("id").execute();
  const made = carts.find(({ id }) => !before.has(id));
  expect((await findCart(made?.id as CartId))?.lines).toMatchObject([{ variantId: second, quantity: 1 }]);
});

test("a stranger buys nothing from somebody's order, and an unknown action is refused", async () => {
  const { orderId } = await paidOrder();
  const guest = await guestOf(orderId);
  const path = `/orders/${orderId}`;

  const foreign = await new Browser().post(orderAction, path, { intent: "order-again" }, { orderId });
  const unknown = await guest.post(orderAction, path, { intent: "other" }, { orderId });

  expect(foreign.status).toBe(404);
  expect(unknown.status).toBeGreaterThanOrEqual(400);
});
