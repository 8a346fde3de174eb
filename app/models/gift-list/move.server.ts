/** A move is confirmed at the new address, and can be undone by the former one within 72 hours. */
import { db, transact } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftListId, GiftMoveId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { takeListEmail } from "./email-limit.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import {
  type EditedList,
  MOVE_LINK_HOURS,
  MOVE_UNDO_HOURS,
  notOwner,
  OPEN_LISTS_MAX,
  type OwnerOnly,
} from "./gift-list.ts";
import { allowDevice, countOpenLists, findGiftList, lockGiftList, updateGiftList } from "./lists.server.ts";

const HOUR_MS = 3_600_000;

type MoveCode = OwnerOnly | "gift-list-not-found" | "email-unchanged" | "rate-limited" | "gift-list-emails";

/** Nothing changes until the link's button is pressed; an earlier unconfirmed request ends. */
export async function requestListMove(
  list: EditedList,
  email: string,
  now: Date,
): Promise<Result<null, MoveCode>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  if (list.state === "draft") return refused("gift-list-not-found");
  const key = emailKey(email);
  if (key === emailKey(list.email)) return refused("email-unchanged");
  const allowed = await limitAccount("gift-list-link-email", key, now);
  if (!allowed.ok) return allowed;
  return transact(async () => {
    await lockGiftList(list.id, now);
    await dropUnconfirmed(list.id);
    const taken = await takeListEmail(list.id, now);
    if (!taken.ok) return taken;
    const id = newId("giftmove");
    await db()
      .insertInto("gift_list_moves")
      .values({
        id,
        list_id: list.id,
        email,
        email_key: key,
        former_email: list.email,
        former_email_key: emailKey(list.email),
        token_hash: hashOfToken(moveToken(id)),
        undo_hash: hashOfToken(moveUndoToken(id)),
        requested_at: now.toISOString(),
        ends_at: later(now, MOVE_LINK_HOURS),
        confirmed_at: null,
      })
      .execute();
    await queueGiftListEmail({ about: "move", id });
    await queueGiftListEmail({ about: "move-notice", id });
    return ok(null);
  });
}

function later(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * HOUR_MS).toISOString();
}

async function dropUnconfirmed(listId: GiftListId): Promise<void> {
  await db()
    .deleteFrom("gift_list_moves")
    .where("list_id", "=", listId)
    .where("confirmed_at", "is", null)
    .execute();
}

export async function cancelListMove(list: EditedList): Promise<Result<null, OwnerOnly>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  await dropUnconfirmed(list.id);
  return ok(null);
}

export function moveToken(id: GiftMoveId): string {
  return hmac("gift list move", id);
}

export function moveUndoToken(id: GiftMoveId): string {
  return hmac("gift list move undo", id);
}

function moves(now: Date) {
  return db().selectFrom("gift_list_moves").selectAll().where("ends_at", ">", now.toISOString());
}

type Row = Awaited<ReturnType<ReturnType<typeof moves>["execute"]>>[number];

function readMove(row: Row) {
  return {
    id: row.id as GiftMoveId,
    listId: row.list_id as GiftListId,
    email: row.email,
    formerEmail: row.former_email,
    isConfirmed: row.confirmed_at !== null,
  };
}

