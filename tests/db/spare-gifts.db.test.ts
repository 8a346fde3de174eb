/** Gifts that waited for the answer of their givers, in a database of a version before. */
import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { up as refundWaiting } from "#app/db/migrations/20261129-1330-spare-gifts.ts";
import type { Migrating } from "#app/db/migrations/ddl.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { refundSpareGift } from "#app/models/gift-list/spare.server.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { makeRefund } from "#app/models/order/refund.server.ts";
import { packOrder } from "#app/models/order/shipments.server.ts";
import { GIFT_HANDLERS, giftListEmails, readEmails } from "#tests/support/people/gift-lists.ts";
import { paidGifts } from "#tests/support/people/gift-list-orders.ts";
import { refundsAt, sendShipment, statusOf } from "#tests/support/people/order-life.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { payloadsOf, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();
registerListeners();

const OWNER = () => ({ by: "owner", now: new Date() }) as const;

/** A paid order of two gifts, the first of which waits for its giver's answer. */
async function waitingGift() {
  const paid = await paidGifts();
  const { lines } = await findFulfilmentHistory(paid.orderId);
  const lineId = lines[paid.position]?.id ?? "";
  const spare = sql`UPDATE gift_list_claims SET state = 'spare', order_line_id = ${lineId} WHERE gift_id = ${paid.gift}`;
  await spare.execute(db());
  await sql`UPDATE order_lines SET awaits_answer_until = '2026-11-30T17:00:00.000Z' WHERE id = ${lineId}`.execute(
    db(),
  );
  const { id } = await rowOf("gift_list_claims", { gift_id: paid.gift });
  const order = await rowOf("order_lines", { id: lineId });
  return { ...paid, lineId, claimId: id, price: order.line_total_minor };
}

async function upgrade(): Promise<void> {
  await refundWaiting(db() as unknown as Migrating);
  await runDueJobs({ "spare-gift-refund": refundSpareGift, "order-refund": makeRefund, ...GIFT_HANDLERS });
}

test("a gift that waits is refunded once when the shop is updated, and its giver is emailed", async () => {
  const { orderId, paymentId, position, claimId, price, gift } = await waitingGift();
  await giftListEmails();
  await enqueue({
    ...{ key: `gift-list-email:claim-spare:${claimId}`, kind: "gift-list-email" },
    payload: { about: "claim-spare", id: claimId },
  });

  await upgrade();
  await upgrade();

  expect(await refundsAt(paymentId)).toEqual([price]);
  const { lines } = await findFulfilmentHistory(orderId);
  expect(lines.map(({ unsent }) => unsent)).toEqual([0, 1].map((at) => (at === position ? 3 : 0)));
  expect(await rowOf("gift_list_claims", { gift_id: gift })).toMatchObject({
    ...{ state: "ended", end_reason: "spare" },
  });
  const mails = (await readEmails()).filter(({ subject }) => subject?.startsWith("Two people"));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("We refund £")]);
  expect(await sendShipment(orderId)).toMatchObject({ value: { status: "shipped" } });
});

test("a packed order is laid open again, so that nobody sends it by what its slip says", async () => {
  const { orderId, paymentId, price } = await waitingGift();
  await packOrder(orderId, OWNER());

  await upgrade();

  expect([await statusOf(orderId), await refundsAt(paymentId)]).toEqual(["paid", [price]]);
});

test("after the other gifts were sent the order is sent as a whole", async () => {
  const { orderId, paymentId, position, price } = await waitingGift();
  await sendShipment(orderId, { units: [0, 1].map((at) => (at === position ? 0 : 1)) });

  await upgrade();

  expect([await statusOf(orderId), await refundsAt(paymentId)]).toEqual(["shipped", [price]]);
});

test("a gift whose list was deleted is refunded too", async () => {
  const { list, paymentId, price } = await waitingGift();
  await db().deleteFrom("gift_lists").where("id", "=", list.id).execute();

  await upgrade();

  expect(await refundsAt(paymentId)).toEqual([price]);
});

test("of an order that was cancelled nothing more goes back", async () => {
  const { orderId, paymentId, total } = await waitingGift();
  await cancelOrder(orderId, { ...OWNER(), reason: "the customer called" });

  await upgrade();

  expect(await refundsAt(paymentId)).toEqual([total]);
  expect(await payloadsOf("spare-gift-refund")).toEqual([]);
});
