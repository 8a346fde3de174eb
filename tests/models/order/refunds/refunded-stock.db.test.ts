/** What becomes of stock and coupon where all of the money went back before anything was sent. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { packOrder, unpackOrder } from "#app/models/order/shipments.server.ts";
import { NOW } from "#tests/support/now.ts";
import { paidFreeItems, refundedAtProvider } from "#tests/support/people/free-items.ts";
import { paidOrder, refundsAt, statusOf } from "#tests/support/people/order-life.ts";
import { expectOrdersToHold, openReturns, shelves, withdraw } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const LATER = new Date(NOW.getTime() + 60_000);
const OWNER = { by: "owner", now: LATER } as const;
const REFUND = { ...OWNER, key: "k", isRestocked: true, reason: "sold out" };
const RECEIPT = { ...OWNER, isRestocked: true, hasDelivery: null };

async function creditUses(): Promise<number> {
  const row = db().selectFrom("coupons").select("use_count").where("code", "=", "GIFT-ALL");
  return (await row.executeTakeFirstOrThrow()).use_count;
}

test("items that cost nothing, all that was paid refunded by the shop, go back in stock and release the coupon", async () => {
  const order = await paidFreeItems();
  await withdraw(order.orderId, [1, 0]);
  expect(await creditUses()).toBe(1);
  const delivery = { units: [0, 0], delivery: true };
  expect(await requestRefund(order.orderId, { ...REFUND, refund: delivery })).toMatchObject({ ok: true });

  expect(await refundsAt(order.paymentId)).toEqual([order.total]);

  expect(await statusOf(order.orderId)).toBe("refunded");
  expect(await shelves(order)).toEqual([9, 9]);
  expect(await creditUses()).toBe(0);
  await expectOrdersToHold();
});

test("a line that the shop has not refunded, the rest refunded at the provider, goes back in stock", async () => {
  const order = await paidOrder();
  await requestRefund(order.orderId, { ...REFUND, refund: { units: [2, 0], delivery: false } });
  const [back = 0] = await refundsAt(order.paymentId);
  expect(await shelves(order)).toEqual([8, 8]);

  await refundedAtProvider(order.paymentId, order.total - back);

  expect(await statusOf(order.orderId)).toBe("refunded");
  expect(await shelves(order)).toEqual([9, 9]);
  await expectOrdersToHold();
});

test("a refunded line that the shop keeps off the shelf stays off it", async () => {
  const order = await paidOrder();
  await requestRefund(order.orderId, {
    ...REFUND,
    isRestocked: false,
    refund: { units: [0, 1], delivery: false },
  });

  await refundedAtProvider(order.paymentId, order.total);

  expect(await shelves(order)).toEqual([9, 8]);
});

test("a withdrawal of an order that was unpacked again, accepted or open, brings each unit back once", async () => {
  for (const isAccepted of [true, false]) {
    const order = await paidOrder();
    await packOrder(order.orderId, { by: "owner", now: NOW });
    const number = await withdraw(order.orderId, [1, 1]);
    if (isAccepted) expect(await receiveReturn(number, RECEIPT)).toMatchObject({ ok: true });
    await unpackOrder(order.orderId, OWNER);

    await refundedAtProvider(order.paymentId, order.total);

    expect(await statusOf(order.orderId)).toBe("refunded");
    expect(await shelves(order)).toEqual([9, 9]);
    expect(await openReturns()).toBe(0);
    await expectOrdersToHold();
  }
});
