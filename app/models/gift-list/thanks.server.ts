import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { GiftClaimId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { arrivalOf } from "./arrival.server.ts";
import type { ClaimRow } from "./claim-changes.server.ts";
import { claimsOfList } from "./claims.server.ts";
import { takeListEmail } from "./email-limit.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import { findGivenColours } from "./gift-colours.server.ts";
import { type EditedList, type GiftList, isSurprise, notOwner, type OwnerOnly } from "./gift-list.ts";
import { findGiftImages } from "./gifts.server.ts";
import { shopDay, updateGiftList } from "./lists.server.ts";
import { markNewsShown } from "./news.server.ts";

export type GivenGift = NonNullable<Awaited<ReturnType<typeof listGivenGifts>>>[number];

/** Also those bought elsewhere that have not arrived; null while the list is a surprise. */
export async function listGivenGifts(list: GiftList, now: Date) {
  const today = await shopDay(now);
  if (isSurprise(list, today)) return null;
  const [claims, images, colours, gifts] = await Promise.all([
    claimsOfList(list.id),
    findGiftImages(list.id),
    findGivenColours(list.id),
    db()
      .selectFrom("gift_list_gifts")
      .select(["id", "name", "variant_label"])
      .where("list_id", "=", list.id)
      .execute(),
  ]);
  const nameOf = (row: ClaimRow): string => {
    const gift = gifts.find(({ id }) => id === row.gift_id);
    const variantLabel = colours.get(row.id)?.label ?? gift?.variant_label ?? null;
    return gift ? fullName(gift.name, variantLabel) : "";
  };
  return claims
    .map((row) => ({ row, arrival: arrivalOf(row, list, today) }))
    .filter(({ row, arrival }) => row.state === "taken" || arrival === "missing")
    .map(({ row, arrival }) => ({
      claimId: row.id as GiftClaimId,
      giftName: `${row.units > 1 ? `${row.units} × ` : ""}${nameOf(row)}`,
      image: images.get(row.gift_id) ?? null,
      /** False: the giver has bought it somewhere else and brings it. */
      isBoughtHere: row.way === "order",
      givers: row.giver_name,
      message: row.message,
      givenAt: row.created_at,
      thankedAt: row.thanked_at,
      writtenAt: row.thanks_sent_at,
      /** False if the giver's address has been deleted. */
      canWrite: row.email !== "" && row.confirmed_at !== null,
      arrival,
    }));
}

/** It cannot be hidden again. */
export async function endSurprise(list: EditedList, now: Date): Promise<Result<null, OwnerOnly>> {
  const refusal = notOwner(list);
  if (refusal) return refusal;
  return transact(async () => {
    await updateGiftList(list.id, { reveal_on: null }, now);
    await markNewsShown(list.id, now);
    return ok(null);
  });
}

export async function markThanked(
  list: GiftList,
  { claimId, isThanked }: Readonly<{ claimId: GiftClaimId; isThanked: boolean }>,
  now: Date,
): Promise<Result<null, "claim-not-found">> {
  const done = await db()
    .updateTable("gift_list_claims")
    .set({ thanked_at: isThanked ? now.toISOString() : null })
    .where("id", "=", claimId)
    .where("list_id", "=", list.id)
    .where("state", "=", "taken")
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1 ? ok(null) : refused("claim-not-found");
}

/** Once for each gift; nobody learns the other's address. */
export async function sendThanks(
  list: GiftList,
  { claimId, words }: Readonly<{ claimId: GiftClaimId; words: string }>,
  now: Date,
): Promise<Result<Readonly<{ givers: string }>, "claim-not-found" | "gift-list-emails">> {
  return transact(async () => {
    const claim = await takeThanks(list, claimId, now);
    if (!claim) return refused("claim-not-found");
    const taken = await takeListEmail(list.id, now);
    if (!taken.ok) return taken;
    await queueGiftListEmail({
      about: "thanks",
      id: claimId,
      key: claimId,
      words: { text: words, listId: list.id },
    });
    return ok({ givers: claim.giver_name });
  });
}

/** Of two presses at once one gets the claim. */
async function takeThanks(list: GiftList, claimId: GiftClaimId, now: Date) {
  return db()
    .updateTable("gift_list_claims")
    .set({ thanks_sent_at: now.toISOString(), thanked_at: now.toISOString() })
    .where("id", "=", claimId)
    .where("list_id", "=", list.id)
    .where("state", "=", "taken")
    .where("thanks_sent_at", "is", null)
    .where("confirmed_at", "is not", null)
    .where("email", "<>", "")
    .returning("giver_name")
    .executeTakeFirst();
}
