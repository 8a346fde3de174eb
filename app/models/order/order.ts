/** An order as the shop reads it back: what was agreed, frozen at the moment it was placed. */
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals, WrapTotal } from "#app/models/cart/totals.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import type { OrderStatus } from "./status.ts";

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
  /** The VAT inside `total` after discounts. */
  vat: Money;
  /** How it is wrapped and what its card says, or null. */
  gift: LineGift | null;
  /** What wrapping all of its units cost, or null: not wrapped. */
  wrap: WrapTotal | null;
}>;

/** The delivery that the shopper chose, in the words they chose it by. */
export type ChosenDelivery = Readonly<{
  method: string;
  name: string;
  /** One entry for each consignment, as it was promised when the order was placed. */
  promises: ReadonlyArray<OrderPromise>;
  price: Money;
  /** Where the goods are fetched and when that place is open; missing when they are sent. */
  collection?: CollectionPlace;
}>;

/** What was promised of one consignment. Orders from before days were kept have the words only. */
export type OrderPromise = Readonly<{
  /** "Parcel". */
  what: string;
  /** "Tuesday 24 to Wednesday 25 November", "booked for Tuesday 1 December". */
  when: string;
  /** The same as days; null where none was promised. */
  from?: Day | null;
  to?: Day | null;
  /** The day that was booked, or null. */
  day?: Day | null;
  variantIds?: ReadonlyArray<number>;
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
  /** The parcel is a gift: nothing in it says what it cost. */
  hasGiftReceipt: boolean;
  lines: ReadonlyArray<OrderLine>;
  totals: CartTotals;
  /** ISO 8601, UTC. */
  placedAt: string;
  expiresAt: string;
  paidAt: string | null;
}>;
