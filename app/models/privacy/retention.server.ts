/** Subscriptions and jobs have cleanups of their own. */
import { sql } from "kysely";

import { db, inTransaction } from "#app/db/db.server.ts";
import { takeLease } from "#app/db/leases.server.ts";
import { cleanUpRateLimits } from "#app/db/rate-limits.server.ts";
import { deleteCart } from "#app/models/cart/cart.server.ts";
import { cleanUpSavedItems } from "#app/models/cart/saved-for-later.server.ts";
import { hasWaitingOrder } from "#app/models/cart/waiting-order.server.ts";
import { cleanUpFormDrafts } from "#app/models/customer/saved-form.server.ts";
import { cleanUpSessions } from "#app/models/customer/session.server.ts";
import { cleanUpClosedLists } from "#app/models/gift-list/closing.server.ts";
import { dropWordsOfSent } from "#app/models/gift-list/email-queue.server.ts";
import { dropStoredPersonalisation } from "#app/models/marketing/cleanup.server.ts";
import { cleanUpRecipients } from "#app/models/order/hidden-recipient.server.ts";
import { pseudonymiseOldOrders, pseudonymiseOrders } from "#app/models/order/pseudonymise.server.ts";
import {
  GIFT_MESSAGE_MONTHS,
  GUEST_BASKET_DAYS,
  monthsBefore,
  ORDER_YEARS,
} from "#app/models/platform/retention.ts";
import { cleanUpRepeatedCalls } from "#app/models/cart/repeated-call.server.ts";
import { isCartId } from "#app/models/shared/ids.ts";
import { cleanUpSharedLists } from "#app/models/wishlist/shared-wishlist.server.ts";
import { cleanUpFavourites } from "#app/models/wishlist/wishlist.server.ts";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
/** Rows in one transaction, so that shoppers do not wait. */
const BATCH = 200;

/** Once a day, in one process. */
export async function cleanUpDaily(now: Date): Promise<void> {
  if (await takeLease("retention", DAY_SECONDS, now)) await cleanUpExpiredData(now);
}

/** Safe to repeat. */
export async function cleanUpExpiredData(now: Date): Promise<void> {
  await inBatches(() => pseudonymiseOldOrders(monthsBefore(now, 12 * ORDER_YEARS), now));
  await inBatches(() => deleteGiftMessages(monthsBefore(now, GIFT_MESSAGE_MONTHS), now));
  await inBatches(() => deleteGuestBaskets(new Date(now.getTime() - GUEST_BASKET_DAYS * DAY_MS), now));
  await inBatches(dropWordsOfSent);
  await inBatches(dropStoredPersonalisation);
}

async function inBatches(work: () => Promise<number>): Promise<void> {
  for (let count = 1; count > 0;) {
    await inTransaction(async () => {
      count = await work();
    });
  }
}

async function deleteGiftMessages(placedBefore: string, now: Date): Promise<number> {
  const rows = await db()
    .selectFrom("orders")
    .select("id")
    .where("placed_at", "<=", placedBefore)
    .where((order) =>
      order.or([
        order("gift_message", "is not", null),
        order.exists(
          order
            .selectFrom("order_lines")
            .select("order_lines.id")
            .whereRef("order_lines.order_id", "=", "orders.id")
            .where((line) =>
              line.or([
                line("order_lines.gift_message", "is not", null),
                line("order_lines.personalisation", "is not", null),
              ]),
            ),
        ),
      ]),
    )
    .orderBy("placed_at")
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db()
    .updateTable("orders")
    .set({ gift_message: null, updated_at: now.toISOString() })
    .where("id", "in", ids)
    .execute();
  await db()
    .updateTable("order_lines")
    .set({ gift_message: null, personalisation: null })
    .where("order_id", "in", ids)
    .execute();
  return ids.length;
}

async function deleteGuestBaskets(changedBefore: Date, now: Date): Promise<number> {
  const rows = await db()
    .selectFrom("carts")
    .select("id")
    .where("customer_id", "is", null)
    .where("updated_at", "<=", changedBefore.toISOString())
    .where(sql<boolean>`NOT ${hasWaitingOrder}`)
    .limit(BATCH)
    .execute();
  const ids = rows.map(({ id }) => id).filter(isCartId);
  for (const id of ids) await deleteCart(id, now);
  return ids.length;
}

export async function cleanUpCustomers(now: Date): Promise<void> {
  await cleanUpRateLimits(now);
  await cleanUpRepeatedCalls(now);
  await cleanUpSessions(now);
  await cleanUpFormDrafts(now);
  await db().deleteFrom("customer_tokens").where("expires_at", "<=", now.toISOString()).execute();
  await cleanUpFavourites(now);
  await cleanUpSharedLists(now);
  await cleanUpSavedItems(now);
  await cleanUpClosedLists(now);
  await cleanUpRecipients(now);
  await pseudonymiseOrders(now);
}
