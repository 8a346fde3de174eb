import { expect, onTestFinished, test } from "vitest";

import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { db } from "#app/db/db.server.ts";
import { priceCart } from "#app/models/cart/cart.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, packOrder } from "#app/models/order/shipments.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { action as findAction, loader as findPage } from "#app/routes/orders/find-withdrawal.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { loader as receiptPage } from "#app/routes/orders/return-requested.tsx";
import { action, loader } from "#app/routes/orders/withdraw.tsx";
import { NOW } from "#tests/support/now.ts";
import { leaveOnePlace } from "#tests/support/shops/delivery-days.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { cartWith, commandFor, details, parcelVariant, stockOf } from "#tests/support/people/checkout.ts";
import {
  deliveredOrder,
  paidOrder,
  refundsAt,
  sendShipment,
  statusOf,
} from "#tests/support/people/order-life.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeSettings } from "#tests/support/shops/change-settings.ts";

useTestDatabase();

const DAY_MS = 86_400_000;

type Shown = Readonly<{ formKey: string; left: ReadonlyArray<number>; state: string }>;

async function formOf(guest: Browser, orderId: OrderId): Promise<Shown> {
  return (await (await guest.get(loader, `/orders/${orderId}/withdraw`, { orderId })).json()) as Shown;
}

type Typed = Readonly<Record<string, string>>;

function send(guest: Browser, orderId: OrderId, typed: Typed): Promise<Response> {
  return guest.post(action, `/orders/${orderId}/withdraw`, typed, { orderId });
}

/** Both steps. Answers with the second. */
async function withdraw(guest: Browser, orderId: OrderId, units: Typed): Promise<Response> {
  const { formKey: key } = await formOf(guest, orderId);
  const first = await send(guest, orderId, { key, intent: "continue", ...units });
  expect(first.status).toBe(200);
  return send(guest, orderId, { key, intent: "confirm", ...units });
}

/** As an import would, which changes nothing else here. */
async function setLaw(law: string): Promise<void> {
  await db().updateTable("settings").set({ value: law }).where("key", "=", "law").execute();
  await bumpCatalogueVersion();
}

async function emailsAbout(orderId: OrderId): Promise<ReadonlyArray<string>> {
  const rows = await db().selectFrom("jobs").select("payload").where("kind", "=", "order-email").execute();
  return rows
    .map(({ payload }) => JSON.parse(payload) as { about: string; orderId: string })
    .filter((payload) => payload.orderId === orderId)
    .map(({ about }) => about)
    .sort();
}

test("order number, email address and postcode lead a guest to the withdrawal", async () => {
  const { orderId } = await paidOrder();
  const order = await findOrder(orderId);
  const clue = { number: String(order?.number), email: "hannah@example.com", postcode: "GL5 1QN" };
  const guest = new Browser();

  expect((await guest.get(findPage, "/withdraw")).status).toBe(200);
  const wrong = await guest.post(findAction, "/withdraw", { ...clue, postcode: "BS8 2LG" });
  const found = await guest.post(findAction, "/withdraw", clue);

  expect(wrong.status).toBe(404);
  expect(await wrong.json()).toMatchObject({ values: { number: clue.number } });
  expect([found.status, found.headers.get("Location")]).toEqual([
    303,
    `/orders/${orderId}/withdraw?link=opened`,
  ]);
  expect(await formOf(guest, orderId)).toMatchObject({ left: [3, 1], state: "open" });
});

