/** What became of an order's money, where the payment provider's account says more than the shop did. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { weekFigures } from "#app/models/desk/orders/waiting.server.ts";
import { exportOrders } from "#app/models/order/export.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { orderMoney, type OrderMoney } from "#app/models/order/money.ts";
import { moneyOfOrders } from "#app/models/order/money.server.ts";
import { findOrder, moveOrder } from "#app/models/order/order.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { timelineOf } from "#app/models/order/timeline.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { orderPageData } from "#app/routes/desk/order-view.server.ts";
import { loader as invoicePage } from "#app/routes/orders/invoice.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { show } from "#scripts/shop/orders-read.ts";
import { guestOf } from "#tests/support/people/order-buyer.ts";
import { NOW } from "#tests/support/now.ts";
import {
  deliveredOrder,
  paidOrder,
  refundsAt,
  reportEvent,
  statusOf,
} from "#tests/support/people/order-life.ts";
import { expectOrdersToHold } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";

useTestDatabase();

/** The sums that are not 0, in minor units. Whatever says something of this money says the same. */
async function sumsOf(orderId: OrderId): Promise<Readonly<Record<string, number>>> {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  const life = await findFulfilmentHistory(orderId);
  const sums = orderMoney(order, life);
  expect((await moneyOfOrders([orderId])).get(orderId)).toEqual(sums);
  const buyerRows = rowsOf(sums, BUYER_LABELS);
  const shopRows = rowsOf(sums, SHOP_LABELS);

  const guest = await guestOf(orderId);
  for (const [page, path] of [
    [orderPage, `/orders/${orderId}`],
    [invoicePage, `/orders/${orderId}/invoice`],
  ] as const)
    expect(await (await guest.get(page, path, { orderId })).json(), path).toMatchObject({
      money: buyerRows,
    });

  const store = await findStore();
  const facts = { order, life, sendBy: null, planned: null, notes: [], ticks: new Map(), log: [] };
  const atDesk = orderPageData(facts, { store, role: "owner", now: NOW }).sums;
  expect(atDesk.after).toEqual(shopRows);
  const shown = (await show(order.number)).words.split("\n");
  expect(shown.filter((line) => shownLabels.some((label) => line.startsWith(`${label}: `)))).toEqual(
    shopRows.map(({ label, amount }) => `${label}: ${amount}`),
  );

  const [row = {}] = (await exportOrders({ from: null, to: null }).next()).value ?? [];
  expect(row).toMatchObject({
    refunded: decimals(sums.refunded),
    "refund under way": decimals(sums.underWay),
    "refund owed": decimals(sums.owed),
    disputed: decimals(sums.disputed),
    "lost in disputes": decimals(sums.lost),
    "dispute fees": sums.fees.map((fee) => `${decimals(fee)} ${fee.currency}`).join(", "),
  });

  const { refunded, lost, revenue } = await weekFigures(store, SOON);
  expect([refunded, lost]).toEqual([sums.refunded, sums.lost]);
  expect(revenue.minor).toBe(sums.paid.minor - refunded.minor - lost.minor);

  const { fees, ...own } = sums;
  const entries = Object.entries(own).map(([name, { minor }]) => [name, minor] as const);
  const feeMinor = fees.reduce((sum, { minor }) => sum + minor, 0);
  return Object.fromEntries([...entries, ["fees", feeMinor] as const].filter(([, minor]) => minor > 0));
}

type Labels = ReadonlyArray<readonly [label: string, name: keyof OrderMoney]>;

const BUYER_LABELS: Labels = [
  ["Refunded", "refunded"],
  ["Refund on its way", "underWay"],
  ["Refund that did not arrive", "owed"],
  ["Disputed with your bank", "disputed"],
  ["Returned by your bank", "lost"],
];

const SHOP_LABELS: Labels = [
  ["Refunded", "refunded"],
  ["of it at the payment provider", "refundedElsewhere"],
  ["Refund under way", "underWay"],
  ["Refund failed, still owed", "owed"],
  ["Disputed", "disputed"],
  ["Lost in a dispute", "lost"],
  ["Fee for the dispute", "fees"],
  ["Given as a discount code", "credit"],
];

const shownLabels = SHOP_LABELS.map(([label]) => label);

const decimals = ({ minor }: Readonly<{ minor: number }>) => (minor / 100).toFixed(2);

/** Rows of pounds. */
const rowsOf = (sums: OrderMoney, labels: Labels) =>
  labels.flatMap(([label, name]) =>
    [sums[name]]
      .flat()
      .filter(({ minor }) => minor > 0)
      .map((sum) => ({ label, amount: `£${decimals(sum)}` })),
  );

/** A moment after everything that a test does. */
const SOON = new Date(NOW.getTime() + 12 * 3_600_000);

type Report = readonly [type: PaymentEventType, minor: number, reference: string];

const PARTLY: Report = ["disputed", 1000, "dp_1"];
const LOST: Report = ["dispute-lost", 1000, "dp_1"];

