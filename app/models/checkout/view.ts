import type { Personalisation } from "#app/models/catalogue/personalisation.ts";
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { AttemptId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import type { DeliveryPart } from "#app/models/shipping/split-shipment.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import type { CheckoutValues } from "./checkout.ts";

export type SummaryLine = Readonly<{
  productId: number;
  variantId: number;
  name: string;
  variantLabel: string | null;
  personalisation: Personalisation | null;
  image: string;
  quantity: number;
  total: Money;
  gift: LineGift | null;
}>;

export type CheckoutOption = DeliveryOption &
  Readonly<{
    /** Whether it arrives by the day that the shopper has given: "Arrives after 4 December"; null without a day. */
    need: Readonly<{ isLate: boolean; text: string }> | null;
  }>;

/** What the gift block shows of wrapping, which is chosen in the basket. */
export type CheckoutGifts = Readonly<{
  /** "£4.50" or "Free", for each item; null where nothing in the basket can be wrapped. */
  fee: string | null;
  papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  /** One for each wrapped item: "Pull-along Dog", "Wrapped in holly-leaf print", "£4.50". */
  wrapped: ReadonlyArray<Readonly<{ name: string; paperKey: string; text: string; price: string }>>;
  /** Messages on the cards of single items. */
  cards: ReadonlyArray<Readonly<{ name: string; message: string }>>;
}>;

export type CheckoutView = Readonly<{
  attemptId: AttemptId;
  cartVersion: number;
  values: CheckoutValues;
  lines: ReadonlyArray<SummaryLine>;
  totals: CartTotals;
  /** Why the cart's coupon takes nothing off, or null. */
  couponProblem: string | null;
  /** The last promised day, as the form sends it back: "standard 2026-11-27", or empty. */
  confirmedDelivery: string;
  options: ReadonlyArray<CheckoutOption>;
  /** The option in the totals, or null if none is available. */
  chosenMethod: string | null;
  /** Why delivery costs what it does in a mixed basket, or null. */
  chargeText: string | null;
  gifts: CheckoutGifts;
  /** The bookable days in order; null if nothing is delivered on a booked day. */
  days: ReadonlyArray<Readonly<{ value: Day; label: string }>> | null;
  parts: ReadonlyArray<DeliveryPart>;
  collection: CollectionPlace | null;
  zoneNote: string | null;
  ages: ReadonlyArray<string>;
  /** Why items that are made for the buyer cannot be returned, each with its name. */
  madeForYou: ReadonlyArray<string>;
}>;