test("only the confirmation declares a withdrawal, and repeated it is the same one", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);
  const units = { "units-0": "2", "units-1": "0" };

  const chosen = await send(guest, orderId, { key, intent: "continue", ...units });
  const changed = await send(guest, orderId, { key, intent: "change", ...units });
  const { check, ...rest } = (await chosen.json()) as {
    check: ReturnPreview;
  };
  expect(rest).toMatchObject({ key, errors: {} });
  expect(check).toMatchObject({
    items: [expect.stringMatching(/^2 × /)],
    ways: [expect.stringContaining("by post, with a label to print.")],
  });
  expect(await changed.json()).toMatchObject({ check: null, values: units });
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
  const [first, replay] = await Promise.all(
    [1, 2].map(() => send(guest, orderId, { key, intent: "confirm", ...units })),
  );

  expect(first?.status).toBe(303);
  expect(replay?.headers.get("Location")).toBe(first?.headers.get("Location"));
  const { returns } = await findFulfilmentHistory(orderId);
  expect(returns).toMatchObject([
    { legalBasis: "withdrawal", status: "requested", contents: [{ quantity: 2, reason: "withdrawal" }] },
  ]);
  expect(await emailsAbout(orderId)).toContain("withdrawal-received");
  const returnNumber = returns[0]?.number ?? "";
  const receipt = await guest.get(receiptPage, first?.headers.get("Location") ?? "", {
    orderId,
    returnNumber,
  });
  expect(await receipt.json()).toMatchObject({
    number: returnNumber,
    withdrawnAtText: expect.stringMatching(/^\d{1,2} \w+ \d{4} at \d{2}:\d{2}:\d{2} /),
  });
  expect(await formOf(guest, orderId)).toMatchObject({ left: [1, 1], state: "open" });
});

test("the sum of the second step is what is given back once the items have arrived", async () => {
  const { orderId, paymentId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);
  const typed = { key, "units-0": "3", "units-1": "1" };

  const shown = await send(guest, orderId, { ...typed, intent: "continue" });
  const { check } = (await shown.json()) as { check: ReturnPreview };
  await send(guest, orderId, { ...typed, intent: "confirm" });
  const [requested] = (await findFulfilmentHistory(orderId)).returns;
  const received = { isRestocked: true, hasDelivery: true, by: "owner", now: new Date() } as const;
  expect(await receiveReturn(requested?.number ?? "", received)).toMatchObject({ ok: true });

  expect(check.rows).toEqual([
    { label: expect.stringMatching(/^3 × /), amount: expect.stringMatching(/^£/) },
    { label: check.items[1], amount: expect.stringMatching(/^£/) },
  ]);
  expect(await refundsAt(paymentId)).toEqual([Number(check.sum)]);
});

test("nothing chosen and too much chosen are refused, and the page shows the choice again", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);

  const nothing = await send(guest, orderId, { key, intent: "continue", "units-0": "0" });
  const tooMany = await send(guest, orderId, { key, intent: "confirm", "units-0": "4" });

  expect([nothing.status, tooMany.status]).toEqual([422, 409]);
  expect(await tooMany.json()).toMatchObject({
    errors: { "units-0": expect.stringMatching(/^Only 3 of /) },
    values: { "units-0": "4" },
  });
});

test("a refusal stands at the first item that can still be withdrawn", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  expect((await withdraw(guest, orderId, { "units-0": "3", "units-1": "0" })).status).toBe(303);
  const { formKey: key, left } = await formOf(guest, orderId);

  const nothing = await send(guest, orderId, { key, intent: "continue", "units-1": "0" });

  expect(left).toEqual([0, 1]);
  expect(Object.keys(((await nothing.json()) as { errors: object }).errors)).toEqual(["units-1"]);
});

test("items that were not packed are refunded at once and not sent", async () => {
  const { orderId, paymentId, first, total } = await paidOrder();
  const guest = await guestOf(orderId);

  expect((await withdraw(guest, orderId, { "units-0": "1", "units-1": "0" })).status).toBe(303);

  expect(await statusOf(orderId)).toBe("paid");
  expect((await findFulfilmentHistory(orderId)).returns).toMatchObject([{ status: "received" }]);
  expect(await stockOf(first)).toEqual({ on_hand: 7, reserved: 0 });
  expect(await formOf(guest, orderId)).toMatchObject({ left: [2, 1] });
  expect((await withdraw(guest, orderId, { "units-0": "2", "units-1": "1" })).status).toBe(303);
  expect(await statusOf(orderId)).toBe("cancelled");
  const refunds = await refundsAt(paymentId);
  expect(refunds).toHaveLength(2);
  expect(refunds.reduce((sum, minor) => sum + minor, 0)).toBe(total);
  expect(await emailsAbout(orderId)).toEqual([
    "cancelled",
    "refunded",
    "refunded",
    "withdrawal-received",
    "withdrawal-received",
  ]);
});