test.each<
  readonly [string, ReadonlyArray<Report>, (paid: number) => Readonly<Record<string, number>>, string]
>([
  ["is inquired about", [["inquiry", 1000, "dp_1"]], (paid) => ({ left: paid }), "disputed"],
  ["is disputed in part", [PARTLY], (paid) => ({ disputed: 1000, left: paid - 1000 }), "disputed"],
  ["is lost in part", [PARTLY, LOST], (paid) => ({ lost: 1000, left: paid - 1000 }), "delivered"],
  ["is lost, told first", [LOST, PARTLY], (paid) => ({ lost: 1000, left: paid - 1000 }), "delivered"],
  ["is won", [PARTLY, ["dispute-won", 1000, "dp_1"]], (paid) => ({ left: paid }), "delivered"],
  [
    "is lost and won later",
    [PARTLY, LOST, ["dispute-won", 1000, "dp_1"]],
    (paid) => ({ left: paid }),
    "delivered",
  ],
  [
    "is lost, and a part comes back",
    [PARTLY, LOST, ["dispute-reinstated", 400, "dp_1"]],
    (paid) => ({ lost: 600, left: paid - 600 }),
    "delivered",
  ],
  [
    "is lost beside another that was won",
    [PARTLY, LOST, ["disputed", 500, "dp_2"], ["dispute-won", 500, "dp_2"]],
    (paid) => ({ lost: 1000, left: paid - 1000 }),
    "delivered",
  ],
  [
    "is lost for a fee",
    [PARTLY, LOST, ["dispute-fee", 2000, "dp_1"]],
    (paid) => ({ lost: 1000, fees: 2000, left: paid - 1000 }),
    "delivered",
  ],
  [
    "is refunded at the provider",
    [["refunded", 700, "re_1"]],
    (paid) => ({ refunded: 700, refundedElsewhere: 700, left: paid - 700 }),
    "delivered",
  ],
  [
    "is refunded at the provider, and the bank sends it back",
    [
      ["refunded", 700, "re_1"],
      ["refund-failed", 700, "re_1"],
    ],
    (paid) => ({ owed: 700, left: paid - 700 }),
    "delivered",
  ],
])("a payment that %s", async (_, events, sums, status) => {
  const { orderId, paymentId, total } = await deliveredOrder();

  for (const [type, minor, reference] of events)
    for (const eventId of [`${type} ${reference}`, `${type} ${reference}`])
      await reportEvent(paymentId, type, { minor, reference, eventId });

  expect(await sumsOf(orderId)).toEqual({ paid: total, ...sums(total) });
  expect(await statusOf(orderId)).toBe(status);
  await expectOrdersToHold();
});

const ALL = { units: [3, 1], delivery: true };
const REQUEST = { by: "owner", now: NOW, key: "k", refund: ALL, isRestocked: true, reason: "late" } as const;

test("a refund that the bank sends back is owed, listed as failed, and the customer is written to", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  await requestRefund(orderId, REQUEST);
  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await statusOf(orderId)).toBe("refunded");
  const row = await db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();

  await reportEvent(paymentId, "refund-failed", { minor: total, reference: row.provider_refund_id ?? "" });

  expect(await sumsOf(orderId)).toEqual({ paid: total, owed: total });
  expect(await statusOf(orderId)).toBe("delivered");
  const job = await db().selectFrom("jobs").selectAll().where("kind", "=", "order-refund").executeTakeFirst();
  expect(job).toMatchObject({
    status: "dead",
    last_error: "The bank sent the money back to the payment provider.",
  });
  const emails = await db().selectFrom("jobs").select("payload").where("kind", "=", "order-email").execute();
  expect(emails.map(({ payload }) => (JSON.parse(payload) as { about: string }).about)).toEqual([
    ...["shipped", "delivered"],
    ...["refunded", "refund-changed"],
  ]);
});

test.each([
  ["delivered", deliveredOrder, "inquiry", "delivered"],
  ["delivered and disputed", deliveredOrder, "disputed", "delivered"],
  ["not sent", paidOrder, "inquiry", "cancelled"],
] as const)("a refund of all that fails after an inquiry or a dispute: %s", async (_, make, type, end) => {
  const { orderId, paymentId, total } = await make();
  await reportEvent(paymentId, type, { minor: total, reference: "dp_1" });
  await reportEvent(paymentId, "refunded", { minor: total, reference: "re_1" });
  expect(await statusOf(orderId)).toBe("refunded");
  await reportEvent(paymentId, "dispute-won", { minor: total, reference: "dp_1" });

  await reportEvent(paymentId, "refund-failed", { minor: total, reference: "re_1" });

  expect(await statusOf(orderId)).toBe(end);
});