export async function findRequestedMove(listId: GiftListId, now: Date): Promise<string | null> {
  const row = await moves(now)
    .where("list_id", "=", listId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function findListMove(id: string, now: Date) {
  const row = await moves(now).where("id", "=", id).executeTakeFirst();
  return row ? readMove(row) : null;
}

/** "confirm": to the new address. "stop": before it is confirmed. "undo": after it was. */
export type MoveStep = "confirm" | "stop" | "undo";

export async function peekListMove(
  token: string | null,
  now: Date,
): Promise<Readonly<{ step: MoveStep; listName: string }> | null> {
  const found = await findByToken(token, now);
  const list = found && (await findGiftList(found.row.list_id as GiftListId, now));
  return found && list && { step: found.step, listName: list.name };
}

async function findByToken(
  token: string | null,
  now: Date,
): Promise<Readonly<{ step: MoveStep; row: Row }> | null> {
  if (token === null || !isTokenText(token)) return null;
  const hash = hashOfToken(token);
  const row = await moves(now)
    .where((move) => move.or([move("token_hash", "=", hash), move("undo_hash", "=", hash)]))
    .executeTakeFirst();
  if (!row) return null;
  if (row.undo_hash === hash) return { step: row.confirmed_at === null ? "stop" : "undo", row };
  return row.confirmed_at === null ? { step: "confirm", row } : null;
}

type Done = Readonly<{ listId: GiftListId; step: MoveStep }>;

/**
 * Confirming ends the browsers and links of the former address; stopping and undoing end all others of the owner's,
 * because somebody else may have requested the move there.
 */
export async function useMoveLink(
  token: string,
  deviceHash: string,
  now: Date,
): Promise<Result<Done, "link-invalid" | "gift-list-limit">> {
  return transact(async () => {
    const seen = await findByToken(token, now);
    if (!seen) return refused("link-invalid");
    await lockGiftList(seen.row.list_id as GiftListId, now);
    const found = await findByToken(token, now);
    if (!found) return refused("link-invalid");
    const { step, row } = found;
    return step === "confirm" ? confirm(row, deviceHash, now) : takeBack(row, { deviceHash, step }, now);
  });
}

async function confirm(
  row: Row,
  deviceHash: string,
  now: Date,
): Promise<Result<Done, "link-invalid" | "gift-list-limit">> {
  const listId = row.list_id as GiftListId;
  const list = await findGiftList(listId, now);
  if (!list || emailKey(list.email) !== row.former_email_key) return refused("link-invalid");
  if (list.state === "open" && (await countOpenLists(row.email_key, now)) >= OPEN_LISTS_MAX)
    return refused("gift-list-limit");
  await setAddress(listId, row, now);
  await db()
    .deleteFrom("gift_list_co_owners")
    .where("list_id", "=", listId)
    .where("email_key", "=", row.email_key)
    .execute();
  await letInOnly(listId, { deviceHash, emailKey: row.email_key }, now);
  await db()
    .updateTable("gift_list_moves")
    .set({ confirmed_at: now.toISOString(), ends_at: later(now, MOVE_UNDO_HOURS) })
    .where("id", "=", row.id)
    .execute();
  await queueGiftListEmail({ about: "moved", id: row.id });
  return ok({ listId, step: "confirm" });
}

type Back = Readonly<{ deviceHash: string; step: "stop" | "undo" }>;

/** Whom the new address has invited goes with it, and so do its own moves to a third address. */
async function takeBack(row: Row, { deviceHash, step }: Back, now: Date): Promise<Result<Done, never>> {
  const listId = row.list_id as GiftListId;
  if (row.confirmed_at !== null) {
    await setAddress(listId, { email: row.former_email, email_key: row.former_email_key }, now);
    await db()
      .deleteFrom("gift_list_co_owners")
      .where("list_id", "=", listId)
      .where("invited_at", ">=", row.confirmed_at)
      .execute();
  }
  await db()
    .deleteFrom("gift_list_moves")
    .where("list_id", "=", listId)
    .where("requested_at", ">=", row.requested_at)
    .execute();
  await letInOnly(listId, { deviceHash, emailKey: row.former_email_key }, now);
  return ok({ listId, step });
}

/** The address has been confirmed now, which decides whose list it is when an account is deleted. */
async function setAddress(
  listId: GiftListId,
  { email, email_key }: Pick<Row, "email" | "email_key">,
  now: Date,
): Promise<void> {
  await updateGiftList(listId, { email, email_key, confirmed_at: now.toISOString() }, now);
}

async function letInOnly(
  listId: GiftListId,
  who: Readonly<{ deviceHash: string; emailKey: string }>,
  now: Date,
): Promise<void> {
  await db()
    .deleteFrom("gift_list_devices")
    .where("list_id", "=", listId)
    .where((device) =>
      device(
        "email_key",
        "not in",
        device
          .selectFrom("gift_list_co_owners")
          .select("gift_list_co_owners.email_key")
          .where("gift_list_co_owners.list_id", "=", listId),
      ),
    )
    .execute();
  await allowDevice(listId, who, now);
}

export async function dropEndedMoves(now: Date): Promise<void> {
  await db().deleteFrom("gift_list_moves").where("ends_at", "<=", now.toISOString()).execute();
}
