import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import { listGivenGifts } from "#app/models/gift-list/thanks.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { receivePaymentEvent } from "#app/models/order/payment/payment.server.ts";
import type { PaymentEventType } from "#app/models/order/payment/payment.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { requestReturn } from "#app/models/order/returns/return.server.ts";
import type { GiftId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { claimed } from "#tests/support/people/gift-lists.ts";
import {
  type GiftOrder,
  orderedGifts,
  paidGifts,
  unitsAt,
  openUnits,
} from "#tests/support/people/gift-list-orders.ts";
import { sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const after = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const OWNER = () => ({ by: "owner", now: new Date() }) as const;

function refund({ orderId, position }: GiftOrder, units: number, key = "one") {
  const request = { ...OWNER(), key, isRestocked: true, reason: "broken" };
  return requestRefund(orderId, { ...request, refund: { units: unitsAt(position, units), delivery: false } });
}

const claimOf = (giftId: GiftId) => rowOf("gift_list_claims", { gift_id: giftId, way: "order" });

const stillOpen = async ({ list, gift, other }: GiftOrder, now = new Date()) => [
  await openUnits(list, gift, now),
  await openUnits(list, other, now),
];

test("units that are refunded before they are sent are wanted again, and the rest stays given", async () => {
  const paid = await paidGifts();
  expect(await stillOpen(paid)).toEqual([0, 0]);

  expect(await refund(paid, 1)).toMatchObject({ ok: true });
  expect(await refund(paid, 1)).toMatchObject({ value: { isNew: false } });

  expect(await stillOpen(paid)).toEqual([1, 0]);
  expect(await claimOf(paid.gift)).toMatchObject({ state: "taken", units: 2 });
  await refund(paid, 2, "two");
  expect(await stillOpen(paid)).toEqual([3, 0]);
  expect(await claimOf(paid.gift)).toMatchObject({ state: "ended", end_reason: "refunded" });
  expect(await listGivenGifts(paid.list, new Date())).toHaveLength(1);
  expect(await statusOf(paid.orderId)).toBe("paid");
});

test("units that are refunded after they were sent stay given", async () => {
  const paid = await paidGifts();
  await sendShipment(paid.orderId, { units: unitsAt(paid.position, 2) });
  await refund(paid, 3);
  expect(await stillOpen(paid)).toEqual([1, 0]);

  const all = await paidGifts();
  await sendShipment(all.orderId);
  await refund(all, 3);
  expect(await stillOpen(all)).toEqual([0, 0]);
});

test("a gift that its buyer withdraws from before it is sent is wanted again", async () => {
  const paid = await paidGifts();
  const lines = unitsAt(paid.position, 3).map((units) => ({ units, reason: "" }));
  const request = { key: "k", lines, note: "", legalBasis: "withdrawal", by: "customer", now: NOW } as const;

  expect(await requestReturn(paid.orderId, request)).toMatchObject({ ok: true });

  expect(await stillOpen(paid)).toEqual([3, 0]);
  await cancelOrder(paid.orderId, { ...OWNER(), reason: "the customer called" });
  expect(await stillOpen(paid)).toEqual([3, 1]);
});

test("the refunded gift is found after its family chose another colour, and after the giver's account was erased", async () => {
  const changed = await paidGifts();
  const third = await parcelVariant(9, 2);
  await changeRows("gift_list_gifts", { id: changed.gift }, { variant_id: third });
  await refund(changed, 3);
  expect(await stillOpen(changed)).toEqual([3, 0]);

  const erased = await paidGifts();
  await db().deleteFrom("gift_list_carts").execute();
  await refund(erased, 3);
  expect(await stillOpen(erased)).toEqual([3, 0]);
});

const hear = ({ paymentId, total }: GiftOrder, type: PaymentEventType, minor = total) =>
  receivePaymentEvent(
    {
      ...{ eventId: `evt_${paymentId}_${type}`, paymentId, type },
      ...{ amount: { minor, currency: "GBP" }, detail: null, occurredAt: NOW.toISOString() },
    },
    after(MINUTE_MS),
  );

test("while a bank decides about the payment its gifts stay held, also after a second press, and the money takes them", async () => {
  const waiting = await orderedGifts();
  await hear(waiting, "processing");

  await runGiftClaimSchedule(after(60 * MINUTE_MS));
  expect(await stillOpen(waiting, after(9 * DAY_MS))).toEqual([0, 0]);
  expect(await stillOpen(waiting, after(11 * DAY_MS))).toEqual([3, 1]);
  expect(await waiting.press(after(2 * MINUTE_MS))).toMatchObject({ code: "payment-under-way" });
  expect(await stillOpen(waiting, after(9 * DAY_MS))).toEqual([0, 0]);

  await hear(waiting, "paid");
  expect(await claimOf(waiting.gift)).toMatchObject({ state: "taken", held_until: null });
});

test("a bank that refuses frees the gifts", async () => {
  const waiting = await orderedGifts();
  await hear(waiting, "processing");
  await hear(waiting, "declined");
  expect(await stillOpen(waiting)).toEqual([3, 1]);
});

test("an order that is cancelled before it is paid frees its gifts", async () => {
  const waiting = await orderedGifts();
  expect(await stillOpen(waiting)).toEqual([0, 0]);

  await cancelOrder(waiting.orderId, { by: "customer", reason: "left", now: NOW });

  expect(await stillOpen(waiting)).toEqual([3, 1]);
});

test("money that comes when the hold has lapsed and another has given the gift buys a spare one", async () => {
  const waiting = await orderedGifts();
  await changeRows("gift_list_claims", {}, { held_until: after(-MINUTE_MS).toISOString() });
  await claimed(waiting.list, waiting.gift, { way: "elsewhere", units: 3, isEmailConfirmed: true }, NOW);

  await hear(waiting, "paid");

  expect(await claimOf(waiting.gift)).toMatchObject({ state: "ended", end_reason: "spare" });
  expect(await claimOf(waiting.other)).toMatchObject({ state: "taken" });
});

test("while a person looks at a wrong sum its gifts stay held", async () => {
  const waiting = await orderedGifts();
  await hear(waiting, "paid", waiting.total - 1);

  expect(await statusOf(waiting.orderId)).toBe("payment-review");
  expect(await stillOpen(waiting, after(5 * DAY_MS))).toEqual([0, 0]);
});

test("a hold past its time comes back only while nobody else has the gift", async () => {
  const waiting = await orderedGifts();
  const past = after(-MINUTE_MS).toISOString();
  await changeRows("gift_list_claims", {}, { held_until: past });
  await claimed(waiting.list, waiting.gift, { way: "elsewhere", isEmailConfirmed: true }, NOW);

  await hear(waiting, "processing");

  expect((await claimOf(waiting.gift)).held_until).toBe(past);
  expect(await stillOpen(waiting, after(9 * DAY_MS))).toEqual([2, 0]);
});
