import type { Order } from "#app/models/order/order.ts";
import { isToBeSent, type OrderStatus, TO_BE_SENT } from "#app/models/order/status.ts";

export type OrderView = Readonly<{
  key: string;
  title: string;
  /** Null: every status. */
  statuses: ReadonlyArray<OrderStatus> | null;
  /** Only those whose day of sending is over. */
  isLate?: boolean;
}>;

export const ORDER_VIEWS = [
  { key: "to-pack", title: "To pack", statuses: ["paid"] },
  { key: "late", title: "Late", statuses: TO_BE_SENT, isLate: true },
  { key: "packed", title: "Packed", statuses: ["packed"] },
  { key: "partly-sent", title: "Partly sent", statuses: ["partially-shipped"] },
  { key: "on-the-way", title: "On the way", statuses: ["shipped"] },
  { key: "under-review", title: "Under review", statuses: ["payment-review"] },
  { key: "disputed", title: "Disputed", statuses: ["disputed"] },
  { key: "all", title: "All", statuses: null },
] as const satisfies ReadonlyArray<OrderView>;

export type OrderViewKey = (typeof ORDER_VIEWS)[number]["key"];

export function orderView(key: string | null): OrderView & Readonly<{ key: OrderViewKey }> {
  return ORDER_VIEWS.find((view) => view.key === key) ?? ORDER_VIEWS[0];
}

type StatusTag = Readonly<{ text: string; tone: "do" | "way" | "ok" | "bad" | "" }>;

/** Steps are refused from any other state: the address may have changed. */
export function shownStatus({ status, addressVersion }: Pick<Order, "status" | "addressVersion">): string {
  return addressVersion > 0 && isToBeSent(status) ? `${status} address ${addressVersion + 1}` : status;
}

export const STATUS_TAGS: Readonly<Record<OrderStatus, StatusTag>> = {
  "awaiting-payment": { text: "Awaiting payment", tone: "" },
  declined: { text: "Payment declined", tone: "" },
  "payment-review": { text: "Payment under review", tone: "bad" },
  paid: { text: "To pack", tone: "do" },
  packed: { text: "Packed", tone: "do" },
  "partially-shipped": { text: "Partly sent", tone: "do" },
  shipped: { text: "On the way", tone: "way" },
  delivered: { text: "Delivered", tone: "ok" },
  disputed: { text: "Disputed", tone: "bad" },
  cancelled: { text: "Cancelled", tone: "" },
  refunded: { text: "Refunded", tone: "" },
};
