/** Tidies up behind accounts: sessions, links, shared lists and counters that are over, and finished orders of those who left. */
import { db } from "#app/db/db.server.ts";
import { dropOldTries } from "#app/db/rate-limits.server.ts";

import { dropOldSessions } from "./customer-session-rows.server.ts";
import { dropOldDrafts } from "./form-draft.server.ts";
import { dropOldSharedLists } from "./favourite-share.server.ts";
import { dropRemovedFavourites } from "./favourite.server.ts";
import { pseudonymiseOrders } from "./order-pseudonym.server.ts";

export async function sweepAccounts(now: Date): Promise<void> {
  await dropOldTries(now);
  await dropOldSessions(now);
  await dropOldDrafts(now);
  await db().deleteFrom("customer_tokens").where("expires_at", "<=", now.toISOString()).execute();
  await dropRemovedFavourites(now);
  await dropOldSharedLists(now);
  await pseudonymiseOrders(now);
}
