/** A claim is counted and written in one transaction, so that the last unit goes to one giver. */
import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftClaimId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type ClaimRow, claimToken, lockGift, readClaim } from "./claim-changes.server.ts";
import { heldUntil, isClaimLive, remindedFrom, RESERVATIONS_MAX, unitsLeft } from "./claim.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import type { GiftList } from "./gift-list.ts";

export type ClaimRequest = Readonly<{
  giftId: GiftId;
  way: "reservation" | "elsewhere";
  units: number;
  giverName: string;
  email: string;
  message: string | null;
  deviceHash: string;
  isEmailConfirmed: boolean;
  /** It cannot be bought now: its giver is emailed when it can. */
  isOutOfStock?: boolean;
}>;

export type ClaimGiftCode = "gift-not-found" | "gift-taken" | "gift-units" | "gift-claims-limit";

/** For a day until the link in the email is used, then as long as the way says. */
export async function claimGift(
  list: GiftList,
  request: ClaimRequest,
  now: Date,
): Promise<Result<GiftClaimId, ClaimGiftCode>> {
  const { timeZone } = await findStore();
  return transact(async () => {
    const gift = await lockGift(request.giftId);
    if (!gift || gift.list_id !== list.id || gift.removed_at !== null) return refused("gift-not-found");
    const claims = (await claimsOf(request.giftId)).map(readClaim);
    const short = shortage(request.units, { gift, left: unitsLeft(gift.quantity, claims, now) });
    if (short) return short;
    if (request.way === "reservation" && (await countReservations(list.id, request, now)) >= RESERVATIONS_MAX)
      return refused("gift-claims-limit");
    return ok(await insertClaim({ eventDay: list.eventDay, timeZone, listId: list.id }, request, now));
  });
}

type Short = Readonly<{
  gift: Readonly<{ name: string; variant_label: string | null; quantity: number }>;
  left: number;
}>;

export function shortage(units: number, { gift, left }: Short): Refusal<"gift-taken" | "gift-units"> | null {
  if (units <= left) return null;
  const name = fullName(gift.name, gift.variant_label);
  const detail = { name, left, quantity: gift.quantity };
  return left === 0 ? refused("gift-taken", detail) : refused("gift-units", detail);
}

export function claimsOf(giftId: string): Promise<ReadonlyArray<ClaimRow>> {
  return db().selectFrom("gift_list_claims").selectAll().where("gift_id", "=", giftId).execute();
}

export function claimsOfList(listId: GiftListId): Promise<ReadonlyArray<ClaimRow>> {
  return db()
    .selectFrom("gift_list_claims")
    .selectAll()
    .where("list_id", "=", listId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function countReservations(
  listId: GiftListId,
  { email }: Pick<ClaimRequest, "email">,
  now: Date,
): Promise<number> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .selectAll()
    .where("list_id", "=", listId)
    .where("email_key", "=", emailKey(email))
    .where("way", "=", "reservation")
    .where("state", "=", "held")
    .execute();
  return rows.filter((row) => isClaimLive(readClaim(row), now)).length;
}

type On = Readonly<{ listId: GiftListId; eventDay: Day; timeZone: string }>;

async function insertClaim({ listId, ...day }: On, request: ClaimRequest, now: Date): Promise<GiftClaimId> {
  const { giftId, way, units, giverName, email, message, deviceHash, isEmailConfirmed, isOutOfStock } =
    request;
  const id = newId("claim");
  const until = heldUntil({ way, start: now, ...day, isConfirmed: isEmailConfirmed });
  await db()
    .insertInto("gift_list_claims")
    .values({
      ...NEW_CLAIM,
      id,
      list_id: listId,
      gift_id: giftId,
      way,
      state: until === null ? "taken" : "held",
      units,
      held_until: until,
      giver_name: giverName,
      email,
      email_key: emailKey(email),
      message,
      device_hash: deviceHash,
      token_hash: hashOfToken(claimToken(id)),
      created_at: now.toISOString(),
      confirmed_at: isEmailConfirmed ? now.toISOString() : null,
      reminded_at: isEmailConfirmed ? remindedFrom(until, now) : null,
      awaits_stock: way === "reservation" && isOutOfStock ? 1 : 0,
    })
    .execute();
  await queueGiftListEmail({ about: "claim-confirm", id });
  return id;
}

export type OrderClaim = Pick<
  ClaimRow,
  | ("list_id" | "gift_id" | "cart_id" | "device_hash" | "giver_name" | "email" | "message")
  | ("state" | "units" | "held_until")
> &
  Partial<ClaimRow>;

/** Of a gift that a giver pays for, or has paid for. */
export async function insertOrderClaim(claim: OrderClaim, now: Date): Promise<void> {
  await db()
    .insertInto("gift_list_claims")
    .values({
      ...NEW_CLAIM,
      ...claim,
      id: newId("claim"),
      way: "order",
      email_key: emailKey(claim.email),
      token_hash: null,
      created_at: now.toISOString(),
      confirmed_at: now.toISOString(),
    })
    .execute();
}

export const NEW_CLAIM = {
  cart_id: null,
  order_id: null,
  reminded_at: null,
  ended_at: null,
  end_reason: null,
  thanked_at: null,
  thanks_sent_at: null,
} as const;
