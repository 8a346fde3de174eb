import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { OPEN_ORDERS } from "#app/models/order/pseudonymise.server.ts";
import { monthsBefore } from "#app/models/platform/retention.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { addDays, type Day, localTime } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { ended } from "./claim-changes.server.ts";
import { dropEmailsWithWords, queueForOwners, queueGiftListEmail } from "./email-queue.server.ts";
import {
  closingDay,
  type EditedList,
  notOwner,
  OPEN_AFTER_DAYS,
  type OwnerOnly,
  REOPEN_DAYS,
} from "./gift-list.ts";
import { lockGiftList, shopDay, updateGiftList } from "./lists.server.ts";
import { markNewsShown, sendGiftNews } from "./news.server.ts";
import { countReturnsUnderWay, refundOpenReturns } from "./open-returns.server.ts";

const REMINDER_DAYS = [14, 2] as const;
const BATCH = 100;

/**
 * Reservations end and their givers are emailed; what was paid for goes on. `isQuiet`: nothing is said of when and by
 * whom, and nobody is emailed about it.
 */
export async function closeGiftList(
  list: EditedList,
  isQuiet: boolean,
  now: Date,
): Promise<Result<null, OwnerOnly>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  return transact(async () => {
    const closed = await db()
      .updateTable("gift_lists")
      .set({
        closed_at: now.toISOString(),
        is_closed_quietly: isQuiet ? 1 : 0,
        updated_at: now.toISOString(),
        ...(isQuiet ? { revealed_at: now.toISOString(), reminded_at: now.toISOString() } : {}),
      })
      .where("id", "=", list.id)
      .where("closed_at", "is", null)
      .executeTakeFirst();
    if (Number(closed.numUpdatedRows) === 0) return ok(null);
    await endReservations(list.id, isQuiet, now);
    if (!isQuiet) await queueGiftListEmail({ about: "closed", id: list.id });
    return ok(null);
  });
}

async function endReservations(listId: GiftListId, isQuiet: boolean, now: Date): Promise<void> {
  const rows = await db()
    .updateTable("gift_list_claims")
    .set(ended("closed", now))
    .where("list_id", "=", listId)
    .where("state", "=", "held")
    .where("way", "<>", "order")
    .returning(["id", "way", "confirmed_at"])
    .execute();
  if (isQuiet) return;
  for (const { id, way, confirmed_at: confirmedAt } of rows)
    if (way === "reservation" && confirmedAt !== null)
      await queueGiftListEmail({ about: "claim-ended", id, key: id });
}

/** Within 90 days, for 90 days more. */
export async function reopenGiftList(
  list: EditedList,
  now: Date,
): Promise<Result<null, OwnerOnly | "gift-list-not-found">> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  const { timeZone } = await findStore();
  const today = localTime(now, timeZone).day;
  if (list.state !== "closed" || addDays(closingDay(list, timeZone), REOPEN_DAYS) < today)
    return refused("gift-list-not-found");
  const closesOn = addDays(today, OPEN_AFTER_DAYS);
  const opened = { closed_at: null, is_closed_quietly: 0, closes_on: closesOn, reminded_at: null } as const;
  await updateGiftList(list.id, opened, now);
  return ok(null);
}

/** Three more months from the day on which it would close. */
export async function prolongGiftList(list: EditedList, now: Date): Promise<Result<null, OwnerOnly>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  const closesOn = addDays(list.closesOn, OPEN_AFTER_DAYS);
  await updateGiftList(list.id, { closes_on: closesOn, reminded_at: null }, now);
  return ok(null);
}

/**
 * Emails families before and after the closing, when the thank-you list opens, and what is given where that is no
 * surprise.
 */
export async function runGiftListSchedule(now: Date): Promise<void> {
  const today = await shopDay(now);
  await remind(today);
  await noteClosed(today, now);
  await reveal(today, now);
  await sendGiftNews(now);
}

async function remind(today: string): Promise<void> {
  for (const days of REMINDER_DAYS) {
    const day = addDays(today, days);
    for (let ids = await listsClosingOn(day); ids.length > 0; ids = await listsClosingOn(day, ids.at(-1)))
      for (const id of ids) await queueGiftListEmail({ about: "closing", id, key: `${id}-${day}-${days}` });
  }
}

