import type { Address } from "#app/models/customer/address.ts";
import type { Day } from "#app/models/shared/local-date.ts";

export type CheckoutDetails = Readonly<{
  email: string;
  deliveryAddress: Address;
  billingAddress: Address;
  method: string;
  deliveryDay: Day | null;
  giftMessage: string | null;
  note: string | null;
  /** Nothing in the parcel says what it cost. */
  hasGiftReceipt: boolean;
}>;
