import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import type { Database } from "#app/db/schema.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import type { GiftClaimId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import type { Day } from "#app/models/shared/local-date.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { claimMark, type GiftClaim, heldUntil, isClaimLive, prolongedUntil, remindedFrom } from "./claim.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";

export type ClaimRow = Selectable<Database["gift_list_claims"]>;

export function readClaim(row: ClaimRow): GiftClaim {
  return {
    id: row.id as GiftClaimId,
    listId: row.list_id as GiftListId,
    giftId: row.gift_id as GiftId,
    way: row.way,
    state: row.state,
    units: row.units,
    heldUntil: row.held_until,
    giverName: row.giver_name,
    email: row.email,
    message: row.message,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    isProlonged: row.is_prolonged === 1,
  };
}

export function claimToken(id: GiftClaimId): string {
  return hmac("gift claim", id);
}

export type ClaimProof = Readonly<{ token: string | null; deviceHash: string | null }>;

/** `id` names one of several of the browser; null: somebody else's, or none. */
export async function findOwnClaim(
  id: GiftClaimId | null,
  { token, deviceHash }: ClaimProof,
): Promise<GiftClaim | null> {
  const tokenHash = isTokenText(token) ? hashOfToken(token) : null;
  const [row] = await db()
    .selectFrom("gift_list_claims")
    .selectAll()
    .where((claim) =>
      claim.or([
        claim("token_hash", "=", tokenHash ?? ""),
        claim.and([claim("id", "=", id ?? ""), claim("device_hash", "=", deviceHash ?? "")]),
      ]),
    )
    .execute()
    .then((rows) => rows.sort((one, other) => Number(other.id === id) - Number(one.id === id)));
  return row ? readClaim(row) : null;
}

export async function updateClaim(id: string, values: Partial<ClaimRow>): Promise<void> {
  await db().updateTable("gift_list_claims").set(values).where("id", "=", id).execute();
}

export async function findClaimRow(id: string): Promise<ClaimRow | null> {
  const row = await db().selectFrom("gift_list_claims").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

type ClaimCode = "claim-not-found";
type EventDay = Readonly<{ eventDay: Day; timeZone: string }>;

/** Of several callers at once each sees what the one before left. */
async function changeLive(
  id: GiftClaimId,
  now: Date,
  change: (claim: GiftClaim, on: EventDay) => Partial<ClaimRow> | null,
): Promise<Result<GiftClaim, ClaimCode>> {
  const { timeZone } = await findStore();
  return transact(async () => {
    const found = await findClaimRow(id);
    if (!found) return refused("claim-not-found");
    await lockGift(found.gift_id);
    const row = await findClaimRow(id);
    if (!row || row.way === "order" || !isClaimLive(readClaim(row), now)) return refused("claim-not-found");
    const list = await db()
      .selectFrom("gift_lists")
      .select("event_day")
      .where("id", "=", row.list_id)
      .executeTakeFirstOrThrow();
    const values = change(readClaim(row), { eventDay: list.event_day, timeZone });
    if (values) await updateClaim(id, values);
    return ok(readClaim({ ...row, ...values }));
  });
}

/** Whoever claims, changes or takes off a gift waits here for the one before. */
export async function lockGift(giftId: string): Promise<Selectable<Database["gift_list_gifts"]> | null> {
  const row = await db()
    .updateTable("gift_list_gifts")
    .set((gift) => ({ version: gift("version", "+", 1) }))
    .where("id", "=", giftId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A reservation holds seven days from its start, what was bought elsewhere for good. */
export function confirmClaim(id: GiftClaimId, now: Date): Promise<Result<GiftClaim, ClaimCode>> {
  return changeLive(id, now, (claim, on) => {
    if (claim.confirmedAt !== null) return null;
    const start = new Date(claim.createdAt);
    const until = heldUntil({ way: claim.way, start, ...on, isConfirmed: true });
    return {
      confirmed_at: now.toISOString(),
      held_until: until,
      reminded_at: remindedFrom(until, now),
      state: until === null ? "taken" : "held",
    };
  });
}

export function prolongClaim(id: GiftClaimId, now: Date): Promise<Result<GiftClaim, ClaimCode>> {
  return changeLive(id, now, (claim, on) => {
    if (claim.isProlonged || claim.confirmedAt === null || claim.heldUntil === null) return null;
    const until = prolongedUntil(claim.heldUntil, { start: now, ...on });
    return { held_until: until, is_prolonged: 1, reminded_at: remindedFrom(until, now) };
  });
}

export function markBoughtElsewhere(id: GiftClaimId, now: Date): Promise<Result<GiftClaim, ClaimCode>> {
  return changeLive(id, now, (claim) => ({
    way: "elsewhere",
    ...(claim.confirmedAt === null ? {} : { state: "taken" as const, held_until: null }),
  }));
}

export function changeClaimWords(
  id: GiftClaimId,
  { giverName, message }: Readonly<{ giverName: string; message: string | null }>,
  now: Date,
): Promise<Result<GiftClaim, ClaimCode>> {
  return changeLive(id, now, () => ({ giver_name: giverName, message }));
}

export function releaseClaim(id: GiftClaimId, now: Date): Promise<Result<GiftClaim, ClaimCode>> {
  return changeLive(id, now, () => ended("released", now));
}

/**
 * Refused for a gift that was paid for; with `shown` (of `claimMark`) nothing is done if the claim stands otherwise by
 * now.
 */
export async function freeClaim(
  id: GiftClaimId,
  now: Date,
  shown?: string,
): Promise<Result<GiftClaim, ClaimCode | "claim-changed">> {
  return transact<Result<GiftClaim, ClaimCode | "claim-changed">>(async () => {
    const isAsShown = (claim: GiftClaim) => shown === undefined || claimMark(claim) === shown;
    const freed = await changeLive(id, now, (claim) => (isAsShown(claim) ? ended("freed", now) : null));
    if (freed.ok && freed.value.state !== "ended") return refused("claim-changed");
    const isGivers = freed.ok && freed.value.way === "reservation" && freed.value.confirmedAt !== null;
    if (isGivers) await queueGiftListEmail({ about: "claim-ended", id, key: id });
    return freed;
  });
}

export function ended(reason: string, now: Date) {
  return { state: "ended" as const, end_reason: reason, ended_at: now.toISOString() };
}

/** Only reservations end; all who gave the gift are emailed. */
export async function endClaimsOfRemoved(giftId: GiftId, now: Date): Promise<void> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .selectAll()
    .where("gift_id", "=", giftId)
    .where("state", "in", ["held", "taken"])
    .execute();
  for (const row of rows.filter((one) => isClaimLive(readClaim(one), now))) {
    if (row.way === "reservation") await updateClaim(row.id, ended("removed", now));
    // Nobody has shown that the address of an unconfirmed claim is theirs.
    if (row.confirmed_at !== null)
      await queueGiftListEmail({ about: "claim-removed", id: row.id, key: row.id });
  }
}
