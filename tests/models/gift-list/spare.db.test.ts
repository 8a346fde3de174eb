/** Money for a gift that comes when another giver has given the same gift. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { endSurprise, listGivenGifts } from "#app/models/gift-list/thanks.server.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { claimGiftsForPayment } from "#app/models/gift-list/giver-cart.server.ts";
import { findSpareGifts, refundSpareGift } from "#app/models/gift-list/spare.server.ts";
import { makeCredit } from "#app/models/gift-list/credit.server.ts";
import { queueGiftListEmail } from "#app/models/gift-list/email-queue.server.ts";
import { type JobHandler, runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { orderConfirmationEmail } from "#app/models/order/email.ts";
import { sendNewOrders } from "#app/models/order/emails/new-orders.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { connectEmail } from "#app/services/email/email.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { makeRefund, requestRefund } from "#app/models/order/refund.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { createCredit } from "#app/models/coupon/admin-coupons.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { withoutMoneyForTheRest } from "#tests/support/checks/money-for-the-rest.ts";
import { cartWith, parcelVariant, stockOf } from "#tests/support/people/checkout.ts";
import { refundedAtProvider } from "#tests/support/people/free-items.ts";
import { addressees, giftListEmails, orderOfSpareGift } from "#tests/support/people/gift-lists.ts";
import { pathOf, refundsAt, reportEvent, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();
registerListeners();

const OWNER = () => ({ by: "owner", now: new Date() }) as const;
const inMs = (ms: number) => new Date(Date.now() + ms);

/** The shelf of a gift that has not left the shop. */
const UNSENT = { on_hand: 9, reserved: 0 };

type Spare = Awaited<ReturnType<typeof orderOfSpareGift>>;

const claimOf = ({ lineId }: Spare) => rowOf("gift_list_claims", { order_line_id: lineId });

async function thanked({ list }: Spare): Promise<ReadonlyArray<string>> {
  await endSurprise(list, new Date());
  const open = await findGiftList(list.id, new Date());
  return ((open && (await listGivenGifts(open, new Date()))) ?? []).map(({ givers }) => givers);
}

const orderEmails = async () =>
  (await payloadsOf<{ about: string }>("order-email")).map(({ about }) => about).sort();

/** All but the history of the stock, which the test has set by hand. */
async function holds(): Promise<void> {
  const breaks = await findBreaks(db());
  expect(breaks.filter(({ invariant }) => !invariant.includes("stock"))).toEqual([]);
  expect(await withoutMoneyForTheRest(db())).toEqual([]);
}

/** What Margaret is emailed about the gift. */
async function emailsToGiver(): Promise<ReadonlyArray<string>> {
  const mails = (await giftListEmails()).filter(({ subject }) => subject?.startsWith("Two people"));
  expect(new Set(addressees(mails))).toEqual(new Set(["margaret@example.org"]));
  return mails.map(({ text }) => text ?? "");
}

test("the money goes back at once, delivery too, the order is cancelled, and its giver alone is emailed", async () => {
  const spare = await orderOfSpareGift({ method: "express" });
  const { orderId, order, paymentId } = spare;
  expect(order.totals.delivery?.minor).toBeGreaterThan(0);

  expect(await refundsAt(paymentId)).toEqual([order.totals.total.minor]);
  expect(await pathOf(orderId)).toContain("cancelled by clock");
  expect(await stockOf(spare.variant)).toEqual(UNSENT);
  expect(await packOrder(orderId, OWNER())).toMatchObject({ code: "order-state-conflict" });
  expect(await claimOf(spare)).toMatchObject({ state: "ended", end_reason: "spare" });
  const [text, ...others] = await emailsToGiver();
  expect(others).toEqual([]);
  const sum = (order.totals.total.minor / 100).toFixed(2);
  expect(text).toContain(`We refund £${sum}, which includes what you paid for delivery, to your`);
  expect(text).toMatch(/Choose another gift.*\/list\/\w{4}-\w{4}/s);
  expect(text).toMatch(new RegExp(`/orders/${orderId}\\?k=`));
  expect(await orderEmails()).toEqual(["refunded"]);
  expect(await thanked(spare)).toEqual(["Ray"]);
  await holds();
});

