import { type FulfilmentHistory, unitsToSend, unitsToSendNow } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { isToBeSent, type OrderStatus } from "#app/models/order/status.ts";

export type OrderView = Readonly<{
  key: string;
  title: string;
  /** Null: every status. */
  statuses: ReadonlyArray<OrderStatus> | null;
  /** Only those whose day of sending is over. */
  isLate?: boolean;
  /** True: only those of which nothing can be packed until their buyer answers. Else these are left out. */
  isWaiting?: boolean;
}>;

export const MAY_WAIT = ["paid", "packed", "partially-shipped"] as const;

export const ORDER_VIEWS = [
  { key: "to-pack", title: "To pack", statuses: ["paid"] },
  { key: "late", title: "Late", statuses: ["paid", "packed", "partially-shipped"], isLate: true },
  { key: "packed", title: "Packed", statuses: ["packed"] },
  { key: "partly-sent", title: "Partly sent", statuses: ["partially-shipped"] },
  { key: "waiting", title: "Waits for an answer", statuses: MAY_WAIT, isWaiting: true },
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

export const WAITING_TAG: StatusTag = { text: "Waits for an answer", tone: "" };

/** Steps are refused from any other state: the lines to be sent, or the address, may have changed. */
export function shownStatus(
  order: Pick<Order, "status" | "lines" | "addressVersion">,
  life: Pick<FulfilmentHistory, "lines">,
): string {
  const { status, addressVersion } = order;
  const address = addressVersion > 0 && isToBeSent(status) ? `address ${addressVersion + 1}` : "";
  return [status, isPartWaiting(order, life) ? "waiting" : "", address].filter(Boolean).join(" ");
}

export function isPartWaiting(
  order: Pick<Order, "status" | "lines">,
  life: Pick<FulfilmentHistory, "lines">,
): boolean {
  const units = (counts: ReadonlyArray<number>) => counts.reduce((sum, count) => sum + count, 0);
  return units(unitsToSend(order, life)) > units(unitsToSendNow(order, life));
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
