import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import { chooseForSpareGift, findSpareGift } from "#app/models/gift-list/spare.server.ts";
import { endSurprise, listGivenGifts } from "#app/models/gift-list/thanks.server.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { LINE_ANSWERS, type LineAnswer } from "#app/models/order/buyer-answer.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToSend, unitsToSendNow } from "#app/models/order/fulfilment.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn, requestReturn } from "#app/models/order/returns/return.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { createCredit } from "#app/models/promotion/admin-coupons.server.ts";
import { money } from "#app/models/shared/money.ts";
import { stockOf } from "#tests/support/people/checkout.ts";
import { refundedAtProvider } from "#tests/support/people/free-items.ts";
import { addressees, giftListEmails, orderOfSpareGift } from "#tests/support/people/gift-lists.ts";
import { pathOf, refundsAt, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, payloadsOf, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();
registerListeners();

const ROUNDS = 8;
const GIFT_TABLES = ["gift_list_carts", "gift_list_cart_gifts", "gift_list_claims", "gift_lists"] as const;
const inMs = (ms: number) => new Date(Date.now() + ms);
const OWNER = () => ({ by: "owner", now: new Date() }) as const;

type Spare = Awaited<ReturnType<typeof orderOfSpareGift>>;

const choose = ({ orderId, lineId }: Spare, answer: LineAnswer, now = new Date()) =>
  chooseForSpareGift({ orderId, lineId, answer }, now);

const claimOf = ({ lineId }: Spare) => rowOf("gift_list_claims", { order_line_id: lineId });

/** Units for each line of the order: one of the spare gift, or one of every other. */
const unitsOf = ({ order, position }: Spare, which: "spare" | "others") =>
  order.lines.map((_, index) => Number((index === position) === (which === "spare")));

/** The shop refunds one unit of the gift, or of the others. */
function refund(spare: Spare, which: "spare" | "others", delivery = false) {
  const request = { ...OWNER(), key: "k", isRestocked: true, reason: "broken" };
  return requestRefund(spare.orderId, { ...request, refund: { units: unitsOf(spare, which), delivery } });
}

/** All that was paid goes back, and the order is cancelled. */
async function isAllRefunded({ orderId, order, paymentId }: Spare): Promise<void> {
  expect(await statusOf(orderId)).toBe("cancelled");
  const back = await refundsAt(paymentId);
  expect(back.reduce((sum, minor) => sum + minor, 0)).toBe(order.totals.total.minor);
  await holds();
}

async function thanked({ list }: Spare): Promise<ReadonlyArray<string>> {
  await endSurprise(list, new Date());
  const open = await findGiftList(list.id, new Date());
  return ((open && (await listGivenGifts(open, new Date()))) ?? []).map(({ givers }) => givers);
}

async function orderEmails(): Promise<ReadonlyArray<string>> {
  return (await payloadsOf<{ about: string }>("order-email")).map(({ about }) => about).sort();
}

/** All but the history of the stock, which the test has set by hand. */
const holds = async () => {
  const breaks = await findBreaks(db());
  expect(breaks.filter(({ invariant }) => !invariant.includes("stock"))).toEqual([]);
};

test("a gift that two givers have paid for is neither packed nor sent, and only its giver is emailed", async () => {
  const spare = await orderOfSpareGift();
  const { orderId, order, until } = spare;

  expect(await packOrder(orderId, OWNER())).toMatchObject({ code: "order-waits" });
  expect(await sendShipment(orderId)).toMatchObject({ code: "order-waits" });
  expect(await sendShipment(orderId, { units: [1] })).toMatchObject({ code: "order-waits" });
  const life = await findFulfilmentHistory(orderId);
  expect([unitsToSend(order, life), unitsToSendNow(order, life)]).toEqual([[1], [0]]);
  const mails = (await giftListEmails()).filter(({ subject }) => subject?.startsWith("Two people"));
  expect(addressees(mails)).toEqual(["margaret@example.org"]);
  const links = mails[0]?.text?.match(new RegExp(`/orders/${orderId}/gift/0\\?k=\\S+#\\w+`, "g")) ?? [];
  expect(links.map((link) => link.split("#")[1])).toEqual(["credit", "send", "refund"]);
  expect(mails[0]?.text).toContain("by 5 pm on");
  expect(until.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  expect(await thanked(spare)).toEqual(["Ray"]);
  await holds();
});

test("sent all the same it is packed and sent as any other, and the family thanks both", async () => {
  const spare = await orderOfSpareGift();

  expect(await choose(spare, "send")).toMatchObject({ ok: true });

  expect(await claimOf(spare)).toMatchObject({ state: "taken", answer: "send" });
  expect(await packOrder(spare.orderId, OWNER())).toMatchObject({ value: { isChanged: true } });
  expect(await sendShipment(spare.orderId)).toMatchObject({ value: { status: "shipped" } });
  expect([...(await thanked(spare))].sort()).toEqual(["Margaret Okafor", "Ray"]);
  await holds();
});

test("refunded alone, delivery goes back too, the order is cancelled and the stock is back", async () => {
  const spare = await orderOfSpareGift();
  const { total } = spare.order.totals;

  expect(await choose(spare, "refund")).toMatchObject({ value: { amount: total } });

  expect(await refundsAt(spare.paymentId)).toEqual([total.minor]);
  expect(await stockOf(spare.variant)).toEqual({ on_hand: 9, reserved: 0 });
  expect(await pathOf(spare.orderId)).toContain("cancelled by customer");
  expect(await claimOf(spare)).toMatchObject({ state: "ended", answer: "refund" });
  expect(await orderEmails()).toEqual(["cancelled", "refunded"]);
  expect(await thanked(spare)).toEqual(["Ray"]);
  await holds();
});

test("changed for another gift, what was paid becomes a code for 12 months, and no money moves", async () => {
  const spare = await orderOfSpareGift();
  const { total } = spare.order.totals;
  await giftListEmails();

  expect(await choose(spare, "credit")).toMatchObject({ value: { amount: total } });

  const { credit_code: code, ...claim } = await claimOf(spare);
  expect(claim).toMatchObject({ state: "ended", answer: "credit" });
  const coupon = await rowOf("coupons", { code: code ?? "" });
  expect(coupon).toMatchObject({ amount: total.minor, max_uses: 1 });
  const days = (Date.parse(coupon.ends_at ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  expect(await refundsAt(spare.paymentId)).toEqual([]);
  expect(await statusOf(spare.orderId)).toBe("cancelled");
  expect(await stockOf(spare.variant)).toEqual({ on_hand: 9, reserved: 0 });
  const mails = await giftListEmails();
  expect(addressees(mails)).toEqual(["margaret@example.org"]);
  expect(mails[0]?.text).toContain(code);
  expect(await orderEmails()).toEqual([]);
  await holds();
});

test("what was given as credit is never refunded too", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  const { orderId, order } = spare;
  const credited = await choose(spare, "credit");
  const credit = credited.ok ? credited.value.amount.minor : 0;

  expect(await refund(spare, "spare")).toMatchObject({ code: "refund-units" });
  const rest = await cancelOrder(orderId, { ...OWNER(), reason: "the customer called" });

  expect(rest).toMatchObject({ value: { refund: { minor: order.totals.total.minor - credit } } });
  expect(await refundsAt(spare.paymentId)).toEqual([order.totals.total.minor - credit]);
  await holds();
});

test("other gifts of the order go on: packed without the spare one, which follows once it is to be sent", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  const { orderId } = spare;
  expect(await packOrder(orderId, OWNER())).toMatchObject({ ok: true });
  const units = unitsOf(spare, "spare");
  expect(await sendShipment(orderId, { units })).toMatchObject({ code: "shipment-quantity" });
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "partially-shipped" } });
  expect(await sendShipment(orderId, { key: "two" })).toMatchObject({ code: "order-waits" });

  await choose(spare, "send");

  expect(await sendShipment(orderId, { key: "two" })).toMatchObject({ value: { status: "shipped" } });
  const { shipments } = await findFulfilmentHistory(orderId);
  expect(shipments.map(({ contents }) => contents.length)).toEqual([1, 1]);
  await holds();
});

