/** When a reserved gift is free again, givers are emailed one after the other, with 12 hours each. */
import { db, inTransaction } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftAlertId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { lockGift, readClaim } from "./claim-changes.server.ts";
import { unitsLeft } from "./claim.ts";
import { claimsOf } from "./claims.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import { shopDay } from "./lists.server.ts";

const HOUR_MS = 3_600_000;
const NEXT_GIVER_MS = 12 * HOUR_MS;
/** The link in the email works as long. */
const UNCONFIRMED_DAYS = 7;
const BATCH = 200;

export type GiftAlert = NonNullable<Awaited<ReturnType<typeof readAlert>>>;

type AlertRequest = Readonly<{
  listId: GiftListId;
  giftId: GiftId;
  email: string;
  isEmailConfirmed: boolean;
}>;

/** It counts once its link was used, or at once; the answer does not depend on an earlier sign-up. */
export async function requestGiftAlert(
  { listId, giftId, email, isEmailConfirmed }: AlertRequest,
  now: Date,
): Promise<void> {
  const key = emailKey(email);
  const allowed = await limitAccount("alert-email", key, now);
  if (!allowed.ok) return;
  await inTransaction(async () => {
    const id = newId("giftalert");
    await db()
      .insertInto("gift_list_alerts")
      .values({
        id,
        list_id: listId,
        gift_id: giftId,
        email,
        email_key: key,
        token_hash: hashOfToken(alertToken(id)),
        created_at: now.toISOString(),
        confirmed_at: null,
        notified_at: null,
        next_at: null,
      })
      .onConflict((conflict) => conflict.columns(["gift_id", "email_key"]).doNothing())
      .execute();
    const row = await db()
      .selectFrom("gift_list_alerts")
      .select("id")
      .where("gift_id", "=", giftId)
      .where("email_key", "=", key)
      .executeTakeFirstOrThrow();
    const alertId = row.id as GiftAlertId;
    if (isEmailConfirmed) await confirm(alertId, now);
    else await queueGiftListEmail({ about: "alert-confirm", id: alertId });
    await askAgain(alertId, now);
  });
}

async function askAgain(id: GiftAlertId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_alerts")
    .set({ notified_at: null, next_at: null, confirmed_at: now.toISOString() })
    .where("id", "=", id)
    .where("notified_at", "is not", null)
    .where("next_at", "<=", now.toISOString())
    .execute();
}

async function confirm(id: GiftAlertId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_alerts")
    .set({ confirmed_at: now.toISOString() })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .execute();
}

export function alertToken(id: GiftAlertId): string {
  return hmac("gift alert", id);
}

export async function peekGiftAlert(token: string | null): Promise<GiftAlert | null> {
  return token !== null && isTokenText(token) ? readAlert("token_hash", hashOfToken(token)) : null;
}

export function findGiftAlert(id: string): Promise<GiftAlert | null> {
  return readAlert("id", id);
}

async function readAlert(by: "id" | "token_hash", value: string) {
  const row = await db().selectFrom("gift_list_alerts").selectAll().where(by, "=", value).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id as GiftAlertId,
    listId: row.list_id as GiftListId,
    giftId: row.gift_id as GiftId,
    email: row.email,
    confirmedAt: row.confirmed_at,
    /** ISO 8601; null while this one has not been emailed. */
    nextAt: row.next_at,
  };
}

export async function confirmGiftAlert(token: string, now: Date): Promise<Result<GiftAlert, "link-invalid">> {
  const alert = await peekGiftAlert(token);
  if (!alert) return refused("link-invalid");
  await confirm(alert.id, now);
  return ok(alert);
}

/** Deletes the address. */
export async function leaveGiftAlert(token: string): Promise<Result<GiftAlert, "link-invalid">> {
  const alert = await peekGiftAlert(token);
  if (!alert) return refused("link-invalid");
  await db().deleteFrom("gift_list_alerts").where("id", "=", alert.id).execute();
  return ok(alert);
}

/** For each gift at most one giver in 12 hours; that reserves nothing. */
export async function notifyWaitingGivers(now: Date): Promise<void> {
  const gifts = await giftsWithWaiting(now);
  for (const giftId of gifts) {
    await inTransaction(async () => {
      const gift = await lockGift(giftId);
      if (!gift || unitsLeft(gift.quantity, (await claimsOf(giftId)).map(readClaim), now) === 0) return;
      if (await isOneNotified(giftId, now)) return;
      await notifyFirst(giftId, now);
    });
  }
}

async function giftsWithWaiting(now: Date): Promise<ReadonlyArray<string>> {
  const at = now.toISOString();
  const today = await shopDay(now);
  const rows = await db()
    .selectFrom("gift_list_gifts as gift")
    .innerJoin("gift_lists as list", "list.id", "gift.list_id")
    .select("gift.id")
    .where("gift.removed_at", "is", null)
    .where("list.closed_at", "is", null)
    .where("list.closes_on", ">=", today)
    .where((where) =>
      where.exists(
        where
          .selectFrom("gift_list_alerts as alert")
          .select("alert.id")
          .whereRef("alert.gift_id", "=", "gift.id")
          .where("alert.confirmed_at", "is not", null)
          .where("alert.notified_at", "is", null),
      ),
    )
    .where((where) =>
      where(
        where
          .selectFrom("gift_list_claims as claim")
          .select(({ fn }) => fn.coalesce(fn.sum<number>("claim.units"), where.val(0)).as("units"))
          .whereRef("claim.gift_id", "=", "gift.id")
          .where((held) =>
            held.or([
              held("claim.state", "=", "taken"),
              held.and([held("claim.state", "=", "held"), held("claim.held_until", ">", at)]),
            ]),
          ),
        "<",
        where.ref("gift.quantity"),
      ),
    )
    .orderBy("gift.id")
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

async function isOneNotified(giftId: string, now: Date): Promise<boolean> {
  const row = await db()
    .selectFrom("gift_list_alerts")
    .select("id")
    .where("gift_id", "=", giftId)
    .where("next_at", ">", now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

async function notifyFirst(giftId: string, now: Date): Promise<void> {
  const first = await db()
    .selectFrom("gift_list_alerts")
    .select("id")
    .where("gift_id", "=", giftId)
    .where("confirmed_at", "is not", null)
    .where("notified_at", "is", null)
    .orderBy("confirmed_at")
    .orderBy("id")
    .executeTakeFirst();
  if (!first) return;
  const nextAt = new Date(now.getTime() + NEXT_GIVER_MS).toISOString();
  await db()
    .updateTable("gift_list_alerts")
    .set({ notified_at: now.toISOString(), next_at: nextAt })
    .where("id", "=", first.id)
    .execute();
  await queueGiftListEmail({ about: "alert-free", id: first.id, key: `${first.id}-${nextAt}` });
}

export async function cleanUpGiftAlerts(now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS).toISOString();
  await db()
    .deleteFrom("gift_list_alerts")
    .where((alert) =>
      alert.or([
        alert.and([alert("confirmed_at", "is", null), alert("created_at", "<=", daysAgo(UNCONFIRMED_DAYS))]),
        alert("next_at", "<=", daysAgo(UNCONFIRMED_DAYS)),
        alert(
          "list_id",
          "in",
          alert.selectFrom("gift_lists").select("id").where("closed_at", "is not", null),
        ),
      ]),
    )
    .execute();
}
