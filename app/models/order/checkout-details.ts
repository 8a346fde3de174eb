/** What a shopper has decided at the checkout: an order is placed from it. */
import type { Address } from "#app/models/customer/address.ts";
import type { Day } from "#app/models/shared/local-date.ts";

/** What was agreed to, normalised. */
export type CheckoutDetails = Readonly<{
  email: string;
  deliveryAddress: Address;
  billingAddress: Address;
  /** Key of the delivery option. */
  method: string;
  /** The day that was chosen for what comes on a booked day, or null. */
  deliveryDay: Day | null;
  giftMessage: string | null;
  note: string | null;
  /** Nothing in the parcel says what it cost. */
  hasGiftReceipt: boolean;
}>;