test("two tabs that withdraw at once, and a cancellation beside them, refund the order once", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  const guest = await guestOf(orderId);
  const keys = [(await formOf(guest, orderId)).formKey, (await formOf(guest, orderId)).formKey];
  expect(new Set(keys).size).toBe(2);
  const units = { "units-0": "3", "units-1": "1" };

  await Promise.all([
    ...keys.map((key) => send(guest, orderId, { key, intent: "confirm", ...units })),
    cancelOrder(orderId, { reason: "cancelled in a third tab", by: "customer", now: NOW }),
  ]);

  expect((await refundsAt(paymentId)).reduce((sum, minor) => sum + minor, 0)).toBe(total);
  expect(await statusOf(orderId)).toBe("refunded");
});

test("a withdrawal from a packed order waits for the items to come back", async () => {
  const { orderId, paymentId } = await paidOrder();
  await packOrder(orderId, { by: "owner", now: NOW });
  const guest = await guestOf(orderId);

  expect((await withdraw(guest, orderId, { "units-0": "3", "units-1": "1" })).status).toBe(303);

  expect((await findFulfilmentHistory(orderId)).returns).toMatchObject([{ status: "requested" }]);
  expect(await refundsAt(paymentId)).toEqual([]);
});

async function priceReturns(values: Record<string, string>): Promise<void> {
  expect(await changeSettings("returns", values, NOW)).toMatchObject({ kind: "done" });
}

/** A cot that two people have brought. */
async function deliveredCot(): Promise<OrderId> {
  const cart = await cartWith({ [await parcelVariant(9, 0, "two_person")]: 1 });
  const { days } = await priceCart(cart, { method: "two_person", postcode: "GL5 1QN", now: NOW });
  const typed = details({ method: "two_person", delivery_day: days[0] ?? "" });
  const done = await checkOut(await commandFor(cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  await decideTestPayment(url.split("/").at(-1) ?? "", { decision: "pay" }, NOW);
  await settle(orderId, NOW);
  await sendShipment(orderId);
  await deliverOrder(orderId, { by: "owner", now: new Date() });
  return orderId;
}

async function checkOf(guest: Browser, orderId: OrderId, typed: Typed): Promise<ReturnPreview> {
  const answer = (await (await send(guest, orderId, typed)).json()) as { check: ReturnPreview };
  return answer.check;
}

test("what was never sent is not asked for, and its sum is whole", async () => {
  await priceReturns({ "return-small": "500" });
  onTestFinished(() => priceReturns({ "return-small": "0" }));
  const { orderId, paymentId } = await paidOrder();
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);
  const typed = { key, "units-0": "1" };

  const check = await checkOf(guest, orderId, { ...typed, intent: "continue" });

  expect(check).toMatchObject({ otherMethod: null, ways: [expect.stringContaining("nothing to send back")] });
  expect(check.rows.map(({ label }) => label)).toEqual(check.items);
  await send(guest, orderId, { ...typed, sum: check.sum, intent: "confirm" });
  expect(await refundsAt(paymentId)).toEqual([Number(check.sum)]);

  await packOrder(orderId, { by: "owner", now: NOW });
  const packed = await checkOf(guest, orderId, { ...typed, intent: "continue" });
  expect(packed.ways.at(-1)).toMatch(/^Not with you yet: /);
  expect(packed.rows.map(({ label }) => label)).toEqual(packed.items);
});

test("a sum that has changed meanwhile stops no declaration, and the receipt says the new one", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);
  const typed = { key, "units-0": "3", "units-1": "0" };
  const { sum } = await checkOf(guest, orderId, { ...typed, intent: "continue" });
  await priceReturns({ "return-small": "500" });
  onTestFinished(() => priceReturns({ "return-small": "0" }));

  const done = await send(guest, orderId, { ...typed, sum, intent: "confirm" });

  expect(done.status).toBe(303);
  const [requested] = (await findFulfilmentHistory(orderId)).returns;
  const returnNumber = requested?.number ?? "";
  const receipt = async (at: string) =>
    ((await (await guest.get(receiptPage, at, { orderId, returnNumber })).json()) as { refundText: string })
      .refundText;
  const left = formatMoney(money(Number(sum) - 500, "GBP"), "en-GB");
  expect(await receipt(done.headers.get("Location") ?? "")).toBe(
    `The sum has changed since you saw it. You get back ${left}.`,
  );
  expect(await receipt(`/orders/${orderId}/returns/${returnNumber}`)).toBe(`You get back ${left}.`);
});

