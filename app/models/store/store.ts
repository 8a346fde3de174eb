import type { Currency } from "#app/models/shared/currency.ts";
import type { Money } from "#app/models/shared/money.ts";

import type { storeAsWritten } from "./from-settings.ts";
import type { LowestPriceRule } from "./law.ts";

/** By country of delivery and by the rate at home, in hundredths of a per cent. */
export type TaxRates = Readonly<Record<string, Readonly<Record<number, number>>>>;

/** ISO 3166-1 alpha-2. */
export type AddressPlaces = Readonly<{
  home: string;
  delivered: ReadonlyArray<string>;
}>;

type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** The shop's settings, as pages and rules read them. */
export type Store = Frozen<ReturnType<typeof storeAsWritten>>;

/** `opens` and `closes` are "09:00"; null when closed. */
export type OpeningHours = Store["contact"]["openingHours"][number];

/** Without the shop's name in front of " | ", which every page adds. */
export function homeTitle({ pageTitle }: Pick<Store, "pageTitle">): string {
  return pageTitle.split(" | ").slice(1).join(" | ") || pageTitle;
}

export type PriceTerms = Readonly<{
  lowStockThreshold: number;
  currency: Currency;
  priceList: Currency | null;
  lowestPrice: LowestPriceRule;
}>;

export type SaleTerms = PriceTerms & Readonly<{ cartValueMax: Money }>;

export function saleTerms(store: Store): SaleTerms {
  const { lowStockThreshold, currency, cartValueMax, law } = store;
  return {
    lowStockThreshold,
    currency,
    priceList: priceListOf(store),
    cartValueMax,
    lowestPrice: law.lowestPrice,
  };
}

/** Null for the main prices. */
export function priceListOf({
  currency,
  currencies,
}: Pick<Store, "currency" | "currencies">): Currency | null {
  return currency === currencies[0] ? null : currency;
}
