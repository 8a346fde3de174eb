/** In the order of the page. */
const TITLES = {
  money: "Money",
  orders: "Orders",
  prices: "Products and prices",
  stock: "Stock",
  "log-ins": "Log-ins",
} as const;

type ViewKey = keyof typeof TITLES;

/** Every step that is logged, and the view that shows it; null, as those on resources: only "Everything" does. */
const VIEW_OF = {
  "staff-invited": null,
  "invitation-accepted": "log-ins",
  "role-changed": null,
  "refund-limit-changed": "money",
  "staff-ended": null,
  "staff-logged-out": "log-ins",
  "logged-in": "log-ins",
  "log-in-failed": "log-ins",
  "logged-out": "log-ins",
  "session-ended": "log-ins",
  "second-factor-added": "log-ins",
  "app-added": "log-ins",
  "app-replaced": "log-ins",
  "app-removed": "log-ins",
  "recovery-codes-made": "log-ins",
  "passkey-added": "log-ins",
  "passkey-renamed": "log-ins",
  "passkey-removed": "log-ins",
  "password-changed": "log-ins",
  "code-confirmed": "log-ins",
  "code-refused": "log-ins",
  "order-packed": "orders",
  "order-unpacked": "orders",
  "work-started": "orders",
  "work-taken-back": "orders",
  "order-batch-started": "orders",
  "order-batch-stopped": "orders",
  "order-send-planned": "orders",
  "order-send-withdrawn": "orders",
  "order-sent": "orders",
  "order-send-refused": "orders",
  "order-delivered": "orders",
  "order-delivery-taken-back": "orders",
  "payment-queried": "orders",
  "order-refunded": "money",
  "refund-paid-back": "money",
  "order-cancelled": "money",
  "return-opened": "orders",
  "return-arrived": "orders",
  "return-arrival-taken-back": "orders",
  "return-accepted": "money",
  "refund-limit-refused": "money",
  "note-written": "orders",
  "order-address-changed": "orders",
  "order-email-repeated": "orders",
  "stock-received": "stock",
  "stock-counted": "stock",
  "stock-undone": "stock",
  "review-published": null,
  "review-rejected": null,
  "review-replied": null,
  "review-photo-removed": null,
  "message-replied": null,
  "message-answered": null,
  "message-closed": null,
  "message-reopened": null,
  "message-reply-withdrawn": null,
  "coupon-created": "prices",
  "coupon-drafted": "prices",
  "coupon-discarded": "prices",
  "coupon-disabled": "prices",
  "coupon-enabled": "prices",
  "product-made": "prices",
  "product-drafted": "prices",
  "product-published": "prices",
  "product-discarded": "prices",
  "product-put-back": "prices",
  "variants-added": "prices",
  "option-values-renamed": "prices",
  "variants-shown": "prices",
  "variants-hidden": "prices",
  "variants-removed": "prices",
  "variant-images-chosen": "prices",
  "bulk-change-taken-back": "prices",
  "product-sale-started": "prices",
  "product-sale-ended": "prices",
  "page-made": null,
  "page-drafted": null,
  "page-published": null,
  "page-discarded": null,
  "page-put-back": null,
  "page-image-added": null,
  "page-moved": null,
  "page-hidden": null,
  "page-shown": null,
  "page-file-taken": null,
  "page-file-passed": null,
  "setting-group-changed": null,
  "settings-changed": null,
  "settings-planned": null,
  "settings-plan-withdrawn": null,
  "customer-password-link": null,
  "customer-logged-out": null,
  "customer-unsubscribed": null,
  "customer-exported": null,
  "customer-removed": null,
  "job-retried": null,
  "jobs-retried": null,
  "gift-freed": null,
  "gift-list-move-requested": null,
  "file-exported": null,
  "file-imported": null,
  "file-import-undone": null,
} as const satisfies Readonly<Record<string, ViewKey | null>>;

export type LoggedAction = keyof typeof VIEW_OF;

/** Steps on what is declared, by the view that shows them. */
const DECLARED: Readonly<Partial<Record<ViewKey, ReadonlyArray<string>>>> = {
  prices: ["brand", "category", "coupon"].flatMap((kind) =>
    ["added", "changed", "put-back", "removed"].map((step) => `${kind}-${step}`),
  ),
};

export const FAILED: ReadonlyArray<LoggedAction> = [
  "log-in-failed",
  "code-refused",
  "order-send-refused",
  "refund-limit-refused",
];

type LogView = Readonly<{
  key: string;
  title: string;
  actions: ReadonlyArray<string> | null;
}>;

const EVERYTHING: LogView = { key: "all", title: "Everything", actions: null };

export const LOG_VIEWS: ReadonlyArray<LogView> = [
  EVERYTHING,
  ...(Object.keys(TITLES) as ReadonlyArray<ViewKey>).map((key) => ({
    ...{ key, title: TITLES[key] },
    actions: [
      ...(Object.keys(VIEW_OF) as ReadonlyArray<LoggedAction>).filter((action) => VIEW_OF[action] === key),
      ...(DECLARED[key] ?? []),
    ],
  })),
  { key: "failed", title: "Failed", actions: FAILED },
];

export function logView(key: string | null): LogView {
  return LOG_VIEWS.find((view) => view.key === key) ?? EVERYTHING;
}