test("a declaration needs no day, and is taken without it where its day has gone", async () => {
  const ids = [await deliveredCot(), await deliveredCot(), await deliveredCot()];
  const guests = await Promise.all(ids.map((id) => guestOf(id)));
  const typed = await Promise.all(
    ids.map(async (id, at) => ({ key: (await formOf(guests[at]!, id)).formKey, "units-0": "1" })),
  );
  const [check] = await Promise.all(
    ids.map((id, at) => checkOf(guests[at]!, id, { ...typed[at]!, intent: "continue" })),
  );
  const day = check?.days[0]?.value ?? "";
  await leaveOnePlace(day);

  const answers = await Promise.all(
    ids.map((id, at) => {
      const chosen = at < 2 ? day : "";
      return send(guests[at]!, id, { ...typed[at]!, "collect-on": chosen, intent: "confirm" });
    }),
  );

  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const rows = await db()
    .selectFrom("order_returns")
    .select(["collect_on", "way_back"])
    .where("order_id", "in", ids)
    .orderBy("collect_on")
    .execute();
  expect(rows.map(({ collect_on }) => collect_on).sort()).toEqual([day, null, null]);
  for (const { collect_on, way_back } of rows)
    expect(String(way_back).includes("write to us to agree it")).toBe(collect_on === null);
});

test("after the period the page says so and the form is refused, while the shop's own returns go on", async () => {
  const { orderId } = await deliveredOrder(new Date(Date.now() - 16 * DAY_MS));
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);

  const refused = await send(guest, orderId, { key, intent: "confirm", "units-0": "1" });
  const page = await guest.get(orderPage, `/orders/${orderId}`, { orderId });

  expect(await formOf(guest, orderId)).toMatchObject({ state: "late" });
  expect(refused.status).toBe(409);
  expect(await page.json()).toMatchObject({ canReturn: true, canWithdraw: false });
});

test("a shop without the withdrawal function has none of its pages", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const guest = await guestOf(orderId);
  const { formKey: key } = await formOf(guest, orderId);
  const { value } = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "law")
    .executeTakeFirstOrThrow();
  await setLaw("{}");
  onTestFinished(() => setLaw(value));

  expect((await guest.get(findPage, "/withdraw")).status).toBe(404);
  expect((await guest.get(loader, `/orders/${orderId}/withdraw`, { orderId })).status).toBe(404);
  expect((await send(guest, orderId, { key, intent: "confirm", "units-0": "1" })).status).toBe(404);
  const page = await guest.get(orderPage, `/orders/${orderId}`, { orderId });
  expect(await page.json()).toMatchObject({ canReturn: true, canWithdraw: false });
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
});

test("another browser neither sees nor declares a withdrawal", async () => {
  const { orderId } = await deliveredOrder(new Date());
  const stranger = new Browser();
  const typed = { key: `return_${"A".repeat(22)}`, intent: "confirm", "units-0": "1" };

  expect((await stranger.get(loader, `/orders/${orderId}/withdraw`, { orderId })).status).toBe(404);
  expect((await send(stranger, orderId, typed)).status).toBe(404);
  expect((await findFulfilmentHistory(orderId)).returns).toEqual([]);
});
