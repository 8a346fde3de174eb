/**
 * Deletes expired sessions, links, shared lists and counters, and pseudonymises finished orders of deleted accounts.
 */
import { db } from "#app/db/db.server.ts";
import { dropOldTries } from "#app/db/rate-limits.server.ts";
import { pseudonymiseOrders } from "#app/models/order/pseudonymise.server.ts";
import { dropOldSharedLists } from "#app/models/wishlist/shared-wishlist.server.ts";
import { dropRemovedFavourites } from "#app/models/wishlist/wishlist.server.ts";

import { dropOldDrafts } from "#app/models/customer/saved-form.server.ts";
import { dropOldSessions } from "#app/models/customer/session.server.ts";

export async function cleanUpAccounts(now: Date): Promise<void> {
  await dropOldTries(now);
  await dropOldSessions(now);
  await dropOldDrafts(now);
  await db().deleteFrom("customer_tokens").where("expires_at", "<=", now.toISOString()).execute();
  await dropRemovedFavourites(now);
  await dropOldSharedLists(now);
  await pseudonymiseOrders(now);
}
