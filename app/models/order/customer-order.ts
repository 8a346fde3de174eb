import type { OrderId } from "#app/models/shared/ids.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";

import { neededText } from "#app/models/shipping/needed-day.ts";
import type { Store } from "#app/models/store/store.ts";

import type { FulfilmentHistory } from "./fulfilment.ts";
import type { Order } from "./order.ts";
import { isPaidFor, type OrderStatus } from "./status.ts";

export const ORDERS_PER_PAGE = 10;
export const ORDER_SEARCH_MAX = 100;

export type OrderListItem = Readonly<{
  id: OrderId;
  number: number;
  status: OrderStatus;
  /** ISO 8601, UTC. */
  placedAt: string;
  total: Money;
  items: ReadonlyArray<Readonly<{ name: string; image: string }>>;
  itemCount: number;
}>;

export type OrderListPage = Readonly<{
  orders: ReadonlyArray<OrderListItem>;
  total: number;
  page: number;
  pageCount: number;
}>;

export type CustomerOrder = Readonly<{ order: Order; life: FulfilmentHistory }>;

export const STATUS_TEXT = {
  "awaiting-payment": "Awaiting payment",
  declined: "Payment declined",
  "payment-review": "Checking payment",
  paid: "Preparing",
  packed: "Packed",
  "partially-shipped": "Partly sent",
  shipped: "On its way",
  delivered: "Delivered",
  disputed: "Payment disputed",
  cancelled: "Cancelled",
  refunded: "Refunded",
} as const satisfies Record<OrderStatus, string>;

export function totalLabel(status: OrderStatus): string {
  if (status === "awaiting-payment") return "To pay";
  return isPaidFor(status) || status === "disputed" ? "Paid" : "Total";
}

/** To the buyer of a disputed order. Once the bank has decided, nothing is left of its payment. */
export function disputeTexts(isOpen: boolean) {
  if (!isOpen)
    return { title: "Your bank has returned the payment", lead: "We will not send anything more." };
  const lead = "We will not send, cancel or refund anything until your bank has decided.";
  return { title: "Your bank is looking into the payment", lead };
}

export const UNDER_WAY = ["paid", "packed", "partially-shipped", "shipped"] as const;

export function isUnderWay(status: OrderStatus): boolean {
  return (UNDER_WAY as ReadonlyArray<OrderStatus>).includes(status);
}

/** "Needed by 4 December. It arrives in time."; whether it does only while it can still come by that day. */
export function orderNeededText(
  { status, delivery }: Pick<Order, "status" | "delivery">,
  { locale, timeZone }: Pick<Store, "locale" | "timeZone">,
  now: Date,
): string | null {
  const isAhead = isUnderWay(status) && (delivery.neededBy ?? "") >= localTime(now, timeZone).day;
  return neededText(isAhead ? delivery : { ...delivery, promises: [] }, locale);
}

/** Once money came, whatever happened later. */
export function hasInvoice({ paidAt }: Pick<Order, "paidAt">): boolean {
  return paidAt !== null;
}

export type LineAvailability = Readonly<{ quantity: number; available: number }>;

export type ReorderAvailability = "available" | "fewer" | "gone";

export function reorderAvailability({ quantity, available }: LineAvailability): ReorderAvailability {
  if (available <= 0) return "gone";
  return available < quantity ? "fewer" : "available";
}

export function againText(lines: ReadonlyArray<LineAvailability>): string {
  const total = lines.length;
  const left = lines.filter((line) => reorderAvailability(line) !== "gone").length;
  if (left === 0) return "None of these items are available at the moment";
  if (left === total) return total === 1 ? "Still available" : `All ${total} are still available`;
  return `${left} of ${total} still available`;
}

export function orderedAgainText(added: number | null, total: number): string | null {
  if (added === null || added > total) return null;
  if (added === 0) return "We could not add any of these items to your basket.";
  if (added < total)
    return `We have added ${added} of ${total} items to your basket. The rest are not available at the moment.`;
  return total === 1
    ? "We have added it to your basket."
    : `We have added all ${total} items to your basket.`;
}
