/** Orders of which everything is refunded on the provider's own pages before all of it was sent. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { deliverOrder, packOrder } from "#app/models/order/shipments.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { money, formatMoney } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { paidFreeItems } from "#tests/support/people/free-items.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import {
  paidOrder,
  refundsAt,
  reportEvent,
  sendShipment,
  statusOf,
} from "#tests/support/people/order-life.ts";
import { askReturn, expectOrdersToHold, openReturns, shelves } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const OWNER = { by: "owner", now: NOW } as const;
const HALF = { units: [3, 0] };

const BEFORE: Readonly<Record<string, (order: Awaited<ReturnType<typeof paidOrder>>) => Promise<unknown>>> = {
  paid: async () => undefined,
  packed: ({ orderId }) => packOrder(orderId, OWNER),
  "partly sent": ({ orderId }) => sendShipment(orderId, HALF),
  "disputed when packed": async ({ orderId, paymentId }) => {
    await packOrder(orderId, OWNER);
    await reportEvent(paymentId, "disputed", { minor: 700, reference: "dp_1" });
  },
  shipped: ({ orderId }) => sendShipment(orderId),
  delivered: async ({ orderId }) => {
    await sendShipment(orderId);
    await deliverOrder(orderId, OWNER);
  },
};

const cancelledJobs = async () =>
  (await db().selectFrom("jobs").select("key").execute()).filter(({ key }) =>
    key.startsWith("order-email:cancelled:"),
  ).length;

test.each([
  ["paid", 1],
  ["packed", 1],
  ["partly sent", 1],
  ["disputed when packed", 1],
  ["shipped", 0],
  ["delivered", 0],
])("emails to the buyer of an order that is %s that nothing more is sent: %d", async (status, emails) => {
  const order = await paidOrder();
  await BEFORE[status]?.(order);

  for (const eventId of ["evt_1", "evt_1"])
    await reportEvent(order.paymentId, "refunded", { minor: order.total, reference: "re_1", eventId });

  expect(await statusOf(order.orderId)).toBe("refunded");
  expect(await cancelledJobs()).toBe(emails);
  await expectOrdersToHold();
  if (emails === 0) return;
  await runDueJobs({ "order-email": sendOrderStatusEmail("http://localhost:3000") });
  const [email] = (await readEmails()).filter(({ subject = "" }) => subject.includes("has been cancelled"));
  expect(email?.subject?.startsWith("The rest of your")).toBe(status === "partly sent");
  expect(email?.text).toContain("we will not send anything more from it");
  expect(email?.text).toContain(
    `We have refunded ${formatMoney(money(order.total, "GBP"), "en-GB")} to your`,
  );
  expect(email?.text).not.toContain("email you again");
});

test("whoever is refunded everything by the shop gets one email that the order is cancelled", async () => {
  const { orderId, paymentId, total } = await paidOrder();
  const refund = { units: [3, 1], delivery: true };
  await requestRefund(orderId, { ...OWNER, key: "k", refund, isRestocked: true, reason: "sold out" });

  expect(await refundsAt(paymentId)).toEqual([total]);

  expect(await statusOf(orderId)).toBe("refunded");
  expect(await cancelledJobs()).toBe(1);
});

test.each([
  ["paid", [9, 9]],
  ["packed", [9, 9]],
  ["partly sent", [6, 9]],
  ["disputed when packed", [9, 9]],
  ["shipped", [6, 8]],
  ["delivered", [6, 8]],
])(
  "of an order that is %s, what is not sent goes back in stock, once: %j on the shelf",
  async (status, left) => {
    const order = await paidOrder();
    await BEFORE[status]?.(order);
    const report = (type: "refunded" | "refund-failed") =>
      reportEvent(order.paymentId, type, { minor: order.total, reference: "re_1" });

    await report("refunded");
    expect(await shelves(order)).toEqual(left);
    await report("refund-failed");
    await settle(order.orderId, NOW);

    expect(await shelves(order)).toEqual(left);
    await expectOrdersToHold();
  },
);

test("a return of what was sent of a partly sent order stays open, and brings back only that", async () => {
  const order = await paidOrder();
  await sendShipment(order.orderId, { units: [2, 0] });
  const number = await askReturn(order.orderId, [2, 0]);

  await reportEvent(order.paymentId, "refunded", { minor: order.total, reference: "re_1" });

  expect(await shelves(order)).toEqual([7, 9]);
  expect(await openReturns()).toBe(1);
  expect(await receiveReturn(number, { ...OWNER, isRestocked: true, hasDelivery: null })).toMatchObject({
    ok: true,
  });
  expect(await shelves(order)).toEqual([9, 9]);
  await expectOrdersToHold();
});

test("a credit gets back what it paid of the units of a partly sent order that are not sent", async () => {
  const order = await paidFreeItems();
  await sendShipment(order.orderId, { units: [3, 0] });
  const paid = (await rowOf("coupon_uses", { order_id: order.orderId })).credit_minor ?? 0;
  const { discount_minor: unsent = 0 } = (await rowsOf("order_lines", { order_id: order.orderId }))[1] ?? {};

  await reportEvent(order.paymentId, "refunded", { minor: order.total, reference: "re_1" });

  expect((await rowOf("coupon_uses", { order_id: order.orderId })).credit_minor).toBe(paid - unsent);
  await expectOrdersToHold();
});
