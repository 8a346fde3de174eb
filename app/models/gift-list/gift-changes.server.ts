import { db, transact } from "#app/db/db.server.ts";
import { findSaleables } from "#app/models/cart/line.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { PersonalisationCode } from "#app/models/catalogue/personalisation.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { changeFamilyWords } from "#app/models/order/words.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type GiftId, type GiftListId, isOrderId } from "#app/models/shared/ids.ts";
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

type ChangeCode =
  | ("gift-not-found" | "gift-most-needed" | "gift-listed" | "variant-not-found")
  | (PersonalisationCode | "words-in-work");

/**
 * A change always works, whatever was claimed, but for words that the shop has begun to write. Another variant is another gift in the same place, and claims stay with
 * the one before; returns the gift that is on the list now.
 */
export async function changeGift(
  { listId, giftId }: Readonly<{ listId: GiftListId; giftId: GiftId }>,
  { variantId, words, ...change }: GiftChange & Readonly<{ variantId?: number | undefined; words?: string }>,
  now: Date,
): Promise<Result<GiftId, ChangeCode>> {
  return transact(async () => {
    const orders = words === undefined ? [] : await lockOrdersOf(giftId);
    await lockGiftList(listId, now);
    const rows = await giftRows(listId);
    const stored = rows.find(({ id }) => id === giftId);
    if (!stored) return refused("gift-not-found");
    const rewritten = await rewrite(stored, { listId, words: words ?? stored.personalisation, orders }, now);
    if (!rewritten.ok) return rewritten;
    const gift = rewritten.value;
    const others = rows.filter(({ id }) => id !== giftId);
    if (change.isMostNeeded && others.filter((row) => row.is_most_needed === 1).length >= MOST_NEEDED_MAX)
      return refused("gift-most-needed");
    const values = storedChange(change);
    if (variantId === undefined || variantId === gift.variant_id) {
      await updateGift(giftId, values);
      return ok(giftId);
    }
    if (others.some((row) => row.variant_id === variantId)) return refused("gift-listed");
    return replaceGift(giftId, { ...gift, ...values }, { variantId, now });
  });
}

function storedChange({ quantity, note, isAnyColour, isMostNeeded }: GiftChange) {
  return {
    ...{ quantity, note },
    is_any_colour: isAnyColour ? (1 as const) : (0 as const),
    is_most_needed: isMostNeeded ? (1 as const) : (0 as const),
  };
}

async function replaceGift(
  giftId: GiftId,
  gift: GiftRow,
  { variantId, now }: Readonly<{ variantId: number; now: Date }>,
): Promise<Result<GiftId, "variant-not-found">> {
  const label = await labelInstead(gift, variantId);
  if (label === undefined) return refused("variant-not-found");
  await takeOff(giftId, now);
  const id = newId("gift");
  const instead = { id, variant_id: variantId, variant_label: label };
  await db()
    .insertInto("gift_list_gifts")
    .values({ ...gift, ...instead, version: 0, added_at: now.toISOString() })
    .execute();
  return ok(id);
}

/** Before the list, as a payment locks them. */
async function lockOrdersOf(giftId: GiftId): Promise<ReadonlyArray<Order>> {
  const rows = await db()
    .selectFrom("gift_list_claims")
    .select("order_id")
    .distinct()
    .where("gift_id", "=", giftId)
    .where("order_id", "is not", null)
    .orderBy("order_id")
    .execute();
  const orders: Array<Order> = [];
  for (const { order_id: id } of rows) {
    const order = isOrderId(id) ? await lockOrder(id) : null;
    if (order) orders.push(order);
  }
  return orders;
}

type NewWords = Readonly<{ listId: GiftListId; words: string; orders: ReadonlyArray<Order> }>;

/** On the list, in baskets of givers, and in their orders until the shop begins the work. */
async function rewrite(
  gift: GiftRow,
  { listId, words: typed, orders }: NewWords,
  now: Date,
): Promise<Result<GiftRow, PersonalisationCode | "words-in-work">> {
  const { variant_id: variantId, personalisation: from } = gift;
  if (from === "" || typed.trim() === from) return ok(gift);
  const terms = await findSaleTerms();
  const saleable = (await findSaleables([variantId], { terms, cartId: null })).get(variantId);
  const written = saleable ? withWords(saleable, typed) : refused("personalisation-not-offered" as const);
  if (!written.ok) return written;
  const words = written.value.words ?? "";
  const values = { personalisation: words, variant_label: written.value.variantLabel };
  for (const order of orders) {
    const changed = await changeFamilyWords(order, { variantId, from, words }, now);
    if (!changed.ok) return changed;
  }
  await db()
    .updateTable("cart_lines")
    .set({ personalisation: words })
    .where("cart_id", "in", (row) =>
      row.selectFrom("gift_list_carts").select("cart_id").where("list_id", "=", listId),
    )
    .where("variant_id", "=", variantId)
    .where("personalisation", "=", from)
    .execute();
  await updateGift(gift.id, values);
  return ok({ ...gift, ...values });
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
