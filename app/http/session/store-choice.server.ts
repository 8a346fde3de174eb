/** The signed cookie `store`: the shopper's choice of currency and locale. */
import { hasChoice, readChoice, type StoreChoice } from "#app/models/store/choice.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { parseSafely, shopCookie, type WithHeaders } from "./cookies.server.ts";

const STORE_COOKIE = "store";
const STORE_DAYS = 365;
const DAY_SECONDS = 86_400;

const cookie = shopCookie(STORE_COOKIE, { maxAge: STORE_DAYS * DAY_SECONDS });

/** The choice, as far as `store` offers it; else the store's own settings. */
export async function currentChoice(request: WithHeaders, store: Store): Promise<StoreChoice> {
  if (!hasChoice(store)) return readChoice(null, store);
  return readChoice(await parseSafely(cookie, request.headers.get("Cookie")), store);
}

export function storeChoiceCookie({ currency, locale }: StoreChoice): Promise<string> {
  return cookie.serialize({ currency, locale });
}

export async function findShopperStore(request: WithHeaders): Promise<Store> {
  const store = await findStore();
  const { locale } = await currentChoice(request, store);
  return locale === store.locale ? store : { ...store, locale };
}
