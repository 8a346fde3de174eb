/** The numbers of invoices and credit notes: one sequence each, without a gap, whatever gives money back. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import { findCreditNotes } from "#app/models/order/credit-note.server.ts";
import { exportOrders } from "#app/models/order/export.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { requestGoodwill } from "#app/models/order/goodwill.server.ts";
import { findBreaks } from "#app/models/order/invariants/invariants.server.ts";
import { TABLE_INVARIANTS, YOUNG_SHOP_INVARIANTS } from "#app/models/order/invariants/tables.ts";
import { orderMoney } from "#app/models/order/money.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import { requestRefund } from "#app/models/order/refund.server.ts";
import { receiveReturn } from "#app/models/order/returns/return.server.ts";
import { sumMoney } from "#app/models/shared/money.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { NOW } from "#tests/support/now.ts";
import { parcelVariant, placedOrder, setStock } from "#tests/support/people/checkout.ts";
import {
  deliveredOrder,
  paidOrder,
  refundsAt,
  reportEvent,
  reviewedOrder,
} from "#tests/support/people/order-life.ts";
import { askReturn, withdraw } from "#tests/support/people/returned-items.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const OWNER = { by: "owner", now: NOW, reason: "late" } as const;

async function known(orderId: OrderId) {
  const order = await findOrder(orderId);
  if (!order) throw new Error("no order");
  return { order, life: await findFulfilmentHistory(orderId) };
}

async function expectNumbersToHold(): Promise<void> {
  const names = [...TABLE_INVARIANTS, ...YOUNG_SHOP_INVARIANTS].map(([name]) => name).filter(isAboutNumbers);
  expect(names).toHaveLength(2);
  const breaks = await findBreaks(db(), { isYoung: true });
  expect(breaks.filter(({ invariant }) => isAboutNumbers(invariant))).toEqual([]);
}

const isAboutNumbers = (invariant: string) => invariant.includes("credit note");

const refund = (orderId: OrderId, units: ReadonlyArray<number>, more = {}) =>
  requestRefund(orderId, {
    ...OWNER,
    ...{ key: `k${units.join()}`, isRestocked: false, refund: { units, delivery: false } },
    ...more,
  });

const invoiceOf = async (orderId: OrderId) => (await known(orderId)).order.invoiceNumber;

test("orders paid at once have one number each, and what is not paid or given back takes none", async () => {
  const variants = [await parcelVariant(9), await parcelVariant(9, 1)];
  const orders = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((at) => placedOrder({ [variants[at % 2] ?? 0]: 1 })),
  );
  const scarce = await parcelVariant(1, 2);
  const lost = await placedOrder({ [scarce]: 1 });
  await cancelOrder(lost.orderId, OWNER);
  await setStock(scarce, 0);
  const unpaid = await placedOrder({ [variants[0] ?? 0]: 1 });
  for (const { paymentId } of orders) await decideTestPayment(paymentId, { decision: "pay" }, NOW);

  await reportEvent(lost.paymentId, "paid", { minor: lost.total });
  await Promise.all(orders.map(({ orderId }) => settle(orderId, NOW)));
  await Promise.all(orders.map(({ orderId }) => settle(orderId, NOW)));

  const numbers = await Promise.all(orders.map(({ orderId }) => invoiceOf(orderId)));
  expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `INV-00000${number}`));
  expect([await invoiceOf(lost.orderId), await invoiceOf(unpaid.orderId)]).toEqual([null, null]);
  await expectNumbersToHold();
});

type Paid = Awaited<ReturnType<typeof paidOrder>>;

const WAYS: Readonly<Record<string, readonly [(paid: Paid) => Promise<unknown>, notes: number]>> = {
  "a cancellation": [({ orderId }) => cancelOrder(orderId, OWNER), 1],
  "items and then the rest": [
    async ({ orderId }) => {
      await refund(orderId, [1, 0]);
      await refund(orderId, [2, 1], { refund: { units: [2, 1], delivery: true } });
    },
    2,
  ],
  "a withdrawal": [({ orderId }) => withdraw(orderId, [3, 1]), 1],
  "goodwill and then a cancellation": [
    async ({ orderId }) => {
      await requestGoodwill(orderId, { ...OWNER, key: "g", minor: 501 });
      await cancelOrder(orderId, OWNER);
    },
    2,
  ],
  "the provider's pages": [
    ({ paymentId }) => reportEvent(paymentId, "refunded", { minor: 700, reference: "re_1" }),
    1,
  ],
  "a refund that the bank sends back": [
    async ({ orderId, paymentId }) => {
      await refund(orderId, [1, 0]);
      const [minor = 0] = await refundsAt(paymentId);
      const row = await db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();
      await reportEvent(paymentId, "refund-failed", { minor, reference: row.provider_refund_id ?? "" });
    },
    1,
  ],
  "more at the provider than a queued refund leaves": [
    async ({ orderId, paymentId, total }) => {
      await refund(orderId, [3, 1], { refund: { units: [3, 1], delivery: true } });
      await reportEvent(paymentId, "refunded", { minor: total - 700, reference: "re_1" });
    },
    2,
  ],
  "all of it at the provider beside a queued refund": [
    async ({ orderId, paymentId, total }) => {
      await refund(orderId, [3, 1], { refund: { units: [3, 1], delivery: true } });
      await reportEvent(paymentId, "refunded", { minor: total, reference: "re_1" });
    },
    2,
  ],
  "a lost dispute": [
    async ({ paymentId }) => {
      await reportEvent(paymentId, "disputed", { minor: 1000, reference: "dp_1" });
      await reportEvent(paymentId, "dispute-lost", { minor: 1000, reference: "dp_1" });
    },
    0,
  ],
};

/** That every credit note is of money that went back, and all that went back has one. */
async function expectNotesOf(orderId: OrderId, count: number) {
  const { order, life } = await known(orderId);
  const notes = await findCreditNotes(order, life);
  expect(notes.map(({ number }) => number)).toEqual(
    Array.from({ length: count }, (_, at) => `CN-00000${at + 1}`),
  );
  const sums = orderMoney(order, life);
  const { currency } = sums.paid;
  const counted = notes.filter(({ status }) => status !== "void");
  expect(
    sumMoney(
      counted.map(({ amount }) => amount),
      currency,
    ).minor,
  ).toBe(sums.refunded.minor + sums.underWay.minor + sums.owed.minor + sums.credit.minor);
  for (const { amount, rows, vat } of counted) {
    expect(
      sumMoney(
        rows.map((row) => row.amount),
        currency,
      ),
    ).toEqual(amount);
    expect(
      sumMoney(
        vat.map(({ gross }) => gross),
        currency,
      ),
    ).toEqual(amount);
  }
  if (sums.left.minor === 0)
    expect(
      sumMoney(
        counted.flatMap(({ vat }) => vat.map((row) => row.vat)),
        currency,
      ),
    ).toEqual(order.totals.vat);
  return notes;
}

