import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { endClaimsOfRemoved } from "./claim-changes.server.ts";
import { findSiblings } from "./gift-colours.server.ts";
import { MOST_NEEDED_MAX } from "./gift-list.ts";
import { findGift, giftRows, type GiftRow, updateGift, withWords } from "./gifts.server.ts";
import { lockGiftList } from "./lists.server.ts";

export type GiftChange = Readonly<{
  quantity: number;
  note: string | null;
  isAnyColour: boolean;
  isMostNeeded: boolean;
}>;

type ChangeCode = "gift-not-found" | "gift-most-needed" | "gift-listed" | "variant-not-found";

/**
 * A change always works, whatever was claimed. Another variant is another gift in the same place, and claims stay with
 * the one before; returns the gift that is on the list now.
 */
export async function changeGift(
  { listId, giftId }: Readonly<{ listId: GiftListId; giftId: GiftId }>,
  { variantId, ...change }: GiftChange & Readonly<{ variantId?: number | undefined }>,
  now: Date,
): Promise<Result<GiftId, ChangeCode>> {
  return transact(async () => {
    await lockGiftList(listId, now);
    const rows = await giftRows(listId);
    const gift = rows.find(({ id }) => id === giftId);
    if (!gift) return refused("gift-not-found");
    const others = rows.filter(({ id }) => id !== giftId);
    if (change.isMostNeeded && others.filter((row) => row.is_most_needed === 1).length >= MOST_NEEDED_MAX)
      return refused("gift-most-needed");
    const values = {
      quantity: change.quantity,
      note: change.note,
      is_any_colour: change.isAnyColour ? (1 as const) : (0 as const),
      is_most_needed: change.isMostNeeded ? (1 as const) : (0 as const),
    };
    if (variantId === undefined || variantId === gift.variant_id) {
      await updateGift(giftId, values);
      return ok(giftId);
    }
    if (others.some((row) => row.variant_id === variantId)) return refused("gift-listed");
    const label = await labelInstead(gift, variantId);
    if (label === undefined) return refused("variant-not-found");
    await takeOff(giftId, now);
    const id = newId("gift");
    await db()
      .insertInto("gift_list_gifts")
      .values({
        ...gift,
        ...values,
        ...{ id, variant_id: variantId, variant_label: label, version: 0, added_at: now.toISOString() },
      })
      .execute();
    return ok(id);
  });
}

async function labelInstead(gift: GiftRow, variantId: number): Promise<string | null | undefined> {
  const siblings = await findSiblings([gift.product_id]);
  if (!siblings.some((sibling) => sibling.variantId === variantId)) return undefined;
  const terms = await findSaleTerms();
  const saleable = (await findSaleables([variantId], { terms, cartId: null })).get(variantId);
  const written = saleable && withWords(saleable, gift.personalisation || null);
  return written?.ok ? written.value.variantLabel : undefined;
}

export async function setGiftQuantity(
  { listId, giftId }: Readonly<{ listId: GiftListId; giftId: GiftId }>,
  quantity: number,
  now: Date,
): Promise<Result<null, "gift-not-found" | "quantity-too-large" | "quantity-too-small">> {
  const gift = await findGift(listId, giftId);
  if (!gift || gift.isRemoved) return refused("gift-not-found");
  if (quantity < 1) return refused("quantity-too-small", { minimum: 1 });
  if (quantity > gift.quantityMaximum)
    return refused("quantity-too-large", { maximum: gift.quantityMaximum });
  return transact(async () => {
    await lockGiftList(listId, now);
    await updateGift(giftId, { quantity });
    return ok(null);
  });
}

/** Up (-1) or down (1); at the end nothing happens. */
export async function moveGift(
  { listId, giftId }: Readonly<{ listId: GiftListId; giftId: GiftId }>,
  by: 1 | -1,
  now: Date,
): Promise<Result<null, "gift-not-found">> {
  return transact(async () => {
    await lockGiftList(listId, now);
    const rows = await giftRows(listId);
    const at = rows.findIndex(({ id }) => id === giftId);
    if (at < 0) return refused("gift-not-found");
    const ids = rows.map(({ id }) => id);
    const other = ids[at + by];
    if (other === undefined) return ok(null);
    ids[at] = other;
    ids[at + by] = giftId;
    for (const [index, id] of ids.entries()) await updateGift(id, { position: index + 1 });
    return ok(null);
  });
}

/** Reservations end and their givers are emailed; what was paid for goes on. */
export async function removeGift(
  { listId, giftId }: Readonly<{ listId: GiftListId; giftId: GiftId }>,
  now: Date,
): Promise<Result<Readonly<{ name: string }>, "gift-not-found">> {
  return transact(async () => {
    await lockGiftList(listId, now);
    const row = (await giftRows(listId)).find(({ id }) => id === giftId);
    if (!row) return refused("gift-not-found");
    await takeOff(giftId, now);
    return ok({ name: fullName(row.name, row.variant_label) });
  });
}

async function takeOff(giftId: GiftId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_gifts")
    .set((gift) => ({ removed_at: now.toISOString(), version: gift("version", "+", 1) }))
    .where("id", "=", giftId)
    .execute();
  await endClaimsOfRemoved(giftId, now);
}
