import type { OrderStatus } from "./status.ts";

export type PublicStatus = Readonly<{ id: number; name: string }>;

const AWAITING_PAYMENT: PublicStatus = { id: 7, name: "Awaiting Payment" };
const AWAITING_PICKUP: PublicStatus = { id: 8, name: "Awaiting Pickup" };
const PARTIALLY_REFUNDED: PublicStatus = { id: 14, name: "Partially Refunded" };

const NAMES = {
  "awaiting-payment": { id: 1, name: "Pending" },
  declined: { id: 6, name: "Declined" },
  "payment-review": { id: 12, name: "Manual Verification Required" },
  paid: { id: 11, name: "Awaiting Fulfillment" },
  packed: { id: 9, name: "Awaiting Shipment" },
  "partially-shipped": { id: 3, name: "Partially Shipped" },
  shipped: { id: 2, name: "Shipped" },
  delivered: { id: 10, name: "Completed" },
  disputed: { id: 13, name: "Disputed" },
  cancelled: { id: 5, name: "Cancelled" },
  refunded: { id: 4, name: "Refunded" },
} as const satisfies Record<OrderStatus, PublicStatus>;

type Facts = Readonly<{
  status: OrderStatus;
  isCollected: boolean;
  isPartlyRefunded: boolean;
  isPaymentUnderWay: boolean;
}>;

/** A partial refund shows once nothing is left to send. */
export function publicStatus(facts: Facts): PublicStatus {
  const { status } = facts;
  if (status === "awaiting-payment" && facts.isPaymentUnderWay) return AWAITING_PAYMENT;
  if (status === "shipped" && facts.isCollected) return AWAITING_PICKUP;
  if (status === "delivered" && facts.isPartlyRefunded) return PARTIALLY_REFUNDED;
  return NAMES[status];
}
