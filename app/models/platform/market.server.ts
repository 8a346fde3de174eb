/**
 * The currency and the locale that the shopper chose (decision 0033): prices and amounts find them through `findStore`,
 * and every cache of the catalogue has one entry for each market.
 */
import { AsyncLocalStorage } from "node:async_hooks";

import type { Currency } from "#app/models/shared/currency.ts";

export type Market = Readonly<{ currency: Currency | null; locale: string | null }>;

const MAIN: Market = { currency: null, locale: null };
const markets = new AsyncLocalStorage<Market>();

/** The shop's own outside `inMarket`, as in jobs and commands. */
export function currentMarket(): Market {
  return markets.getStore() ?? MAIN;
}

export function inMarket<Value>(market: Market, work: () => Value): Value {
  return markets.run(market, work);
}

export function marketKey(): string {
  const { currency, locale } = currentMarket();
  return currency === null && locale === null ? "" : `${currency ?? ""} ${locale ?? ""}`;
}
