import { Badge, type BadgeProps } from "#app/components/ui/badge.tsx";
import { STATUS_TEXT } from "#app/models/order/customer-order.ts";
import type { OrderStatus } from "#app/models/order/status.ts";

const KIND = {
  "awaiting-payment": "preorder",
  declined: "sold-out",
  "payment-review": "preorder",
  paid: "info",
  packed: "info",
  "partially-shipped": "info",
  shipped: "info",
  delivered: "back-in-stock",
  disputed: "preorder",
  cancelled: "sold-out",
  refunded: "sold-out",
} as const satisfies Record<OrderStatus, BadgeProps["kind"]>;

export function StatusBadge({ status }: Readonly<{ status: OrderStatus }>) {
  return <Badge kind={KIND[status]}>{STATUS_TEXT[status]}</Badge>;
}
