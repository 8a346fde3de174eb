import type { CartId } from "#app/models/shared/ids.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { ok } from "#app/models/shared/result.ts";
import { findStore, inCurrency } from "#app/models/store/store.server.ts";
import { transact } from "#app/db/db.server.ts";

import { findCartRow, lockCart, setCurrency } from "./queries.server.ts";

/** For programs, jobs and emails, which have no choice of their own. */
export async function inMarketOfCart<Value>(cartId: CartId, work: () => Promise<Value>): Promise<Value> {
  const { currencies } = await findStore();
  if (currencies.length < 2) return work();
  const row = await findCartRow(cartId);
  return inCurrency(row?.currency ?? null, work);
}

export async function setCartCurrency(cartId: CartId, currency: Currency, now: Date): Promise<boolean> {
  const done = await transact(async () => {
    const row = await lockCart(cartId, now);
    if (!row || row.currency === currency) return ok(false);
    await setCurrency(cartId, currency);
    return ok(true);
  });
  return done.value;
}
