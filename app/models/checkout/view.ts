/** What the checkout page shows besides the fields: the goods, the ways they can travel, the sums. */
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { AttemptId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import type { DeliveryPart } from "#app/models/shipping/split-shipment.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import type { CheckoutValues } from "./checkout.ts";

/** A line of goods as a summary shows it. */
export type SummaryLine = Readonly<{
  productId: number;
  variantId: number;
  name: string;
  variantLabel: string | null;
  /** Picture file, under the picture folder. */
  image: string;
  quantity: number;
  total: Money;
  gift: LineGift | null;
}>;

export type CheckoutView = Readonly<{
  attemptId: AttemptId;
  cartVersion: number;
  values: CheckoutValues;
  lines: ReadonlyArray<SummaryLine>;
  totals: CartTotals;
  /** Why the basket's coupon takes nothing off, or null. */
  couponProblem: string | null;
  /** The last day that is promised, as the form sends it back: "standard 2026-11-27", or empty. */
  agreedArrival: string;
  options: ReadonlyArray<DeliveryOption>;
  /** Key of the option that the totals hold, or null when none can be had. */
  chosenMethod: string | null;
  /** The days that can be booked for what comes on a booked day, in order; null when nothing does. */
  days: ReadonlyArray<Readonly<{ value: Day; label: string }>> | null;
  /** The deliveries that the chosen option comes in. */
  parts: ReadonlyArray<DeliveryPart>;
  /** Where goods are collected, or null when they cannot be. */
  collection: CollectionPlace | null;
  /** What is special about where it goes, or null. */
  zoneNote: string | null;
  /** Ages of the goods, each once. */
  ages: ReadonlyArray<string>;
}>;