test("an order that was packed without the spare gift is packed again once it is to be sent", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  await packOrder(spare.orderId, OWNER());

  await choose(spare, "send");

  expect(await statusOf(spare.orderId)).toBe("paid");
  await holds();
});

test("refunded beside other gifts, delivery stays with them, and the order goes on", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  const { order, orderId, position } = spare;
  await packOrder(orderId, OWNER());

  const done = await choose(spare, "refund");

  const line = order.lines[position];
  expect(done).toMatchObject({ value: { amount: { minor: line?.total.minor } } });
  expect(await statusOf(orderId)).toBe("packed");
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("refunded after the other gifts were sent, the order is sent as a whole", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  await sendShipment(spare.orderId);

  expect(await choose(spare, "refund")).toMatchObject({ ok: true });

  expect(await statusOf(spare.orderId)).toBe("shipped");
  await holds();
});

test("refunded after the shop refunded the other gift of a packed order, all is cancelled and delivery goes back", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  await packOrder(spare.orderId, OWNER());
  await refund(spare, "others");
  expect(await statusOf(spare.orderId)).toBe("packed");

  await runGiftClaimSchedule(spare.until);

  await isAllRefunded(spare);
});

test("a spare gift for which nothing was paid is taken out without a refund", async () => {
  const words = { name: "Credit", message: "Credit.", endsAt: inMs(86_400_000).toISOString() };
  await createCredit({ code: "GIFT-ALL", amount: money(99_999, "GBP"), ...words }, inMs(-60_000));
  const spare = await orderOfSpareGift({ hasOther: true, coupon: "GIFT-ALL" });
  expect(spare.order.totals.discount.minor).toBe(spare.order.totals.items.minor);

  expect(await choose(spare, "credit")).toMatchObject({ value: { amount: { minor: 0 } } });

  expect(await claimOf(spare)).toMatchObject({ answer: "credit", credit_code: null });
  expect(await stockOf(spare.variant)).toEqual({ on_hand: 9, reserved: 0 });
  expect(await sendShipment(spare.orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("without an answer in time it is refunded in full once, and its giver is emailed", async () => {
  const spare = await orderOfSpareGift();
  const { until, order } = spare;
  await giftListEmails();
  await runGiftClaimSchedule(new Date(until.getTime() - 60_000));
  expect(await claimOf(spare)).toMatchObject({ state: "spare", answer: null });
  expect(await choose(spare, "send", until)).toMatchObject({ code: "answer-late" });

  await Promise.all([runGiftClaimSchedule(until), runGiftClaimSchedule(until)]);
  await runGiftClaimSchedule(new Date(until.getTime() + 3_600_000));

  expect(await claimOf(spare)).toMatchObject({ state: "ended", answer: "none" });
  expect(await refundsAt(spare.paymentId)).toEqual([order.totals.total.minor]);
  const mails = await giftListEmails();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("We have not sent")]);
  expect(addressees(mails)).toEqual(["margaret@example.org"]);
  expect(await orderEmails()).toEqual(["refunded"]);
  expect(await choose(spare, "send")).toMatchObject({ code: "line-answered" });
  await holds();
});

test("after a partial refund at the provider an unanswered gift gives back the rest, and others do not wait for it", async () => {
  const spare = await orderOfSpareGift();
  await refundedAtProvider(spare.paymentId, 100);

  await runGiftClaimSchedule(spare.until);

  expect(await refundsAt(spare.paymentId)).toEqual([spare.order.totals.total.minor - 100]);
  expect(await claimOf(spare)).toMatchObject({ state: "ended", answer: "none" });
  await holds();
});

/** Withdrawn from the packed order, and accepted before its giver has answered. */
async function takeBack(spare: Spare): Promise<void> {
  const lines = unitsOf(spare, "spare").map((units) => ({ units, reason: "withdrawal" }));
  const withdrawal = { key: "w", lines, note: "", legalBasis: "withdrawal", by: "customer" } as const;
  const requested = await requestReturn(spare.orderId, { ...withdrawal, now: new Date() });
  if (!requested.ok) throw new Error(requested.code);
  const receipt = { ...OWNER(), isRestocked: true, hasDelivery: null };
  expect(await receiveReturn(requested.value.number, receipt)).toMatchObject({ ok: true });
}

test("an unanswered gift that came back and was refunded before is not sent, and reported by no run", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  const { orderId, order, position, until } = spare;
  await packOrder(orderId, OWNER());
  await takeBack(spare);
  const amount = order.lines[position]?.total.minor;
  expect(await refundsAt(spare.paymentId)).toEqual([amount]);

  await runGiftClaimSchedule(until);
  await runGiftClaimSchedule(new Date(until.getTime() + 60_000));

  const { lines } = await findFulfilmentHistory(orderId);
  expect(lines[position]).toMatchObject({ awaitsAnswerUntil: null, refunded: 1, unsent: 1 });
  expect(await claimOf(spare)).toMatchObject({ state: "ended" });
  expect(await stockOf(spare.variant)).toEqual({ on_hand: 9, reserved: 0 });
  expect(await refundsAt(spare.paymentId)).toEqual([amount]);
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
  await holds();
});

test("an unanswered gift that came back before, the last item of an order, leaves the order cancelled", async () => {
  const spare = await orderOfSpareGift({ hasOther: true });
  await packOrder(spare.orderId, OWNER());
  await refund(spare, "others", true);
  await takeBack(spare);

  await runGiftClaimSchedule(spare.until);

  expect(await stockOf(spare.variant)).toEqual({ on_hand: 9, reserved: 0 });
  await isAllRefunded(spare);
});

test("a gift that cannot be refunded is reported, and the next one is refunded all the same", async () => {
  const broken = await orderOfSpareGift();
  for (const table of GIFT_TABLES) await db().deleteFrom(table).execute();
  const next = await orderOfSpareGift();
  const wrong = { total_minor: broken.order.totals.total.minor + 1 };
  await changeRows("orders", { id: broken.orderId }, wrong);
  // The one that cannot be refunded is the first.
  const first = new Date(broken.until.getTime() - 60_000).toISOString();
  await changeRows("order_lines", { id: broken.lineId }, { awaits_answer_until: first });

  await expect(runGiftClaimSchedule(next.until)).rejects.toThrow(/cannot be refunded: sums-differ/);

  expect(await claimOf(next)).toMatchObject({ state: "ended", answer: "none" });
});

test("a list that was deleted leaves no gift waiting for ever", async () => {
  const spare = await orderOfSpareGift();
  await db().deleteFrom("gift_lists").where("id", "=", spare.list.id).execute();

  await runGiftClaimSchedule(spare.until);

  expect(await refundsAt(spare.paymentId)).toEqual([spare.order.totals.total.minor]);
  expect(await findSpareGift(spare.lineId, new Date())).toBeNull();
});

test("an order that was cancelled meanwhile leaves nothing to choose and nothing to refund", async () => {
  const spare = await orderOfSpareGift();
  await cancelOrder(spare.orderId, { ...OWNER(), reason: "the customer called" });

  expect(await choose(spare, "credit")).toMatchObject({ code: "order-state-conflict" });
  await runGiftClaimSchedule(spare.until);

  expect(await claimOf(spare)).toMatchObject({ state: "ended", answer: null });
  expect(await refundsAt(spare.paymentId)).toEqual([spare.order.totals.total.minor]);
  await holds();
});

test("of three answers, the deadline and the packing at the same moment exactly one wins, round after round", async () => {
  const winners = new Set<string | null>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const table of GIFT_TABLES) await db().deleteFrom(table).execute();
    const spare = await orderOfSpareGift();
    const before = new Date(spare.until.getTime() - 1);
    const tasks: ReadonlyArray<() => Promise<unknown>> = [
      ...LINE_ANSWERS.map((answer) => () => choose(spare, answer, before)),
      () => runGiftClaimSchedule(spare.until),
      () => packOrder(spare.orderId, OWNER()),
    ];
    const turned = [...tasks.slice(round % tasks.length), ...tasks.slice(0, round % tasks.length)];

    await Promise.all(turned.map((task) => task()));

    const { answer, state } = await claimOf(spare);
    winners.add(answer);
    const status = await statusOf(spare.orderId);
    expect([state, ["paid", "packed"].includes(status ?? "")], `round ${round}`).toEqual(
      answer === "send" ? ["taken", true] : ["ended", false],
    );
    const codes = await db().selectFrom("coupons").select("id").where("code", "like", "GIFT-%").execute();
    const { refunds } = await findFulfilmentHistory(spare.orderId);
    expect(refunds, `round ${round}`).toHaveLength(answer === "send" ? 0 : 1);
    expect(codes, `round ${round}`).toHaveLength(answer === "credit" ? 1 : 0);
    await db().deleteFrom("coupons").where("code", "like", "GIFT-%").execute();
    await runDueJobs({});
    await holds();
  }
  expect(winners.size).toBeGreaterThan(1);
});
