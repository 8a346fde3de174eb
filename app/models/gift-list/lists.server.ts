import type { Selectable, Updateable } from "kysely";

import { db, inTransaction, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { Address } from "#app/models/customer/address.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftListId } from "#app/models/shared/ids.ts";
import { type Day, localTime } from "#app/models/shared/local-date.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { CODE_CHARACTERS, CODE_LENGTH } from "./code.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import {
  type EditedList,
  familyOf,
  firstClosingDay,
  type GiftList,
  giftListState,
  nameKey,
  notOwner,
  OPEN_LISTS_MAX,
  type OwnerOnly,
  type Occasion,
} from "./gift-list.ts";
import type { GiftListDetails } from "./list-form.ts";

type ListRow = Selectable<Database["gift_lists"]>;

const CODE_TRIES = 20;

export async function shopDay(now: Date): Promise<Day> {
  const { timeZone } = await findStore();
  return localTime(now, timeZone).day;
}

export async function findGiftList(id: GiftListId, now: Date): Promise<GiftList | null> {
  const row = await db().selectFrom("gift_lists").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? readList(row, await shopDay(now)) : null;
}

export async function findListByCode(code: string, now: Date): Promise<GiftList | "former" | null> {
  const row = await db().selectFrom("gift_lists").selectAll().where("code", "=", code).executeTakeFirst();
  if (row) return readList(row, await shopDay(now));
  const former = await db()
    .selectFrom("gift_list_former_codes")
    .select("code")
    .where("code", "=", code)
    .executeTakeFirst();
  return former ? "former" : null;
}

const FOUND_MAX = 5;

type Names = Readonly<{ firstName: string; lastName: string; month: string }>;

/** `month`: "2027-01"; case and accents of names make no difference. */
export async function findListsByName(
  { firstName, lastName, month }: Names,
  now: Date,
): Promise<ReadonlyArray<GiftList>> {
  const rows = await db()
    .selectFrom("gift_lists")
    .selectAll()
    .where("is_findable", "=", 1)
    .where("event_day", ">=", `${month}-01`)
    .where("event_day", "<=", `${month}-31`)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const today = await shopDay(now);
  return rows
    .filter(
      (row) => nameKey(row.first_name) === nameKey(firstName) && nameKey(row.last_name) === nameKey(lastName),
    )
    .map((row) => readList(row, today))
    .filter(({ state, code }) => state === "open" && code !== null)
    .slice(0, FOUND_MAX);
}

export async function updateGiftList(
  listId: GiftListId,
  values: Updateable<Database["gift_lists"]>,
  now: Date,
): Promise<void> {
  await db()
    .updateTable("gift_lists")
    .set({ ...values, updated_at: now.toISOString() })
    .where("id", "=", listId)
    .execute();
}

/** Changes of one list wait for each other. */
export async function lockGiftList(listId: GiftListId, now: Date): Promise<void> {
  await updateGiftList(listId, {}, now);
}

export async function countOpenLists(emailKeyOfOwner: string, now: Date): Promise<number> {
  const rows = await db()
    .selectFrom("gift_lists")
    .selectAll()
    .where("email_key", "=", emailKeyOfOwner)
    .where("confirmed_at", "is not", null)
    .execute();
  const today = await shopDay(now);
  return rows.filter((row) => readList(row, today).state === "open").length;
}

/** The newest first; a browser counts as long as the address that let it in does. */
export async function listGiftLists(
  { email, deviceHash }: Readonly<{ email: string | null; deviceHash: string | null }>,
  now: Date,
): Promise<ReadonlyArray<GiftList>> {
  if (email === null && deviceHash === null) return [];
  const key = email === null ? "" : emailKey(email);
  const rows = await db()
    .selectFrom("gift_lists")
    .selectAll()
    .where("id", "in", (lists) => {
      const own = lists
        .selectFrom("gift_lists as own")
        .select("own.id")
        .where("own.email_key", "=", key)
        .where("own.confirmed_at", "is not", null);
      const shared = lists.selectFrom("gift_list_co_owners as co_owner").select("co_owner.list_id as id");
      const devices = lists
        .selectFrom("gift_list_devices as device")
        .select("device.list_id as id")
        .where("device.device_hash", "=", deviceHash ?? "");
      return own
        .union(shared.where("co_owner.email_key", "=", key).where("co_owner.accepted_at", "is not", null))
        .union(
          devices
            .innerJoin("gift_lists as list", "list.id", "device.list_id")
            .whereRef("device.email_key", "=", "list.email_key"),
        )
        .union(
          devices
            .innerJoin("gift_list_co_owners as let_in", "let_in.list_id", "device.list_id")
            .whereRef("let_in.email_key", "=", "device.email_key")
            .where("let_in.accepted_at", "is not", null),
        );
    })
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const today = await shopDay(now);
  return rows.map((row) => readList(row, today));
}

/** `deviceHash` may fill it at once; nobody else sees it before its address is confirmed. */
export async function createGiftList(
  details: GiftListDetails,
  deviceHash: string,
  now: Date,
): Promise<Result<GiftListId, "gift-list-limit">> {
  const at = now.toISOString();
  const open = (await listGiftLists({ email: null, deviceHash }, now)).filter(
    ({ state, email }) => state !== "closed" && emailKey(email) === emailKey(details.email),
  );
  if (open.length >= OPEN_LISTS_MAX) return refused("gift-list-limit");
  const id = newId("giftlist");
  await inTransaction(async () => {
    await db()
      .insertInto("gift_lists")
      .values({
        id,
        ...columnsOf(details),
        closes_on: firstClosingDay(details.eventDay),
        code: null,
        created_at: at,
        updated_at: at,
        confirmed_at: null,
        closed_at: null,
        reminded_at: null,
        revealed_at: null,
      })
      .execute();
    await allowDevice(id, { deviceHash, emailKey: emailKey(details.email) }, now);
    await queueGiftListEmail({ about: "confirm", id });
  });
  return ok(id);
}

function columnsOf(details: GiftListDetails) {
  return {
    occasion: details.occasion,
    name: details.name,
    event_day: details.eventDay,
    is_month_only: details.isMonthOnly ? 1 : 0,
    words: details.words,
    first_name: details.firstName,
    last_name: details.lastName,
    email: details.email,
    email_key: emailKey(details.email),
    address: details.address ? JSON.stringify(addressed(details.address, details)) : null,
    reveal_on: details.revealOn,
    is_findable: details.isFindable ? 1 : 0,
  };
}

function addressed(address: Address, { firstName, lastName }: GiftListDetails): Address {
  return { ...address, first_name: firstName, last_name: lastName };
}

/** The email address changes only before it is confirmed; a co-owner is refused what only the owner may change. */
export async function changeGiftList(
  list: EditedList,
  details: GiftListDetails,
  now: Date,
): Promise<Result<null, OwnerOnly>> {
  const refusal = changesOwners(list, details) ? notOwner(list) : null;
  if (refusal) return refusal;
  const { email, email_key, ...columns } = columnsOf(details);
  const isDraft = list.state === "draft";
  return transact(async () => {
    const values = {
      ...columns,
      ...(isDraft ? { email, email_key } : {}),
      // The owner has said where gifts go now.
      ...(list.role === "owner" ? { is_address_deleted: 0 as const } : {}),
      ...(details.eventDay === list.eventDay ? {} : { closes_on: firstClosingDay(details.eventDay) }),
    };
    await updateGiftList(list.id, values, now);
    if (isDraft && email_key !== emailKey(list.email)) {
      await db().updateTable("gift_list_devices").set({ email_key }).where("list_id", "=", list.id).execute();
      await queueGiftListEmail({ about: "confirm", id: list.id });
    }
    return ok(null);
  });
}

function changesOwners(list: GiftList, details: GiftListDetails): boolean {
  const owned = (one: GiftListDetails) => {
    const { email_key, address, reveal_on, first_name, last_name } = columnsOf(one);
    return [email_key, address, reveal_on, first_name, last_name];
  };
  const before = owned(list);
  return owned(details).some((value, index) => value !== before[index]);
}

type LetIn = Readonly<{ deviceHash: string; emailKey: string }>;

/** The browser edits the list as long as the address that lets it in does. */
export async function allowDevice(
  listId: GiftListId,
  { deviceHash, emailKey: key }: LetIn,
  now: Date,
): Promise<void> {
  await db()
    .insertInto("gift_list_devices")
    .values({ device_hash: deviceHash, list_id: listId, email_key: key, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Call it in the transaction that uses up the proof of the address. */
export async function confirmGiftList(id: GiftListId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_lists")
    .set({ confirmed_at: now.toISOString(), updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .execute();
  const row = await db().selectFrom("gift_lists").select("code").where("id", "=", id).executeTakeFirst();
  if (row?.code === null) await setNewCode(id, now);
}

/** The old link opens nothing any more; claims stay. */
export async function replaceListCode(id: GiftListId, now: Date): Promise<void> {
  await inTransaction(async () => {
    const row = await db().selectFrom("gift_lists").select("code").where("id", "=", id).executeTakeFirst();
    if (!row?.code) return;
    await db()
      .insertInto("gift_list_former_codes")
      .values({ code: row.code, list_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await setNewCode(id, now);
  });
}

async function setNewCode(id: GiftListId, now: Date): Promise<void> {
  for (let attempt = 1; attempt <= CODE_TRIES; attempt += 1) {
    const code = newListCode();
    if ((await findListByCode(code, now)) !== null) continue;
    await updateGiftList(id, { code }, now);
    return;
  }
  throw new Error("No free code for a gift list was found");
}

function newListCode(): string {
  return Array.from({ length: CODE_LENGTH }, () =>
    CODE_CHARACTERS.charAt(randomness().integer(0, CODE_CHARACTERS.length)),
  ).join("");
}

function readList(row: ListRow, today: Day): GiftList {
  const stored = { confirmedAt: row.confirmed_at, closedAt: row.closed_at, closesOn: row.closes_on };
  return {
    id: row.id as GiftListId,
    occasion: row.occasion as Occasion,
    name: row.name,
    family: familyOf(row.name, row.first_name),
    eventDay: row.event_day,
    isMonthOnly: row.is_month_only === 1,
    words: row.words,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    address: row.address === null ? null : (JSON.parse(row.address) as Address),
    revealOn: row.reveal_on,
    isFindable: row.is_findable === 1,
    code: row.code,
    state: giftListState(stored, today),
    closesOn: row.closes_on,
    closedAt: row.closed_at,
    isClosedQuietly: row.is_closed_quietly === 1,
    isAddressDeleted: row.is_address_deleted === 1,
  };
}
