/**
 * The market of what is going on: the currency and the locale that its shopper chose (decision 0033). Everything that
 * reads prices or writes amounts finds them here through `findStore`, and every cache of the catalogue has one entry
 * for each market.
 */
import { AsyncLocalStorage } from "node:async_hooks";

import type { Currency } from "#app/models/shared/currency.ts";

/** Null stands for the shop's own. */
export type Market = Readonly<{ currency: Currency | null; locale: string | null }>;

const MAIN: Market = { currency: null, locale: null };
const markets = new AsyncLocalStorage<Market>();

/** The shop's own outside `inMarket`, as in jobs and commands. */
export function currentMarket(): Market {
  return markets.getStore() ?? MAIN;
}

/** Runs `work` in `market`, whose currency and locale the shop offers. */
export function inMarket<Value>(market: Market, work: () => Value): Value {
  return markets.run(market, work);
}

/** The present market as a part of cache keys. */
export function marketKey(): string {
  const { currency, locale } = currentMarket();
  return currency === null && locale === null ? "" : `${currency ?? ""} ${locale ?? ""}`;
}
