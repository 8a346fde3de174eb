import { db } from "#app/db/db.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";

import { storeFrom } from "./from-settings.ts";
import { readStoreSettings, STORE_SETTING_KEYS } from "./settings.ts";
import { saleTerms, type SaleTerms, type Store } from "./store.ts";

/** Cached. Throws if no catalogue was imported. */
export const findStore: () => Promise<Store> = cachedPerVersion(readStore);

/** Read them before a transaction, where settings are not cached. */
export async function findSaleTerms(): Promise<SaleTerms> {
  return saleTerms(await findStore());
}

async function readStore(): Promise<Store> {
  const rows = await db()
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", [...STORE_SETTING_KEYS])
    .execute();
  if (rows.length === 0) throw new Error("The shop has no settings: import a catalogue first");
  const settings: unknown = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
  return storeFrom(readStoreSettings(settings));
}