test.each(["dispute-lost", "dispute-won"] as const)(
  "a delivered order that an earlier version called refunded is delivered after: %s",
  async (type) => {
    const { orderId, paymentId, total } = await deliveredOrder();
    await reportEvent(paymentId, "disputed", { minor: total, reference: "dp_1" });
    const byBank = { reason: "lost", by: "payment", now: NOW } as const;
    await moveOrder(orderId, { from: "disputed", to: "refunded", ...byBank });

    await reportEvent(paymentId, type, { minor: total, reference: "dp_1" });

    expect(await statusOf(orderId)).toBe("delivered");
  },
);

test("a queued refund asks for no more than the provider still has, and ends where nothing is left", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  await requestRefund(orderId, REQUEST);
  const left = { paid: total, refunded: 700, refundedElsewhere: 700, underWay: total - 700 };

  await reportEvent(paymentId, "refunded", { minor: 700, reference: "re_1" });

  expect(await sumsOf(orderId)).toEqual(left);
  await reportEvent(paymentId, "refunded", { minor: total - 700, reference: "re_2" });
  expect(await sumsOf(orderId)).toEqual({ paid: total, refunded: total, refundedElsewhere: total });
  expect(await refundsAt(paymentId)).toEqual([]);
  const own = await db().selectFrom("refunds").selectAll().where("actor", "=", "owner").executeTakeFirst();
  expect(own).toMatchObject({ status: "void", last_error: expect.stringContaining("Nothing was left") });
  await expectOrdersToHold();
});

/** Paid, with a refund of an item that the bank has sent back. */
async function failedRefund() {
  const made = await deliveredOrder();
  await requestRefund(made.orderId, { ...REQUEST, refund: { units: [1, 0], delivery: false } });
  const [owed = 0] = await refundsAt(made.paymentId);
  const row = await db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();
  await reportEvent(made.paymentId, "refund-failed", {
    minor: owed,
    reference: row.provider_refund_id ?? "",
  });
  expect(await sumsOf(made.orderId)).toMatchObject({ owed });
  const again = (minor: number, reference: string, minutes = 60) =>
    reportEvent(made.paymentId, "refunded", {
      ...{ minor, reference, eventId: reference },
      occurredAt: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
    });
  return { ...made, owed, again };
}

const numbersOf = async (orderId: OrderId) =>
  (await findFulfilmentHistory(orderId)).refunds.map(({ creditNote }) => creditNote);

test("a failed refund that is made again on the provider's pages is owed no more, and is not sent again", async () => {
  const { orderId, total, owed, again } = await failedRefund();

  await again(owed, "re_2");
  await again(owed, "re_2");

  expect(await sumsOf(orderId)).toEqual({ paid: total, refunded: owed, left: total - owed });
  expect(await numbersOf(orderId)).toEqual(["CN-000001"]);
  expect(await db().selectFrom("jobs").select("id").where("kind", "=", "order-refund").execute()).toEqual([]);
  // The next of that sum is one of its own, and this one can fail again. Nothing tells which was meant: the owner sees both.
  await again(owed, "re_3");
  const life = await findFulfilmentHistory(orderId);
  const seenBy = (isForShop: boolean) =>
    timelineOf(life, "en-GB", { isForShop })
      .map(({ what }) => what)
      .filter((what) => what.includes("at the payment provider"));
  expect(seenBy(true)).toEqual([
    expect.stringMatching(/ refunded at the payment provider, and taken for the one that had failed$/),
    expect.stringMatching(/ refunded at the payment provider$/),
  ]);
  expect(seenBy(false)).toEqual([]);
  const two = { refunded: 2 * owed, refundedElsewhere: owed, left: total - 2 * owed };
  expect(await sumsOf(orderId)).toEqual({ paid: total, ...two });
  await expectOrdersToHold();
});

test.each([
  ["of another sum", 1, 60],
  ["from before it failed", 0, -60],
])("a refund on the provider's pages %s leaves what is owed", async (_, less, minutes) => {
  const { orderId, owed, again } = await failedRefund();

  await again(owed - less, "re_2", minutes);

  expect(await sumsOf(orderId)).toMatchObject({ owed, refunded: owed - less });
});

test("what was given as a code counts when a queued refund is lessened", async () => {
  const { orderId, paymentId, total } = await deliveredOrder();
  const credit = { ...REQUEST, key: "c", refund: { units: [1, 0], delivery: false } };
  await requestRefund(orderId, credit);
  // As versions before wrote what a giver chose instead of money.
  await changeRows("refunds", { request_key: "c" }, { is_credit: 1, status: "completed" });
  await db().deleteFrom("jobs").where("kind", "=", "order-refund").execute();
  const { credit: code = 0 } = await sumsOf(orderId);
  await requestRefund(orderId, { ...REQUEST, isUpToLeft: true, refund: { units: [2, 1], delivery: true } });

  await reportEvent(paymentId, "refunded", { minor: 700, reference: "re_1" });

  const sums = { credit: code, refunded: 700, refundedElsewhere: 700, underWay: total - code - 700 };
  expect(await sumsOf(orderId)).toEqual({ paid: total, ...sums });
  await expectOrdersToHold();
});
