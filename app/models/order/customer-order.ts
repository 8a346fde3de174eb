/** A customer's orders as the account shows them: what to call each status, and which steps are behind an order. */
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { OrderLife } from "./fulfilment.ts";
import type { Order } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** Orders on one page of the list. */
export const ORDERS_PER_PAGE = 10;
/** Longest text that is searched for, in characters. */
export const ORDER_SEARCH_MAX = 100;

/** An order in a list. */
export type OrderSummary = Readonly<{
  id: OrderId;
  number: number;
  status: OrderStatus;
  /** ISO 8601, UTC. */
  placedAt: string;
  total: Money;
  /** The first few lines, and how many there are in all. */
  items: ReadonlyArray<Readonly<{ name: string; image: string }>>;
  itemCount: number;
}>;

export type OrderPage = Readonly<{
  orders: ReadonlyArray<OrderSummary>;
  total: number;
  /** From 1. */
  page: number;
  pageCount: number;
}>;

export type CustomerOrder = Readonly<{ order: Order; life: OrderLife }>;

/** A status in the words of its buyer. */
export const STATUS_TEXT = {
  "awaiting-payment": "Waiting for payment",
  declined: "Payment declined",
  "payment-review": "Checking the payment",
  paid: "Packing",
  packed: "Packed",
  "partially-dispatched": "Partly on its way",
  dispatched: "On its way",
  delivered: "Delivered",
  disputed: "With your bank",
  cancelled: "Cancelled",
  refunded: "Refunded",
} as const satisfies Record<OrderStatus, string>;

/** Statuses of an order that a parcel is still to come of. */
export const UNDER_WAY = ["paid", "packed", "partially-dispatched", "dispatched"] as const;

/** True for an order that a parcel is still to come of. */
export function isUnderWay(status: OrderStatus): boolean {
  return (UNDER_WAY as ReadonlyArray<OrderStatus>).includes(status);
}

/** True once there is something to invoice: the money came, whatever became of it later. */
export function hasInvoice({ paidAt }: Pick<Order, "paidAt">): boolean {
  return paidAt !== null;
}

/** Whether what was ordered could be ordered again, by variant id. */
export type Availability = Readonly<{ variantId: number; quantity: number; available: number }>;

export type AgainState = "available" | "fewer" | "gone";

export function againState({ quantity, available }: Availability): AgainState {
  if (available <= 0) return "gone";
  return available < quantity ? "fewer" : "available";
}

/** "All 4 items are still available", "3 of 4 items are still available". Counts what can be had at all. */
export function againText(lines: ReadonlyArray<Availability>): string {
  const total = lines.length;
  const left = lines.filter((line) => againState(line) !== "gone").length;
  if (left === 0) return "None of it is available at the moment";
  if (left === total) return total === 1 ? "Still available" : `All ${total} are still available`;
  return `${left} of ${total} still available`;
}

/** What the page says after "Order the same again"; null when nothing was asked for. */
export function orderedAgainText(added: number | null, total: number): string | null {
  if (added === null || added > total) return null;
  if (added === 0) return "None of it could be put into your basket.";
  if (added < total)
    return `${added} of ${total} are in your basket. The others cannot be had at the moment.`;
  return total === 1 ? "It is in your basket." : `All ${total} are in your basket.`;
}
