/** An order as it was agreed, frozen when it was placed. */
import type { Personalisation } from "#app/models/catalogue/personalisation.ts";
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals, WrapTotal } from "#app/models/cart/totals.ts";
import type { Address } from "#app/models/customer/address.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import type { OrderStatus } from "./status.ts";

/** In characters. */
export const NOTE_MAX = 500;

export type OrderLine = Readonly<{
  productId: number;
  variantId: number;
  sku: string;
  name: string;
  /** What was chosen: the variant, and the words on it. */
  variantLabel: string | null;
  image: string;
  path: string;
  ageText: string | null;
  quantity: number;
  unitPrice: Money;
  total: Money;
  discount: Money;
  vat: Money;
  /** The valid gift choice, or null. */
  gift: LineGift | null;
  /** The buyer's words on each unit, or null. */
  personalisation: Personalisation | null;
  /** Price of wrapping all units, or null. */
  wrap: WrapTotal | null;
}>;

export type ChosenDelivery = Readonly<{
  method: string;
  name: string;
  /** One for each shipment group, as it was promised. */
  promises: ReadonlyArray<OrderPromise>;
  price: Money;
  /** The day by which the shopper needs the order; missing if they have given none. */
  neededBy?: Day;
  /** The place of collection and its opening hours; missing if the items are sent. */
  collection?: CollectionPlace;
  /** Missing for an order that is no gift from a list. */
  giftList?: GiftListOrder;
}>;

/** That an order is a gift from a list. */
export type GiftListOrder = Readonly<{
  listId: string;
  /**
   * "Hannah and Tom’s list address": what stands wherever the buyer would read the address, which they must not learn.
   * Null: the gift goes to the buyer.
   */
  sentTo: string | null;
}>;

/** The delivery address of an order whose buyer must not learn it. The country stays, because the tax depends on it. */
export function hiddenAddress(sentTo: string, { country, country_code }: Address): Address {
  return {
    first_name: "",
    last_name: "",
    company: sentTo,
    address1: "",
    address2: "",
    city: "",
    country,
    country_code,
    phone: "",
    postal_code: "",
  };
}

/** Orders from before days were stored have the words only. */
export type OrderPromise = Readonly<{
  what: string;
  /** "Tuesday 24 to Wednesday 25 November", "booked for Tuesday 1 December". */
  when: string;
  /** Null where no day was promised. */
  from?: Day | null;
  to?: Day | null;
  day?: Day | null;
  variantIds?: ReadonlyArray<number>;
}>;

export type Order = Readonly<{
  id: OrderId;
  /** The number shown to people, such as 100001. */
  number: number;
  status: OrderStatus;
  cartId: string;
  customerId: string | null;
  email: string;
  deliveryAddress: Address;
  /** How often the delivery address was changed since the order was placed. */
  addressVersion: number;
  billingAddress: Address;
  delivery: ChosenDelivery;
  giftMessage: string | null;
  note: string | null;
  /** True if the parcel shows no prices. */
  hasGiftReceipt: boolean;
  lines: ReadonlyArray<OrderLine>;
  totals: CartTotals;
  /** ISO 8601, UTC. */
  placedAt: string;
  expiresAt: string;
  paidAt: string | null;
}>;

export type CheckoutDetails = Readonly<{
  email: string;
  deliveryAddress: Address;
  billingAddress: Address;
  method: string;
  deliveryDay: Day | null;
  /** The day by which the shopper needs the order. */
  neededBy?: Day | null;
  giftMessage: string | null;
  note: string | null;
  /** Nothing in the parcel says what it cost. */
  hasGiftReceipt: boolean;
  /** Set by the shop alone, never by a form. */
  giftList?: GiftListOrder;
}>;

/** The name of the person who pays: that of the billing address, or of the delivery address where the bill has none. */
export function payerName({
  deliveryAddress,
  billingAddress,
}: Pick<Order, "deliveryAddress" | "billingAddress">) {
  const { first_name, last_name } = billingAddress.first_name ? billingAddress : deliveryAddress;
  return { firstName: first_name, lastName: last_name };
}