async function listsClosingOn(day: Day, after = ""): Promise<ReadonlyArray<string>> {
  const rows = await db()
    .selectFrom("gift_lists")
    .select("id")
    .where("confirmed_at", "is not", null)
    .where("closed_at", "is", null)
    .where("closes_on", "=", day)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

async function noteClosed(today: string, now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_lists")
    .select(["id", "closes_on"])
    .where("confirmed_at", "is not", null)
    .where("closed_at", "is", null)
    .where("closes_on", "<", today)
    .limit(BATCH)
    .execute();
  for (const { id, closes_on: closesOn } of rows) {
    await inTransaction(async () => {
      // It may be open for longer by now.
      const closed = await db()
        .updateTable("gift_lists")
        .set({ closed_at: `${closesOn}T23:59:59.000Z` })
        .where("id", "=", id)
        .where("closed_at", "is", null)
        .where("closes_on", "<", today)
        .executeTakeFirst();
      if (Number(closed.numUpdatedRows) === 0) return;
      await endReservations(id as GiftListId, false, now);
      await queueGiftListEmail({ about: "closed", id, key: `${id}-${closesOn}` });
    });
  }
}

async function reveal(today: string, now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_lists")
    .select("id")
    .where("confirmed_at", "is not", null)
    .where("revealed_at", "is", null)
    .where("reveal_on", "<=", today)
    .limit(BATCH)
    .execute();
  for (const { id } of rows) {
    await inTransaction(async () => {
      const revealed = await db()
        .updateTable("gift_lists")
        .set({ revealed_at: now.toISOString() })
        .where("id", "=", id)
        .where("revealed_at", "is", null)
        .where("reveal_on", "<=", today)
        .executeTakeFirst();
      if (Number(revealed.numUpdatedRows) === 0) return;
      await markNewsShown(id as GiftListId, now);
      await queueForOwners(id, { about: "revealed", id, key: id });
    });
  }
}

/** Refused while a gift is on its way to the family, or back to the shop for credit. */
export async function deleteGiftList(
  list: EditedList,
  now: Date,
): Promise<Result<null, OwnerOnly | "gift-list-parcels" | "gift-list-returns">> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  return transact(async () => {
    // Whoever asks for a return waits.
    await lockGiftList(list.id, now);
    const rows = await db()
      .selectFrom("gift_list_claims")
      .innerJoin("orders", "orders.id", "gift_list_claims.order_id")
      .select("gift_list_claims.id")
      .where("gift_list_claims.list_id", "=", list.id)
      .where("orders.status", "in", OPEN_ORDERS)
      .execute();
    if (rows.length > 0) return refused("gift-list-parcels", { count: rows.length });
    const returns = await countReturnsUnderWay(list.id, now);
    if (returns > 0) return refused("gift-list-returns", { count: returns });
    await deleteLists([list.id]);
    return ok(null);
  });
}

/** With what waits for them; call it in a transaction. */
export async function deleteLists(ids: ReadonlyArray<string>): Promise<void> {
  if (ids.length === 0) return;
  await refundOpenReturns(ids);
  await dropEmailsWithWords(ids);
  await db().deleteFrom("gift_lists").where("id", "in", ids).execute();
}

const LIST_ADDRESS_DAYS = 30;
const CLOSED_LIST_MONTHS = 12;
const DAY_MS = 86_400_000;

export async function cleanUpClosedLists(now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIST_ADDRESS_DAYS * DAY_MS).toISOString();
  await db()
    .updateTable("gift_lists")
    .set({ address: null, is_address_deleted: 1 })
    .where("closed_at", "<=", before)
    .where("address", "is not", null)
    .execute();
  for (let count = BATCH; count === BATCH;)
    count = await deleteClosedBefore(monthsBefore(now, CLOSED_LIST_MONTHS));
}

/** Deletes one batch and answers with how many lists it had. */
async function deleteClosedBefore(time: string): Promise<number> {
  const done = await transact(async () => {
    const lists = await db()
      .selectFrom("gift_lists")
      .select("id")
      .where("closed_at", "<=", time)
      .limit(BATCH)
      .execute();
    const ids = lists.map(({ id }) => id);
    await deleteLists(ids);
    return ok(ids.length);
  });
  return done.value;
}