test("other gifts of the order go on, with the delivery that was paid for them", async () => {
  const spare = await orderOfSpareGift({ other: "wanted", method: "express" });
  const { order, orderId, position, paymentId } = spare;

  expect(await refundsAt(paymentId)).toEqual([order.lines[position]?.total.minor]);
  const toSend = unitsToSend(order, await findFulfilmentHistory(orderId));
  expect(toSend).toEqual(order.lines.map((_, index) => Number(index !== position)));
  const [text] = await emailsToGiver();
  expect(text).not.toContain("includes what you paid for delivery");
  expect(await packOrder(orderId, OWNER())).toMatchObject({ ok: true });
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("of an order of which all gifts are spare everything goes back, with an email about each", async () => {
  const spare = await orderOfSpareGift({ other: "given", method: "express" });

  const back = await refundsAt(spare.paymentId);
  expect(back).toHaveLength(2);
  expect(back.reduce((sum, minor) => sum + minor, 0)).toBe(spare.order.totals.total.minor);
  expect(await pathOf(spare.orderId)).toContain("cancelled by clock");
  expect(await emailsToGiver()).toHaveLength(2);
  await holds();
});

test("what goes back is never refunded again", async () => {
  const spare = await orderOfSpareGift({ other: "wanted" });
  const { orderId, order, position } = spare;
  const units = order.lines.map((_, index) => Number(index === position));
  const again = { ...OWNER(), key: "k", isRestocked: true, reason: "broken" };

  expect(await requestRefund(orderId, { ...again, refund: { units, delivery: false } })).toMatchObject({
    code: "refund-units",
  });
  await cancelOrder(orderId, { ...OWNER(), reason: "the customer called" });

  const back = await refundsAt(spare.paymentId);
  expect(back.reduce((sum, minor) => sum + minor, 0)).toBe(order.totals.total.minor);
  await holds();
});

test("a gift for which nothing was paid is taken out, and the discount code has its share back", async () => {
  const texts = { name: "Credit", message: "Credit.", endsAt: inMs(86_400_000).toISOString() };
  await createCredit({ code: "GIFT-ALL", amount: money(99_999, "GBP"), ...texts }, inMs(-60_000));
  const spare = await orderOfSpareGift({ other: "wanted", coupon: "GIFT-ALL" });
  const { order, position } = spare;
  expect(order.totals.discount.minor).toBe(order.totals.items.minor);

  const { amount } = await rowOf("coupons", { code: "GIFT-ALL" });
  expect(amount).toBe(99_999 - order.totals.discount.minor + (order.lines[position]?.discount.minor ?? 0));
  expect(await refundsAt(spare.paymentId)).toEqual([]);
  expect(await stockOf(spare.variant)).toEqual(UNSENT);
  const back = ((order.lines[position]?.discount.minor ?? 0) / 100).toFixed(2);
  const sentence = `£${back} is back on your discount code.`;
  expect((await emailsToGiver())[0]).toContain(sentence);
  expect(await moneyOf(spare)).toBe(sentence);
  expect(await sendShipment(spare.orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("another purchase from the same basket leaves what the order says of its spare gift", async () => {
  const { list, order } = await orderOfSpareGift();
  const life = await findFulfilmentHistory(order.id);
  const known = await findSpareGifts(order, life, new Date());
  expect(known).toHaveLength(1);

  const cart = { ...(await cartWith({ [await parcelVariant(9, 1)]: 1 })), id: order.cartId as CartId };
  const giver = { giverName: "Margaret", email: "margaret@example.org", message: null };
  await claimGiftsForPayment({ list, cart, giver, deviceHash: "m" }, new Date());

  expect(await findSpareGifts(order, life, new Date())).toEqual(known);
});

test("after a partial refund at the provider the rest goes back", async () => {
  const spare = await orderOfSpareGift({ before: (paymentId) => refundedAtProvider(paymentId, 100) });

  expect(await refundsAt(spare.paymentId)).toEqual([spare.order.totals.total.minor - 100]);
  expect(await stockOf(spare.variant)).toEqual(UNSENT);
  await holds();
});

const handlers = { "spare-gift-refund": refundSpareGift, "order-refund": makeRefund };
const runJobs = (hours: number) => runDueJobs(handlers, { now: () => inMs(hours * 3_600_000) });

/** A bank asks for `minor` of the payment before it is heard of. */
const disputedSpare = (minor: number, more: Parameters<typeof orderOfSpareGift>[0] = {}) =>
  orderOfSpareGift({
    ...more,
    before: (paymentId) => reportEvent(paymentId, "disputed", { minor, reference: "dp_1" }),
  });

/** Whether the order says that its spare gift is not sent. */
async function isAnnounced({ orderId, order }: Spare): Promise<boolean> {
  return (await findSpareGifts(order, await findFulfilmentHistory(orderId), new Date())).length > 0;
}

test("while a bank decides about the payment the refund waits, and is made as soon as it has", async () => {
  const spare = await disputedSpare(100);
  const { orderId, paymentId } = spare;
  await runJobs(0);
  expect([await refundsAt(paymentId), await statusOf(orderId)]).toEqual([[], "disputed"]);
  expect(await sendShipment(orderId)).toMatchObject({ code: "order-state-conflict" });
  expect(await isAnnounced(spare)).toBe(true);

  await reportEvent(paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
  await runJobs(0);

  expect(await refundsAt(paymentId)).toEqual([spare.order.totals.total.minor]);
  expect(await isAnnounced(spare)).toBe(true);
  expect(await stockOf(spare.variant)).toEqual(UNSENT);
  await holds();
});

test("what the provider gave back while the bank decided is on the shelf again, once", async () => {
  const spare = await disputedSpare(100);
  await refundedAtProvider(spare.paymentId, spare.order.totals.total.minor);
  await reportEvent(spare.paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
  await runJobs(2);

  expect(await statusOf(spare.orderId)).toBe("refunded");
  expect(await stockOf(spare.variant)).toEqual(UNSENT);
  await holds();
});

test("nothing is promised, and no job waits, once the bank has left nothing of the payment", async () => {
  const { totals } = (await orderOfSpareGift()).order;
  const spare = await disputedSpare(totals.total.minor);
  await reportEvent(spare.paymentId, "dispute-lost", { minor: totals.total.minor, reference: "dp_1" });
  expect(await statusOf(spare.orderId)).toBe("disputed");

  await runJobs(2);

  expect(await isAnnounced(spare)).toBe(false);
  expect(await rowOf("jobs", { key: `spare-gift-refund:${spare.lineId}` })).toMatchObject({ status: "done" });
});

/** What the page says of the money for the spare gift. */
async function moneyOf({ orderId }: Spare): Promise<string | undefined> {
  const order = await findOrder(orderId);
  if (!order) throw new Error("There is no order");
  return (await findSpareGifts(order, await findFulfilmentHistory(orderId), new Date()))[0]?.money;
}

const none = () => 0;
const all = (price: number) => price;
const A_POUND = () => 100;
const LESS_A_POUND = (price: number) => price - 100;

/** What was refunded elsewhere, what the bank took for good, and what goes back then of the price of the spare gift. */
const MONEY_GONE = [
  ["all of its price was refunded at the provider", all, none, none],
  ["a part of it was", A_POUND, none, LESS_A_POUND],
  ["all of its price was lost to the bank", none, all, none],
  ["more than its price was gone in both ways", A_POUND, all, none],
] as const;

test.each(MONEY_GONE)(
  "a spare gift takes nothing of the money for a wanted one, when %s",
  async (_, elsewhere, lost, back) => {
    const spare = await disputedSpare(100, { other: "wanted" });
    const { orderId, paymentId, position } = spare;
    const price = spare.order.lines[position]?.total.minor ?? 0;
    if (elsewhere(price) > 0) await refundedAtProvider(paymentId, elsewhere(price));
    const type = lost(price) > 0 ? "dispute-lost" : "dispute-won";
    await reportEvent(paymentId, type, { minor: Math.max(100, lost(price)), reference: "dp_1" });
    await runJobs(0);

    const expected = back(price);
    expect(await refundsAt(paymentId)).toEqual(expected > 0 ? [expected] : []);
    const order = await findOrder(orderId);
    const toSend = order && unitsToSend(order, await findFulfilmentHistory(orderId));
    expect(toSend).toEqual(order?.lines.map((_line, at) => Number(at !== position)));
    expect(await moneyOf(spare)).toContain("has gone back to you before, so we check whether more is due.");
    expect(await rowOf("jobs", { status: "dead" })).toMatchObject({
      kind: "spare-gift-refund",
      last_error: expect.stringContaining("money went back or was lost before") as string,
    });
    await holds();
    expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  },
);

test("a refund that leaves too little for what is still to be sent is found", async () => {
  const { orderId, paymentId, position, order } = await orderOfSpareGift({ other: "wanted" });
  expect(await withoutMoneyForTheRest(db())).toEqual([]);
  await refundedAtProvider(paymentId, order.lines[position]?.total.minor ?? 0);
  await settle(orderId, new Date());

  expect(await withoutMoneyForTheRest(db())).toEqual([orderId]);
});

test("what went back at the provider is set off once from two spare gifts", async () => {
  const spare = await disputedSpare(100, { other: "given" });
  const { order, paymentId, position } = spare;
  const price = order.lines[position]?.total.minor ?? 0;
  await refundedAtProvider(paymentId, price);
  await reportEvent(paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
  await runJobs(0);

  const back = await refundsAt(paymentId);
  expect(back.reduce((sum, minor) => sum + minor, 0)).toBe(order.totals.total.minor - price);
});

test("a bank that decides while the job is put off delays the refund by a minute, not an hour", async () => {
  const { paymentId, order } = await disputedSpare(100);
  const beside: JobHandler = async (job) => {
    try {
      await refundSpareGift(job);
    } finally {
      await reportEvent(paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
    }
  };
  await runDueJobs({ ...handlers, "spare-gift-refund": beside });
  expect(await refundsAt(paymentId)).toEqual([]);
  await runJobs(1 / 59);

  expect(await refundsAt(paymentId)).toEqual([order.totals.total.minor]);
});

test("the page promises no refund while the bank decides, and says what came back on a code", async () => {
  const spare = await disputedSpare(100);
  expect(await moneyOf(spare)).toBe(
    "Once your bank has decided about the payment, we refund what is due for it.",
  );
  await reportEvent(spare.paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
  await runJobs(0);

  const [text] = await emailsToGiver();
  expect(text).toContain(await moneyOf(spare));
  expect(await moneyOf(spare)).toMatch(/^We refund £[\d.]+ to your original payment method\.$/);
});

test("a spare gift that was sent before its refund is not called unsent", async () => {
  const spare = await disputedSpare(100);
  await reportEvent(spare.paymentId, "dispute-won", { minor: 100, reference: "dp_1" });
  expect(await sendShipment(spare.orderId)).toMatchObject({ ok: true });
  await runJobs(2);

  expect(await refundsAt(spare.paymentId)).toEqual([]);
  expect(await isAnnounced(spare)).toBe(false);
});

test("the confirmation of an order whose only gift is spare promises no delivery, and the shop is told of no order", async () => {
  const { orderId, order } = await orderOfSpareGift({ method: "express" });
  const cancelled = await findOrder(orderId);
  const store = await findStore();
  const write = (one: typeof order) =>
    JSON.stringify(orderConfirmationEmail({ order: one, store, origin: "https://shop.example" }));

  const [after, before] = [write(cancelled ?? order), write({ ...order, status: "paid" })];
  const [promise] = order.delivery.promises;
  expect([before, after].map((text) => text.includes("OrderCancelled"))).toEqual([false, true]);
  expect([before, after].map((text) => text.includes(promise?.when ?? "?"))).toEqual([true, false]);
  const sent: Array<string> = [];
  connectEmail({ send: async ({ subject }) => void sent.push(subject) });
  await runDueJobs({ "new-order-email": sendNewOrders({ origin: "", deskOrigin: "" }) });
  connectEmail(null);
  expect(sent).toEqual([]);
});

test("a code that was chosen in the version before still comes by email", async () => {
  const spare = await orderOfSpareGift();
  await giftListEmails();
  const code = await makeCredit(money(4_200, "GBP"), new Date());
  const claim = await claimOf(spare);
  await db().updateTable("gift_list_claims").set({ credit_code: code }).where("id", "=", claim.id).execute();
  await queueGiftListEmail({ about: "claim-credit", id: claim.id });

  const [mail] = await giftListEmails();
  expect(mail?.text).toContain(code);
  expect(mail?.text).toMatch(/We have not sent .*, as you chose\. Here is your .*£42/s);
});

test("without a code there is no email about one", async () => {
  const spare = await orderOfSpareGift();
  await giftListEmails();
  await queueGiftListEmail({ about: "claim-credit", id: (await claimOf(spare)).id });

  expect(await giftListEmails()).toEqual([]);
  expect(await rowsOf("jobs", { status: "waiting", kind: "gift-list-email" })).toEqual([]);
});

test("the email of the version before about a gift that was not sent ends without one", async () => {
  const spare = await orderOfSpareGift();
  await giftListEmails();
  await queueGiftListEmail({ about: "claim-unsent", id: (await claimOf(spare)).id });

  expect(await giftListEmails()).toEqual([]);
  expect(await rowsOf("jobs", { status: "waiting", kind: "gift-list-email" })).toEqual([]);
});
