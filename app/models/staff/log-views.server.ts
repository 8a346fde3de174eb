import type { DeskAction } from "./log.server.ts";

type LogView = Readonly<{ key: string; title: string; actions: ReadonlyArray<DeskAction> | null }>;

export const LOG_VIEWS: ReadonlyArray<LogView> = [
  { key: "all", title: "Everything", actions: null },
  {
    key: "money",
    title: "Money",
    actions: ["order-refunded", "order-cancelled", "return-accepted", "refund-limit-changed"],
  },
  {
    key: "orders",
    title: "Orders",
    actions: [
      ...(["order-packed", "order-unpacked", "work-started", "work-taken-back", "note-written"] as const),
      ...(["order-send-planned", "order-send-withdrawn", "order-sent", "order-send-refused"] as const),
      ...(["order-delivered", "order-delivery-taken-back", "payment-queried"] as const),
      ...(["return-opened", "return-arrived", "return-arrival-taken-back"] as const),
    ],
  },
  {
    key: "prices",
    title: "Products and prices",
    actions: [
      ...(["product-made", "product-drafted", "product-published", "product-discarded"] as const),
      ...(["product-put-back", "product-sale-started", "product-sale-ended"] as const),
      ...(["bulk-change-taken-back", "coupon-created", "coupon-disabled", "coupon-enabled"] as const),
    ],
  },
  { key: "stock", title: "Stock", actions: ["stock-received", "stock-counted", "stock-undone"] },
  {
    key: "log-ins",
    title: "Log-ins",
    actions: [
      ...(["logged-in", "log-in-failed", "logged-out", "session-ended", "code-confirmed"] as const),
      ...(["code-refused", "second-factor-added", "recovery-codes-made", "invitation-accepted"] as const),
      ...(["passkey-added", "passkey-renamed", "passkey-removed", "staff-logged-out"] as const),
    ],
  },
  { key: "failed", title: "Failed", actions: ["log-in-failed", "code-refused", "order-send-refused"] },
];

export function logView(key: string | null): LogView {
  return LOG_VIEWS.find((view) => view.key === key) ?? { key: "all", title: "Everything", actions: null };
}