test.each(Object.keys(WAYS))("%s has as many credit notes as gave something back", async (way) => {
  const [give, count] = WAYS[way] ?? [async () => undefined, 0];
  const paid = await paidOrder();

  await give(paid);

  const notes = await expectNotesOf(paid.orderId, count);
  await expectNumbersToHold();
  const { order } = await known(paid.orderId);
  for await (const rows of exportOrders({ from: null, to: null }))
    expect(rows.find((row) => row["number"] === order.number)?.["credit notes"]).toBe(
      notes.map(({ number }) => number).join(", "),
    );
});

test("a return of which something is kept for wear has a credit note of what goes back", async () => {
  const { orderId } = await deliveredOrder();
  const number = await askReturn(orderId, [2, 1]);
  const wear = { minor: 300, reason: "scratched" };
  const receipt = { ...OWNER, isRestocked: true, hasDelivery: null, wear };
  expect(await receiveReturn(number, receipt)).toMatchObject({ ok: true });

  const [note] = await expectNotesOf(orderId, 1);

  expect(note?.rows.at(-1)).toMatchObject({ what: "Kept for wear", amount: { minor: -300 } });
});

test("a failed refund leaves its credit note, as owed", async () => {
  const { orderId, paymentId } = await deliveredOrder();
  await refund(orderId, [1, 0]);
  const [minor = 0] = await refundsAt(paymentId);
  const [before] = await expectNotesOf(orderId, 1);
  const row = await db().selectFrom("refunds").selectAll().executeTakeFirstOrThrow();

  await reportEvent(paymentId, "refund-failed", { minor, reference: row.provider_refund_id ?? "" });

  expect(await expectNotesOf(orderId, 1)).toEqual([{ ...before, status: "failed" }]);
});

test("a refund that the provider tells before the payment has its credit note once the order is paid", async () => {
  const { orderId, paymentId, total } = await placedOrder({ [await parcelVariant(5)]: 1 });
  await reportEvent(paymentId, "refunded", { minor: 100, reference: "re_1" });
  expect((await known(orderId)).life.refunds).toMatchObject([{ creditNote: null }]);

  await reportEvent(paymentId, "paid", { minor: total });

  expect(await invoiceOf(orderId)).toBe("INV-000001");
  await expectNotesOf(orderId, 1);
  await expectNumbersToHold();
});

test("a wrong sum that goes back was never invoiced", async () => {
  const { orderId } = await reviewedOrder();
  await cancelOrder(orderId, OWNER);

  expect((await known(orderId)).life.refunds).toMatchObject([{ creditNote: null }]);
  expect(await invoiceOf(orderId)).toBeNull();
  await expectNumbersToHold();
});

test("an invoice from before the sequence keeps its order's number, and what goes back has a credit note", async () => {
  const { orderId } = await paidOrder();
  await db().updateTable("orders").set({ invoice_number: null }).execute();
  await db().deleteFrom("document_numbers").execute();

  await cancelOrder(orderId, OWNER);

  const { order } = await known(orderId);
  expect(order.invoiceNumber).toBe(String(order.number));
  await expectNotesOf(orderId, 1);
  await expectNumbersToHold();
});
