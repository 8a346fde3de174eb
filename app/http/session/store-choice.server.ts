/** The shopper's choice of currency and locale: the signed cookie `store`, and the store as this shopper sees it. */
import { hasChoice, readChoice, type StoreChoice } from "#app/models/store/choice.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const STORE_COOKIE = "store";
/** Days after the choice was made. */
const STORE_DAYS = 365;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(STORE_COOKIE, { maxAge: STORE_DAYS * DAY_SECONDS });

/** What this browser has chosen of what `store` offers now; the store's own where it has not. */
export async function currentChoice(request: WithHeaders, store: Store): Promise<StoreChoice> {
  if (!hasChoice(store)) return readChoice(null, store);
  return readChoice(await parseSafely(cookie, request.headers.get("Cookie")), store);
}

/** Set-Cookie text that remembers `choice` for a year. */
export function storeChoiceCookie({ currency, locale }: StoreChoice): Promise<string> {
  return cookie.serialize({ currency, locale });
}

/** The store's settings, dates and amounts written as this shopper has chosen. */
export async function findShopperStore(request: WithHeaders): Promise<Store> {
  const store = await findStore();
  const { locale } = await currentChoice(request, store);
  return locale === store.locale ? store : { ...store, locale };
}
