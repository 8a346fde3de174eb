/** Orders of which everything is refunded on the provider's own pages before all of it was sent. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { sendOrderStatusEmail } from "#app/models/order/email.server.ts";
import { deliverOrder, packOrder } from "#app/models/order/shipments.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { money, formatMoney } from "#app/models/shared/money.ts";
import { NOW } from "#tests/support/now.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import {
  paidOrder,
  refundsAt,
  reportEvent,
  sendShipment,
  statusOf,
} from "#tests/support/people/order-life.ts";
import { expectOrdersToHold } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

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
