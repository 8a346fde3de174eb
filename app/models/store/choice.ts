import type { Currency } from "#app/models/shared/currency.ts";

import type { Store } from "./store.ts";

export type StoreChoice = Readonly<{
  currency: Currency;
  /** BCP 47: "en-GB". */
  locale: string;
}>;

type Offer = Pick<Store, "currencies" | "locales">;

export function mainChoice({ currencies: [currency = ""], locales: [locale = ""] }: Offer): StoreChoice {
  return { currency, locale };
}

export function hasChoice({ currencies, locales }: Offer): boolean {
  return currencies.length > 1 || locales.length > 1;
}

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
