import { addressAt } from "#app/models/platform/address-at.ts";
import { inMarket, type Market } from "#app/models/platform/market.server.ts";
import { hasChoice, mainChoice, readChoice, type StoreChoice } from "#app/models/store/choice.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { DAY_SECONDS, parseSafely, sentName, shopCookie, type WithHeaders } from "./cookies.server.ts";

const STORE_COOKIE = "store";
const STORE_DAYS = 365;

const cookie = shopCookie(STORE_COOKIE, { maxAge: STORE_DAYS * DAY_SECONDS });

/** The choice, as far as `store` offers it; else the store's own settings. */
export async function currentChoice(request: WithHeaders, store: Store): Promise<StoreChoice> {
  if (!hasChoice(store)) return readChoice(null, store);
  return readChoice(await parseSafely(cookie, request.headers.get("Cookie")), store);
}

export function storeChoiceCookie({ currency, locale }: StoreChoice): Promise<string> {
  return cookie.serialize({ currency, locale });
}

/** Files and answers to programs are the same for everybody; the desk works in the shop's own currency and locale. */
const FOR_EVERYBODY: ReadonlyArray<string> = ["program", "file", "desk"];
const SENT = new RegExp(`(?:^|;\\s*)${sentName(STORE_COOKIE)}=`);

export async function inMarketOf<Value>(request: Request, work: () => Value): Promise<Awaited<Value>> {
  const market = await marketOf(request);
  return await (market ? inMarket(market, work) : work());
}

/** Null for the shop's own. */
async function marketOf(request: Request): Promise<Market | null> {
  if (!SENT.test(request.headers.get("Cookie") ?? "")) return null;
  if (FOR_EVERYBODY.includes(addressAt(new URL(request.url).pathname).audience)) return null;
  const store = await findStore();
  const main = mainChoice(store);
  const { currency, locale } = await currentChoice(request, store);
  if (currency === main.currency && locale === main.locale) return null;
  return {
    currency: currency === main.currency ? null : currency,
    locale: locale === main.locale ? null : locale,
  };
}
