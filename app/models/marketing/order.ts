import type { Order } from "#app/models/order/order.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { hundredthsOf } from "#app/models/shared/decimal.ts";

import { type MarketingFacts, type MarketingProduct, soldProduct } from "./cart.ts";

type PaymentStatus = "paid" | "refunded";
type FulfilmentStatus = "unfulfilled" | "fulfilled" | "delivered";

/** The email address and the words on an item are its only personal data. */
export type MarketingOrder = Readonly<{
  orderID: string;
  orderNumber: number;
  cartID: string;
  email: string | null;
  currency: string;
  orderSum: number;
  subTotalSum: number;
  discountSum: number;
  taxSum: number;
  shippingSum: number;
  discountCode: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  canceledDate: string | null;
  paymentStatus: PaymentStatus;
  fulfillmentStatus: FulfilmentStatus;
  products: ReadonlyArray<Omit<MarketingProduct, "cartProductID">>;
}>;

const SENT: ReadonlyArray<OrderStatus> = ["shipped", "partially-shipped"];
const MONEY_BACK: ReadonlyArray<OrderStatus> = ["cancelled", "refunded"];

type Facts = Omit<MarketingFacts, "recoveryUrl"> & Readonly<{ canceledAt: string | null }>;

/** Null while it is unpaid, because the record of its cart stays until then. */
export function marketingOrder(order: Order, facts: Facts): MarketingOrder | null {
  if (order.paidAt === null) return null;
  const { totals } = order;
  return {
    orderID: order.id,
    orderNumber: order.number,
    cartID: order.cartId,
    email: facts.email,
    currency: totals.total.currency,
    orderSum: hundredthsOf(totals.total),
    subTotalSum: hundredthsOf(totals.items),
    discountSum: hundredthsOf(totals.discount),
    taxSum: hundredthsOf(totals.vat),
    shippingSum: totals.delivery ? hundredthsOf(totals.delivery) : 0,
    discountCode: totals.coupon,
    createdAt: order.placedAt,
    canceledDate: order.status === "cancelled" ? facts.canceledAt : null,
    paymentStatus: MONEY_BACK.includes(order.status) ? "refunded" : "paid",
    fulfillmentStatus: fulfilmentOf(order.status),
    products: order.lines.map((line) => soldProduct(line, facts)),
  };
}

/** As it is kept once it was told: "Rainbow Stacker, Red, Name: “Ida”" becomes "Rainbow Stacker, Red". */
export function withoutPersonalisation(order: MarketingOrder): MarketingOrder {
  const products = order.products.map(({ personalisation, ...product }) => ({
    ...product,
    title: titleWithout(personalisation, product.title),
  }));
  return { ...order, products };
}

function titleWithout(words: string | undefined, title: string): string {
  const at = words === undefined ? -1 : title.lastIndexOf(`: “${words}”`);
  return at < 0 ? title : title.slice(0, Math.max(0, title.lastIndexOf(", ", at)));
}

function fulfilmentOf(status: OrderStatus): FulfilmentStatus {
  if (status === "delivered") return "delivered";
  return SENT.includes(status) ? "fulfilled" : "unfulfilled";
}
