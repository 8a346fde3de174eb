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

export const NOTE_MAX = 500;
/** So long stock is held for an order and its payment page stays open. */
export const PAYMENT_MINUTES = 30;
/** So often can a shopper who needs more time ask for as long again (WCAG 2.2.1). */
export const PAYMENT_EXTENSIONS = 10;

export type OrderLine = Readonly<{
  productId: number;
  variantId: number;
  sku: string;
  name: string;
  variantLabel: string | null;
  image: string;
  path: string;
  ageText: string | null;
  quantity: number;
  unitPrice: Money;
  total: Money;
  discount: Money;
  vat: Money;
  gift: LineGift | null;
  personalisation: Personalisation | null;
  wrap: WrapTotal | null;
}>;

/** Whether its buyer can give nothing of it back, unless it is faulty. */
export function isAllMade({ lines }: Pick<Order, "lines">): boolean {
  return lines.every(({ personalisation }) => personalisation?.isReturnable === false);
}

export type ChosenDelivery = Readonly<{
  method: string;
  name: string;
  /** One for each shipment group, as it was promised. */
  promises: ReadonlyArray<OrderPromise>;
  price: Money;
  /** What the cheapest delivery that was offered would have cost, where it was cheaper. */
  cheapest?: Money;
  neededBy?: Day;
  collection?: CollectionPlace;
  giftList?: GiftListOrder;
}>;

export type GiftListOrder = Readonly<{
  listId: string;
  /**
   * "Hannah and Tom’s list address", in place of the address that the buyer must not learn; null: the gift goes to the
   * buyer.
   */
  sentTo: string | null;
}>;

/** The country's code stays, because tax and law depend on it; nothing that the buyer reads names it. */
export function hiddenAddress(sentTo: string, { country_code }: Pick<Address, "country_code">): Address {
  return {
    first_name: "",
    last_name: "",
    company: sentTo,
    address1: "",
    address2: "",
    city: "",
    country: "",
    country_code,
    phone: "",
    postal_code: "",
  };
}

/** Where it goes (ISO 3166-1); null if its buyer must not learn that. */
export function knownCountry({ delivery, deliveryAddress }: Order): string | null {
  return delivery.giftList?.sentTo ? null : deliveryAddress.country_code;
}

/** For the data of pages, which the buyer can read beside what they show. */
export function orderForBuyer(order: Order): Order {
  if (knownCountry(order) !== null) return order;
  return { ...order, deliveryAddress: { ...order.deliveryAddress, country_code: "" } };
}

/** Orders from before days were stored have the words only. */
export type OrderPromise = Readonly<{
  what: string;
  when: string;
  from?: Day | null;
  to?: Day | null;
  day?: Day | null;
  variantIds?: ReadonlyArray<number>;
  /** Of a pre-order, as in `Consignment`. */
  releaseAt?: string;
  sendBy?: Day;
  /** The sentence about the day that the buyer read before the day moved; null once the buyer waits for the new one. */
  movedFrom?: string | null;
}>;

export type Order = Readonly<{
  id: OrderId;
  number: number;
  status: OrderStatus;
  cartId: string;
  customerId: string | null;
  email: string;
  deliveryAddress: Address;
  /** How often it was changed since the order was placed. */
  addressVersion: number;
  billingAddress: Address;
  delivery: ChosenDelivery;
  giftMessage: string | null;
  note: string | null;
  /** The parcel shows no prices. */
  hasGiftReceipt: boolean;
  lines: ReadonlyArray<OrderLine>;
  totals: CartTotals;
  /** ISO 8601, UTC. */
  placedAt: string;
  expiresAt: string;
  paidAt: string | null;
  /** "INV-000001"; null while it is unpaid. */
  invoiceNumber: string | null;
}>;

export type CheckoutDetails = Readonly<{
  email: string;
  deliveryAddress: Address;
  billingAddress: Address;
  method: string;
  deliveryDay: Day | null;
  neededBy?: Day | null;
  giftMessage: string | null;
  note: string | null;
  hasGiftReceipt: boolean;
  /** Set by the shop alone, never by a form. */
  giftList?: GiftListOrder;
}>;

/** Of the billing address, or of the delivery address where the bill has none. */
export function payerName({
  deliveryAddress,
  billingAddress,
}: Pick<Order, "deliveryAddress" | "billingAddress">) {
  const { first_name, last_name } = billingAddress.first_name ? billingAddress : deliveryAddress;
  return { firstName: first_name, lastName: last_name };
}
