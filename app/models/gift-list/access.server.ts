/**
 * A list is edited by its owner and its co-owners, in browsers that opened a link of their address and as customers
 * with that address.
 */
import { db, transact } from "#app/db/db.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import type { GiftCoOwnerId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";

import { cleanUpGiftAlerts } from "./alert.server.ts";
import { dropEndedInvitations } from "./co-owners.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import {
  DRAFT_DAYS,
  type EditedList,
  type GiftList,
  OPEN_LINK_MINUTES,
  OPEN_LISTS_MAX,
} from "./gift-list.ts";
import { allowDevice, confirmGiftList, countOpenLists, findGiftList, listGiftLists } from "./lists.server.ts";
import { dropEndedMoves } from "./move.server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

export type ListEditor = Readonly<{ deviceHash: string | null; customer: Customer | null }>;

function addressOf({ customer }: ListEditor): string | null {
  return customer?.isVerified ? customer.email : null;
}

/** Somebody else's list and no list look the same. */
export async function findOwnGiftList(
  id: GiftListId,
  editor: ListEditor,
  now: Date,
): Promise<EditedList | null> {
  const list = await findGiftList(id, now);
  const part = list && (await findPart(list, editor));
  return list && part && { ...list, ...part };
}

export async function isListEditor(list: GiftList, editor: ListEditor): Promise<boolean> {
  return (await findPart(list, editor)) !== null;
}

type Part = Pick<EditedList, "role" | "coOwnerId">;

async function findPart(list: GiftList, editor: ListEditor): Promise<Part | null> {
  const keys = await addressKeys(list, editor);
  if (keys.includes(emailKey(list.email))) return { role: "owner", coOwnerId: null };
  if (keys.length === 0) return null;
  const rows = await db()
    .selectFrom("gift_list_co_owners")
    .select(["id", "email_key"])
    .where("list_id", "=", list.id)
    .where("email_key", "in", keys)
    .where("accepted_at", "is not", null)
    .execute();
  const [row] = rows.sort((one, other) => keys.indexOf(one.email_key) - keys.indexOf(other.email_key));
  return row ? { role: "co-owner", coOwnerId: row.id as GiftCoOwnerId } : null;
}

async function addressKeys(list: GiftList, editor: ListEditor): Promise<ReadonlyArray<string>> {
  const address = addressOf(editor);
  const own = list.state !== "draft" && address !== null ? [emailKey(address)] : [];
  if (editor.deviceHash === null) return own;
  const rows = await db()
    .selectFrom("gift_list_devices")
    .select("email_key")
    .where("list_id", "=", list.id)
    .where("device_hash", "=", editor.deviceHash)
    .orderBy("created_at")
    .orderBy("email_key")
    .execute();
  return [...own, ...rows.map((row) => row.email_key)];
}

export function listOwnGiftLists(editor: ListEditor, now: Date): Promise<ReadonlyArray<GiftList>> {
  return listGiftLists({ email: addressOf(editor), deviceHash: editor.deviceHash }, now);
}

/** The answer does not say whether there are any lists. */
export async function requestListLink(email: string, now: Date): Promise<void> {
  const allowed = await limitAccount("gift-list-link-email", emailKey(email), now);
  if (!allowed.ok) return;
  const lists = await listGiftLists({ email, deviceHash: null }, now);
  const owned = lists.find((list) => emailKey(list.email) === emailKey(email));
  const coOwner = owned || !lists[0] ? null : await findCoOwnerId(lists[0].id, email);
  if (owned) await queueGiftListEmail({ about: "open", id: owned.id });
  else if (lists[0] && coOwner) await queueGiftListEmail({ about: "open", id: lists[0].id, coOwner });
}

async function findCoOwnerId(listId: GiftListId, email: string): Promise<string | null> {
  const row = await db()
    .selectFrom("gift_list_co_owners")
    .select("id")
    .where("list_id", "=", listId)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function requestConfirmation(list: GiftList, now: Date): Promise<Result<null, "rate-limited">> {
  const allowed = await limitAccount("gift-list-link-email", emailKey(list.email), now);
  if (!allowed.ok) return allowed;
  await queueGiftListEmail({ about: "confirm", id: list.id });
  return ok(null);
}

export async function newListToken(
  { id, email }: Pick<GiftList, "id" | "email">,
  purpose: "confirm" | "open",
  now: Date,
): Promise<string> {
  const token = newSecretToken();
  const life = purpose === "confirm" ? DRAFT_DAYS * DAY_MS : OPEN_LINK_MINUTES * MINUTE_MS;
  await db()
    .insertInto("gift_list_tokens")
    .values({
      token_hash: hashOfToken(token),
      email_key: emailKey(email),
      list_id: purpose === "confirm" ? id : null,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + life).toISOString(),
    })
    .execute();
  return token;
}

export async function peekListLink(token: string, now: Date) {
  if (!isTokenText(token)) return null;
  const row = await db()
    .selectFrom("gift_list_tokens")
    .select(["list_id", "email_key"])
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return null;
  if (row.list_id === null) {
    const lists = await listGiftLists({ email: row.email_key, deviceHash: null }, now);
    return lists.length > 0 ? { list: null } : null;
  }
  const list = await findGiftList(row.list_id as GiftListId, now);
  return list && { list };
}

/** Uses the secret up; of several callers at once one succeeds. */
export async function openListLink(
  token: string,
  deviceHash: string,
  now: Date,
): Promise<Result<GiftListId | null, "link-invalid" | "gift-list-limit">> {
  if (!isTokenText(token)) return refused("link-invalid");
  return transact(async () => {
    const row = await db()
      .deleteFrom("gift_list_tokens")
      .where("token_hash", "=", hashOfToken(token))
      .where("expires_at", ">", now.toISOString())
      .returning(["list_id", "email_key"])
      .executeTakeFirst();
    if (!row) return refused("link-invalid");
    const who = { deviceHash, emailKey: row.email_key };
    if (row.list_id === null) {
      const lists = await listGiftLists({ email: row.email_key, deviceHash: null }, now);
      if (lists.length === 0) return refused("link-invalid");
      for (const { id } of lists) await allowDevice(id, who, now);
      return ok(null);
    }
    const id = row.list_id as GiftListId;
    // The address of the draft may have been changed since the email was sent.
    const list = await findGiftList(id, now);
    if (!list || emailKey(list.email) !== row.email_key) return refused("link-invalid");
    if (list.state === "draft" && (await countOpenLists(row.email_key, now)) >= OPEN_LISTS_MAX)
      return refused("gift-list-limit");
    await confirmGiftList(id, now);
    await allowDevice(id, who, now);
    return ok(id);
  });
}

const GIVER_CART_DAYS = 180;

export async function cleanUpGiftLists(now: Date): Promise<void> {
  await cleanUpGiftAlerts(now);
  await dropEndedInvitations(now);
  await dropEndedMoves(now);
  await db().deleteFrom("gift_list_tokens").where("expires_at", "<=", now.toISOString()).execute();
  await db()
    .deleteFrom("gift_list_carts")
    .where("updated_at", "<=", new Date(now.getTime() - GIVER_CART_DAYS * DAY_MS).toISOString())
    .execute();
  await db()
    .deleteFrom("gift_lists")
    .where("confirmed_at", "is", null)
    .where("created_at", "<=", new Date(now.getTime() - DRAFT_DAYS * DAY_MS).toISOString())
    .execute();
}
