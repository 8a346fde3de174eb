import type { Personalisation } from "#app/models/catalogue/personalisation.ts";
import type { LineGift } from "#app/models/cart/gift.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import type { AttemptId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import type { DeliveryPart } from "#app/models/shipping/split-shipment.ts";
import type { LegalGuaranteeNotice } from "#app/models/store/legal-guarantee.ts";
import type { CollectionPlace } from "#app/models/shipping/store-pickup.ts";

import type { BasketProblems } from "./basket-problems.ts";
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
    need: Readonly<{ isLate: boolean; text: string }> | null;
  }>;

export type CheckoutGifts = Readonly<{
  /** For each item; null where nothing in the cart can be wrapped. */
  fee: string | null;
  papers: ReadonlyArray<Readonly<{ key: string; label: string }>>;
  wrapped: ReadonlyArray<Readonly<{ name: string; paperKey: string; text: string; price: string }>>;
  cards: ReadonlyArray<Readonly<{ name: string; message: string }>>;
}>;

export type CheckoutView = Readonly<{
  attemptId: AttemptId;
  cartVersion: number;
  values: CheckoutValues;
  lines: ReadonlyArray<SummaryLine>;
  totals: CartTotals;
  problems: BasketProblems | null;
  couponProblem: string | null;
  /** "standard 2026-11-27", or empty. */
  confirmedDelivery: string;
  options: ReadonlyArray<CheckoutOption>;
  chosenMethod: string | null;
  /** The day by which it is needed, and what the chosen option means for it; null where no day was named. */
  need: Readonly<{ day: Day; text: string | null; isLate: boolean }> | null;
  chargeText: string | null;
  gifts: CheckoutGifts;
  /** In order; null if nothing is delivered on a booked day. */
  days: ReadonlyArray<Readonly<{ value: Day; label: string }>> | null;
  parts: ReadonlyArray<DeliveryPart>;
  collection: CollectionPlace | null;
  zoneNote: string | null;
  ages: ReadonlyArray<string>;
  /** What is paid today and when pre-orders are sent, or null. */
  preorder: string | null;
  /** What the buyer may do with items that are made with words, each with its name. */
  madeForYou: ReadonlyArray<string>;
  /** Left out where the order goes to a country without it. */
  legalGuarantee?: LegalGuaranteeNotice | undefined;
}>;
