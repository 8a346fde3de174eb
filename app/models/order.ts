/** An order as the shop reads it back: what was agreed, frozen at the moment it was placed. */
import type { Address } from "./address.ts";
import type { CartTotals } from "./cart-totals.ts";
import type { OrderId } from "./ids.ts";
import type { Money } from "./money.ts";
import type { OrderStatus } from "./order-status.ts";

/** Most characters of a note to the shop. */
export const NOTE_MAX = 500;

export type OrderLine = Readonly<{
  productId: number;
  variantId: number;
  sku: string;
  name: string;
  variantLabel: string | null;
  /** Picture file, under the picture folder. */
  image: string;
  path: string;
  ageText: string | null;
  quantity: number;
  unitPrice: Money;
  total: Money;
  /** What the coupon took off `total`. */
  discount: Money;
  vat: Money;
}>;

/** The delivery that the shopper chose, in the words they chose it by. */
export type ChosenDelivery = Readonly<{
  method: string;
  name: string;
  /** One entry for each consignment, such as "Tuesday 24 to Wednesday 25 November". */
  promises: ReadonlyArray<Readonly<{ what: string; when: string }>>;
  price: Money;
}>;

export type Order = Readonly<{
  id: OrderId;
  /** The number people use, such as 100001. */
  number: number;
  status: OrderStatus;
  cartId: string;
  customerId: string | null;
  email: string;
  deliveryAddress: Address;
  billingAddress: Address;
  delivery: ChosenDelivery;
  giftMessage: string | null;
  note: string | null;
  lines: ReadonlyArray<OrderLine>;
  totals: CartTotals;
  /** ISO 8601, UTC. */
  placedAt: string;
  expiresAt: string;
  paidAt: string | null;
}>;
