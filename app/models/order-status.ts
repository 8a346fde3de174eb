/** What an order may become: the table is the rule. */

export const ORDER_STATUSES = [
  "awaiting-payment",
  "paid",
  "dispatched",
  "delivered",
  "cancelled",
  "refunded",
  "payment-review",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * "cancelled" may still become "paid": money can arrive after an order was given up, and then the shop either
 * finds the goods again or gives the money back. Only an order whose payment is settled is finished.
 */
const NEXT = {
  "awaiting-payment": ["paid", "cancelled", "refunded", "payment-review"],
  paid: ["dispatched", "cancelled", "refunded"],
  dispatched: ["delivered", "refunded"],
  delivered: ["refunded"],
  cancelled: ["paid", "refunded", "payment-review"],
  refunded: [],
  "payment-review": ["paid", "cancelled", "refunded"],
} as const satisfies Record<OrderStatus, ReadonlyArray<OrderStatus>>;

export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return (NEXT[from] as ReadonlyArray<OrderStatus>).includes(to);
}

/** True once the shop has the money and owes the goods. */
export function isPaidFor(status: OrderStatus): boolean {
  return status === "paid" || status === "dispatched" || status === "delivered";
}

export function isOrderStatus(value: string): value is OrderStatus {
  return (ORDER_STATUSES as ReadonlyArray<string>).includes(value);
}
