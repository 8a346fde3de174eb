/** Data of gift lists that is exported and erased with a customer's account. */
import { sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { emailKey as keyOf } from "#app/models/email/address.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import { deleteLists } from "./closing.server.ts";

/** The customer's, since the account has had its confirmed address: the same as {@link removeGiftListsOf} takes away. */
function isSinceOwned(id: CustomerId, ...columns: ReadonlyArray<string>) {
  const times = columns.map(
    (column) => sql<boolean>`${sql.ref(column)} >= coalesce(customers.email_changed_at, '')`,
  );
  const isOwned = sql`customers.id = ${id} AND customers.verified_at IS NOT NULL`;
  return sql<boolean>`(${isOwned} AND (${sql.join(times, sql` OR `)}))`;
}

function listsOf(id: CustomerId) {
  return (
    db()
      .selectFrom("gift_lists")
      .innerJoin("customers", "customers.email_key", "gift_lists.email_key")
      .where("gift_lists.confirmed_at", "is not", null)
      // A list that was moved here is older than its address.
      .where(isSinceOwned(id, "gift_lists.created_at", "gift_lists.confirmed_at"))
  );
}

export function exportGiftLists(id: CustomerId) {
  return listsOf(id)
    .select(["gift_lists.id", "occasion", "name", "event_day", "is_month_only", "words", "gift_lists.email"])
    .select(["gift_lists.first_name", "gift_lists.last_name", "address", "reveal_on", "is_findable"])
    .select(["code", "closes_on", "gift_lists.created_at", "confirmed_at", "closed_at"])
    .orderBy("gift_lists.created_at")
    .execute();
}

export function listOpenGiftLists(id: CustomerId) {
  return listsOf(id)
    .select("gift_lists.name")
    .where("gift_lists.closed_at", "is", null)
    .orderBy("gift_lists.created_at")
    .execute();
}

export function exportGifts(id: CustomerId) {
  return listsOf(id)
    .innerJoin("gift_list_gifts", "gift_list_gifts.list_id", "gift_lists.id")
    .select(["gift_list_gifts.list_id", "gift_list_gifts.product_id", "gift_list_gifts.variant_id"])
    .select(["gift_list_gifts.name", "gift_list_gifts.quantity", "gift_list_gifts.note"])
    .select(["gift_list_gifts.added_at", "gift_list_gifts.removed_at"])
    .orderBy("gift_list_gifts.position")
    .execute();
}

export function exportGiftClaims(id: CustomerId) {
  return db()
    .selectFrom("gift_list_claims")
    .innerJoin("customers", "customers.email_key", "gift_list_claims.email_key")
    .select(["gift_id", "way", "state", "units", "giver_name", "gift_list_claims.email", "message"])
    .select(["gift_list_claims.created_at", "confirmed_at", "held_until", "ended_at"])
    .where("gift_list_claims.confirmed_at", "is not", null)
    .where(isSinceOwned(id, "gift_list_claims.created_at"))
    .orderBy("gift_list_claims.created_at")
    .execute();
}

export function exportGiftReturns(id: CustomerId) {
  return listsOf(id)
    .innerJoin("gift_list_returns", "gift_list_returns.list_id", "gift_lists.id")
    .innerJoin("order_returns", "order_returns.number", "gift_list_returns.return_number")
    .select(["return_number", "recipient_remedy", "requested_at", "received_at", "coupon_code"])
    .orderBy("requested_at")
    .execute();
}

export function exportGiftAlerts(id: CustomerId) {
  return db()
    .selectFrom("gift_list_alerts")
    .innerJoin("customers", "customers.email_key", "gift_list_alerts.email_key")
    .select([
      "gift_id",
      "gift_list_alerts.email",
      "gift_list_alerts.created_at",
      "confirmed_at",
      "notified_at",
    ])
    .where("gift_list_alerts.confirmed_at", "is not", null)
    .where(isSinceOwned(id, "gift_list_alerts.created_at"))
    .orderBy("gift_list_alerts.created_at")
    .execute();
}

export async function exportCoOwners(id: CustomerId) {
  const own = await db()
    .selectFrom("gift_list_co_owners as co_owner")
    .innerJoin("customers", "customers.email_key", "co_owner.email_key")
    .select(["co_owner.list_id", "co_owner.email", "co_owner.invited_at", "co_owner.accepted_at"])
    .where("co_owner.accepted_at", "is not", null)
    .where(isSinceOwned(id, "co_owner.invited_at", "co_owner.accepted_at"))
    .orderBy("co_owner.invited_at")
    .execute();
  const invited = await listsOf(id)
    .innerJoin("gift_list_co_owners as co_owner", "co_owner.list_id", "gift_lists.id")
    .select(["co_owner.list_id", "co_owner.email", "co_owner.invited_at", "co_owner.accepted_at"])
    .orderBy("co_owner.invited_at")
    .execute();
  return [...own, ...invited];
}

/** From the customer's own confirmed address; nothing of the other address is in it. */
export function exportListMoves(id: CustomerId) {
  return db()
    .selectFrom("gift_list_moves as move")
    .innerJoin("customers", "customers.email_key", "move.former_email_key")
    .select(["move.list_id", "move.former_email", "move.requested_at", "move.confirmed_at"])
    .where(isSinceOwned(id, "move.requested_at"))
    .orderBy("move.requested_at")
    .execute();
}

type Owner = Readonly<{ emailKey: string; since: string }>;

/**
 * What was made, confirmed or given at `since` (ISO 8601) or later; names that a family was told stay with the family.
 */
export async function removeGiftListsOf({ emailKey, since }: Owner): Promise<void> {
  await removeOwnLists({ emailKey, since });
  await removeFromListsOfOthers({ emailKey, since });
  await db()
    .updateTable("gift_list_claims")
    .set({ email: "", email_key: "", device_hash: null })
    .where("email_key", "=", emailKey)
    .where("created_at", ">=", since)
    .execute();
  await db()
    .deleteFrom("gift_list_alerts")
    .where("email_key", "=", emailKey)
    .where("created_at", ">=", since)
    .execute();
  await removeGiverCarts(emailKey);
}

/** They hold the address as it was typed, and only the shop knows which two are the same. */
async function removeGiverCarts(key: string): Promise<void> {
  const rows = await db()
    .selectFrom("gift_list_carts")
    .modifyFront(WALK)
    .select("email")
    .distinct()
    .where("email", "<>", "")
    .execute();
  const own = rows.map(({ email }) => email).filter((email) => keyOf(email) === key);
  for (const email of own) await db().deleteFrom("gift_list_carts").where("email", "=", email).execute();
}

async function removeOwnLists({ emailKey, since }: Owner): Promise<void> {
  const lists = await db()
    .selectFrom("gift_lists")
    .select("id")
    .where("email_key", "=", emailKey)
    // A list that was moved here is older than its address.
    .where((list) => list.or([list("created_at", ">=", since), list("confirmed_at", ">=", since)]))
    .execute();
  await deleteLists(lists.map(({ id }) => id));
}

/** Browsers and links that the address let in end with it. */
async function removeFromListsOfOthers({ emailKey, since }: Owner): Promise<void> {
  const removed = await db()
    .deleteFrom("gift_list_co_owners")
    .where("email_key", "=", emailKey)
    .where((one) => one.or([one("invited_at", ">=", since), one("accepted_at", ">=", since)]))
    .returning("list_id")
    .execute();
  if (removed.length > 0)
    await db()
      .deleteFrom("gift_list_devices")
      .where("email_key", "=", emailKey)
      .where(
        "list_id",
        "in",
        removed.map((one) => one.list_id),
      )
      .execute();
  await db()
    .deleteFrom("gift_list_moves")
    .where((move) => move.or([move("email_key", "=", emailKey), move("former_email_key", "=", emailKey)]))
    .where("requested_at", ">=", since)
    .execute();
}
