import { db } from "#app/db/db.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type CustomerId, isCustomerId, isSharedListId, type SharedListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { copyEndsAt, type SharedList } from "./wishlist.ts";
import { listFavourites } from "./wishlist.server.ts";
import { type Favourites, favouritesText, GUEST_FAVOURITES_MAX, readFavourites } from "./wishlist.ts";

/** As the list is whenever the link is opened. */
export async function shareOwnList(
  customerId: CustomerId,
  now: Date,
): Promise<Result<SharedListId, "favourites-empty" | "shared-list-not-found">> {
  if ((await listFavourites(customerId)).length === 0) return refused("favourites-empty");
  await db()
    .insertInto("shared_lists")
    .values({ id: newId("list"), customer_id: customerId, items: null, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const shared = await findCustomerShare(customerId, now);
  return shared ? ok(shared.id) : refused("shared-list-not-found");
}

export async function shareCopy(
  list: Favourites,
  known: SharedListId | null,
  now: Date,
): Promise<Result<SharedListId, "favourites-empty">> {
  if (list.length === 0) return refused("favourites-empty");
  const copy = { items: favouritesText(list), expires_at: copyEndsAt(now) };
  const refreshed = known && (await refreshCopy(known, copy));
  if (refreshed) return ok(known);
  const id = newId("list");
  await db()
    .insertInto("shared_lists")
    .values({ id, customer_id: null, created_at: now.toISOString(), ...copy })
    .execute();
  return ok(id);
}

async function refreshCopy(
  id: SharedListId,
  copy: Readonly<{ items: string; expires_at: string }>,
): Promise<boolean> {
  const row = await db()
    .updateTable("shared_lists")
    .set(copy)
    .where("id", "=", id)
    .where("customer_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSharedFavourites(id: SharedListId, now: Date): Promise<Favourites | null> {
  const row = await readRow(id, now);
  if (!row) return null;
  if (row.items !== null) return readFavourites(row.items, GUEST_FAVOURITES_MAX);
  return isCustomerId(row.customer_id) ? listFavourites(row.customer_id) : null;
}

export async function findGuestShare(id: SharedListId, now: Date): Promise<SharedList | null> {
  const row = await readRow(id, now);
  return row && row.customer_id === null ? sharedOf(row) : null;
}

/** Their own, else a copy from when they were a guest. */
export async function findCustomerShare(customerId: CustomerId, now: Date): Promise<SharedList | null> {
  const rows = await db()
    .selectFrom("shared_lists")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", now.toISOString())]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const row = rows.find(({ items }) => items === null) ?? rows[0];
  return row ? sharedOf(row) : null;
}

function readRow(id: SharedListId, now: Date) {
  return db()
    .selectFrom("shared_lists")
    .selectAll()
    .where("id", "=", id)
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", now.toISOString())]))
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

function sharedOf({ id, items, expires_at: endsAt }: Row): SharedList | null {
  return isSharedListId(id) ? { id, kind: items === null ? "live" : "copy", endsAt } : null;
}

export async function stopSharingOwnList(customerId: CustomerId): Promise<void> {
  await db().deleteFrom("shared_lists").where("customer_id", "=", customerId).execute();
}

export async function stopSharingCopy(id: SharedListId): Promise<void> {
  await db().deleteFrom("shared_lists").where("id", "=", id).where("customer_id", "is", null).execute();
}

/** It stays a copy, which the customer can end. */
export async function adoptCopy(customerId: CustomerId, id: SharedListId): Promise<void> {
  await db()
    .updateTable("shared_lists")
    .set({ customer_id: customerId })
    .where("id", "=", id)
    .where("customer_id", "is", null)
    .execute();
}

export async function cleanUpSharedLists(now: Date): Promise<void> {
  await db().deleteFrom("shared_lists").where("expires_at", "<=", now.toISOString()).execute();
}
