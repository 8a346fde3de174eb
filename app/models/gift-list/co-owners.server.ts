/** Co-owners are invited by the owner, let in by their own link, and gone at once when removed. */
import { db, transact } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftCoOwnerId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { takeListEmail } from "./email-limit.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import {
  CO_OWNERS_MAX,
  type EditedList,
  type GiftList,
  INVITATION_DAYS,
  notOwner,
  type OwnerOnly,
} from "./gift-list.ts";
import { allowDevice, findGiftList, lockGiftList } from "./lists.server.ts";

const DAY_MS = 86_400_000;

export type CoOwner = Readonly<ReturnType<typeof readCoOwner>>;

export async function listCoOwners(listId: GiftListId, now: Date): Promise<ReadonlyArray<CoOwner>> {
  const rows = await db()
    .selectFrom("gift_list_co_owners")
    .select(["id", "list_id", "email", "accepted_at"])
    .where("list_id", "=", listId)
    .where((row) => row.or([row("accepted_at", "is not", null), row("expires_at", ">", now.toISOString())]))
    .orderBy("invited_at")
    .orderBy("id")
    .execute();
  return rows.map(readCoOwner);
}

type Row = Readonly<{ id: string; list_id: string; email: string; accepted_at: string | null }>;

function readCoOwner(row: Row) {
  return {
    id: row.id as GiftCoOwnerId,
    listId: row.list_id as GiftListId,
    email: row.email,
    isInvited: row.accepted_at === null,
  };
}

export async function findCoOwner(id: string): Promise<CoOwner | null> {
  const row = await db()
    .selectFrom("gift_list_co_owners")
    .select(["id", "list_id", "email", "accepted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? readCoOwner(row) : null;
}

type InviteCode =
  | OwnerOnly
  | "gift-list-not-open"
  | "co-owner-known"
  | "co-owners-limit"
  | "gift-list-emails"
  | "rate-limited";

/** Invitations count as co-owners, so that there are never more than two; the same one again is sent once more. */
export async function inviteCoOwner(
  list: EditedList,
  email: string,
  now: Date,
): Promise<Result<null, InviteCode>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  if (list.state !== "open") return refused("gift-list-not-open");
  const key = emailKey(email);
  if (key === emailKey(list.email)) return refused("co-owner-known");
  const allowed = await limitAccount("gift-list-link-email", key, now);
  if (!allowed.ok) return allowed;
  return transact(async () => {
    await lockGiftList(list.id, now);
    const invited = await invite({ listId: list.id, email }, now);
    if (!invited.ok) return invited;
    const taken = await takeListEmail(list.id, now);
    if (!taken.ok) return taken;
    await queueGiftListEmail({ about: "co-owner", id: invited.value });
    return ok(null);
  });
}

async function invite(
  { listId, email }: Readonly<{ listId: GiftListId; email: string }>,
  now: Date,
): Promise<Result<GiftCoOwnerId, "co-owner-known" | "co-owners-limit">> {
  await dropEndedInvitations(now, listId);
  const others = await listCoOwners(listId, now);
  const known = others.find((one) => emailKey(one.email) === emailKey(email));
  if (known && !known.isInvited) return refused("co-owner-known");
  if (!known && others.length >= CO_OWNERS_MAX) return refused("co-owners-limit");
  const id = known?.id ?? newId("giftcoowner");
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString();
  await db()
    .insertInto("gift_list_co_owners")
    .values({
      id,
      list_id: listId,
      email,
      email_key: emailKey(email),
      token_hash: hashOfToken(invitationToken(id)),
      invited_at: now.toISOString(),
      expires_at: expiresAt,
      accepted_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ expires_at: expiresAt }))
    .execute();
  return ok(id);
}

export async function dropEndedInvitations(now: Date, listId?: GiftListId): Promise<void> {
  await db()
    .deleteFrom("gift_list_co_owners")
    .where("accepted_at", "is", null)
    .where("expires_at", "<=", now.toISOString())
    .$if(listId !== undefined, (rows) => rows.where("list_id", "=", listId ?? ""))
    .execute();
}

export function invitationToken(id: GiftCoOwnerId): string {
  return hmac("gift list co-owner", id);
}

export async function peekInvitation(token: string | null, now: Date): Promise<GiftList | null> {
  const row = await findInvitation(token, now);
  const list = row && (await findGiftList(row.list_id as GiftListId, now));
  return list?.state === "open" ? list : null;
}

async function findInvitation(token: string | null, now: Date) {
  if (token === null || !isTokenText(token)) return null;
  const row = await db()
    .selectFrom("gift_list_co_owners")
    .select(["id", "list_id", "email_key"])
    .where("token_hash", "=", hashOfToken(token))
    .where("accepted_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row ?? null;
}

/** Works once; from now on the browser edits the list. */
export async function joinGiftList(
  token: string,
  deviceHash: string,
  now: Date,
): Promise<Result<GiftListId, "link-invalid">> {
  return transact(async () => {
    const list = await peekInvitation(token, now);
    if (!list) return refused("link-invalid");
    await lockGiftList(list.id, now);
    const row = await findInvitation(token, now);
    if (!row) return refused("link-invalid");
    await db()
      .updateTable("gift_list_co_owners")
      .set({ accepted_at: now.toISOString() })
      .where("id", "=", row.id)
      .execute();
    await allowDevice(list.id, { deviceHash, emailKey: row.email_key }, now);
    return ok(list.id);
  });
}

/** Also takes an invitation back; browsers and links end at once. */
export async function removeCoOwner(
  list: EditedList,
  id: GiftCoOwnerId,
): Promise<Result<null, OwnerOnly | "co-owner-not-found">> {
  return notOwner(list) ?? drop(list.id, id);
}

export async function leaveGiftList(list: EditedList): Promise<Result<null, "co-owner-not-found">> {
  return list.coOwnerId === null ? refused("co-owner-not-found") : drop(list.id, list.coOwnerId);
}

function drop(listId: GiftListId, id: GiftCoOwnerId): Promise<Result<null, "co-owner-not-found">> {
  return transact(async () => {
    const row = await db()
      .deleteFrom("gift_list_co_owners")
      .where("id", "=", id)
      .where("list_id", "=", listId)
      .returning("email_key")
      .executeTakeFirst();
    if (!row) return refused("co-owner-not-found");
    await db()
      .deleteFrom("gift_list_devices")
      .where("list_id", "=", listId)
      .where("email_key", "=", row.email_key)
      .execute();
    return ok(null);
  });
}
