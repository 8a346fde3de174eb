import { expect, test } from "vitest";

import { publicStatus } from "#app/models/order/bigcommerce-status.ts";
import {
  canMoveOrder,
  isPaidFor,
  isToBeSent,
  ORDER_ACTORS,
  ORDER_MOVES,
  ORDER_STATUSES,
} from "#app/models/order/status.ts";

test("an order's allowed status changes are exactly those of the table", () => {
  const allowed = ORDER_STATUSES.map(
    (from) => `${from} > ${ORDER_STATUSES.filter((to) => canMoveOrder(from, to)).join(", ")}`,
  );

  expect(allowed).toEqual([
    "awaiting-payment > declined, payment-review, paid, cancelled, refunded",
    "declined > payment-review, paid, cancelled, refunded",
    "payment-review > paid, cancelled, refunded",
    "paid > packed, partially-shipped, shipped, disputed, cancelled, refunded",
    "packed > paid, partially-shipped, shipped, disputed, cancelled, refunded",
    "partially-shipped > shipped, disputed, refunded",
    "shipped > delivered, disputed, refunded",
    "delivered > shipped, disputed, refunded",
    "disputed > paid, packed, partially-shipped, shipped, delivered, cancelled, refunded",
    "cancelled > payment-review, paid, refunded",
    "refunded > shipped, delivered, cancelled",
  ]);
});

test("each step is in the table once, and none leads to where it starts", () => {
  const steps = ORDER_MOVES.map(({ from, to }) => `${from} > ${to}`);

  expect(new Set(steps).size).toBe(steps.length);
  expect(ORDER_STATUSES.filter((status) => canMoveOrder(status, status))).toEqual([]);
});

test("the buyer may cancel until the order is packed, and a pre-order in it until it is sent", () => {
  const theirs = ORDER_MOVES.filter(({ by }) => by.includes("customer"));

  expect(theirs.map(({ from, to }) => `${from} > ${to}`)).toEqual([
    "awaiting-payment > cancelled",
    "packed > paid",
    "paid > cancelled",
    "partially-shipped > shipped",
  ]);
  expect(canMoveOrder("packed", "cancelled", "customer")).toBe(false);
  expect(canMoveOrder("packed", "cancelled", "owner")).toBe(true);
});

test("only a payment provider reports a payment or a refund", () => {
  const money = ORDER_MOVES.filter(({ to }) => ["paid", "refunded", "disputed", "declined"].includes(to));

  expect(money.filter(({ by }) => by.join() !== "payment").map(({ from, to }) => `${from} > ${to}`)).toEqual([
    "packed > paid",
  ]);
});

test("somebody takes a step only if the table names them, and nothing that was sent can be cancelled", () => {
  for (const from of ORDER_STATUSES)
    for (const to of ORDER_STATUSES)
      for (const by of ORDER_ACTORS) {
        const row = ORDER_MOVES.find((move) => move.from === from && move.to === to);
        expect(canMoveOrder(from, to, by), `${from} > ${to} by ${by}`).toBe(row?.by.includes(by) ?? false);
      }
  const sent = ORDER_STATUSES.filter((status) => isPaidFor(status) && !isToBeSent(status));
  expect(sent).toEqual(["shipped", "delivered"]);
  expect(sent.filter((status) => canMoveOrder(status, "cancelled"))).toEqual([]);
});

test("only statuses after payment, except cancelled and refunded, count as paid for", () => {
  const paid = ["paid", "packed", "partially-shipped", "shipped", "delivered"];
  expect(ORDER_STATUSES.filter(isPaidFor)).toEqual(paid);
});

test("other systems get BigCommerce's name and number of each status", () => {
  const plain = { isCollected: false, isPartlyRefunded: false, isPaymentUnderWay: false };
  const names = ORDER_STATUSES.map((status) => publicStatus({ ...plain, status }));

  expect(names.map(({ id, name }) => `${id} ${name}`)).toEqual([
    "1 Pending",
    "6 Declined",
    "12 Manual Verification Required",
    "11 Awaiting Fulfillment",
    "9 Awaiting Shipment",
    "3 Partially Shipped",
    "2 Shipped",
    "10 Completed",
    "13 Disputed",
    "5 Cancelled",
    "4 Refunded",
  ]);
  expect(publicStatus({ ...plain, status: "awaiting-payment", isPaymentUnderWay: true }).id).toBe(7);
  expect(publicStatus({ ...plain, status: "shipped", isCollected: true }).name).toBe("Awaiting Pickup");
  expect(publicStatus({ ...plain, status: "delivered", isPartlyRefunded: true }).id).toBe(14);
});
