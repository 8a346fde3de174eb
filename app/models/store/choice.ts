/** What a shopper chooses of what the store offers: the currency, and how dates and amounts are written. */
import type { Currency } from "#app/models/shared/money.ts";

import type { Store } from "./store.ts";

export type StoreChoice = Readonly<{
  currency: Currency;
  /** A BCP 47 language tag, such as "en-GB". */
  locale: string;
}>;

type Offer = Pick<Store, "currency" | "currencies" | "locale" | "locales">;

/** What the store is without a choice. */
export function mainChoice({ currency, locale }: Offer): StoreChoice {
  return { currency, locale };
}

/** True where the store offers more than one of something. */
export function hasChoice({ currencies, locales }: Offer): boolean {
  return currencies.length > 1 || locales.length > 1;
}

/** What `value` chooses, of any origin; in the place of what the store does not offer stands `before`. */
export function readChoice(
  value: unknown,
  offer: Offer,
  before: StoreChoice = mainChoice(offer),
): StoreChoice {
  const chosen = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    currency: offer.currencies.find((code) => code === chosen["currency"]) ?? before.currency,
    locale: offer.locales.find((tag) => tag === chosen["locale"]) ?? before.locale,
  };
}
