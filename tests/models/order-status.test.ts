import { expect, test } from "vitest";

import { canMoveOrder, isPaidFor, ORDER_STATUSES } from "#app/models/order-status.ts";

test("an order becomes exactly what the table allows", () => {
  const allowed = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => canMoveOrder(from, to)).map((to) => `${from} > ${to}`),
  );

  expect(allowed).toEqual([
    "awaiting-payment > paid",
    "awaiting-payment > cancelled",
    "awaiting-payment > refunded",
    "awaiting-payment > payment-review",
    "paid > dispatched",
    "paid > cancelled",
    "paid > refunded",
    "dispatched > delivered",
    "dispatched > refunded",
    "delivered > refunded",
    "cancelled > paid",
    "cancelled > refunded",
    "cancelled > payment-review",
    "payment-review > paid",
    "payment-review > cancelled",
    "payment-review > refunded",
  ]);
});

test("no order becomes what it is", () => {
  expect(ORDER_STATUSES.filter((status) => canMoveOrder(status, status))).toEqual([]);
});

test("only what was paid and neither cancelled nor refunded is paid for", () => {
  expect(ORDER_STATUSES.filter(isPaidFor)).toEqual(["paid", "dispatched", "delivered"]);
});
