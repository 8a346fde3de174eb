import { db } from "#app/db/db.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";

import { currentMarket, inMarket } from "#app/models/platform/market.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";

import { listClosures } from "./closures.server.ts";
import { storeFrom } from "./from-settings.ts";
import { currencyIn, otherCurrenciesIn, readStoreSettings, STORE_SETTING_KEYS } from "./settings.ts";
import { saleTerms, type SaleTerms, type Store } from "./store.ts";

/** Throws if no catalogue was imported. */
export const findStore: () => Promise<Store> = cachedPerVersion(readStore);

/** In its own currency if it does not offer `currency` now. */
export async function findStoreIn(currency: Currency): Promise<Store> {
  const store = await findStore();
  return store.currency === currency ? store : inCurrency(currency, findStore);
}

/** In the shop's own currency if it does not offer `currency` now. */
export async function inCurrency<Value>(
  currency: Currency | null,
  work: () => Promise<Value>,
): Promise<Value> {
  const { currencies } = await findStore();
  const offered = currencies.slice(1).find((code) => code === currency) ?? null;
  return inMarket({ ...currentMarket(), currency: offered }, work);
}

/** Read them before a transaction, where settings are not cached. */
export async function findSaleTerms(): Promise<SaleTerms> {
  return saleTerms(await findStore());
}

async function readStore(): Promise<Store> {
  const ofSettings = db()
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", [...STORE_SETTING_KEYS]);
  const [rows, closures] = await Promise.all([ofSettings.execute(), listClosures()]);
  if (rows.length === 0) throw new Error("The shop has no settings: import a catalogue first");
  const settings: unknown = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
  const market = currentMarket();
  const currency =
    otherCurrenciesIn(settings).find((code) => code === market.currency) ?? currencyIn(settings);
  const read = readStoreSettings(settings, currency);
  const { locale, other_locales } = read.settings;
  const choice = { currency, locale: other_locales.find((tag) => tag === market.locale) ?? locale };
  return { ...storeFrom(read, choice), closures };
}
