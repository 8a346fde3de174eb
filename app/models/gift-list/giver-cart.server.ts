/** A giver has a cart of its own for each list, because it is ordered to another address. */
import { db, transact } from "#app/db/db.server.ts";
import { type AddCode, addToCart, findCart } from "#app/models/cart/cart.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { removeLine } from "#app/models/cart/update-line.server.ts";
import { lockCartPurchase } from "#app/models/order/payment/basket-payment.server.ts";
import type { CartId, CartLineId, GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";

import { ended, lockGift, readClaim } from "./claim-changes.server.ts";
import { heldUntil, unitsLeft, UNITS_MAX } from "./claim.ts";
import { claimsOf, insertOrderClaim, shortage } from "./claims.server.ts";
import type { GiftList } from "./gift-list.ts";
import { findGiftList } from "./lists.server.ts";

export type GiverDetails = Readonly<{ giverName: string; email: string; message: string | null }>;

export type GiverCart = Readonly<{ list: GiftList; cart: Cart; giver: GiverDetails }>;

export async function listGiverCarts(
  deviceHash: string | null,
  now: Date,
): Promise<ReadonlyArray<GiverCart>> {
  if (deviceHash === null) return [];
  const rows = await db()
    .selectFrom("gift_list_carts")
    .innerJoin("carts", "carts.id", "gift_list_carts.cart_id")
    .selectAll("gift_list_carts")
    .where("device_hash", "=", deviceHash)
    .orderBy("gift_list_carts.updated_at")
    .orderBy("cart_id")
    .execute();
  const found = await Promise.all(
    rows.map(async (row) => {
      const [list, cart] = await Promise.all([
        findGiftList(row.list_id as GiftListId, now),
        findCart(row.cart_id as CartId),
      ]);
      if (!list || !cart || cart.lines.length === 0) return null;
      return { list, cart, giver: { giverName: row.giver_name, email: row.email, message: row.message } };
    }),
  );
  return found.flatMap((one) => one ?? []);
}

export async function findGiverCart(
  listId: GiftListId,
  deviceHash: string | null,
  now: Date,
): Promise<GiverCart | null> {
  const carts = await listGiverCarts(deviceHash, now);
  return carts.filter(({ list }) => list.id === listId).at(-1) ?? null;
}

type ToCart = Readonly<{
  list: GiftList;
  giftId: GiftId;
  variantId: number;
  words: string | null;
  units: number;
  giver: GiverDetails;
  deviceHash: string;
  isExtra: boolean;
}>;

export async function putGiftInCart(
  { list, giftId, variantId, words, units, giver, deviceHash, isExtra }: ToCart,
  now: Date,
): Promise<Result<CartId, AddCode>> {
  const at = now.toISOString();
  return transact(async () => {
    const cartId = await findCartFor(list.id, deviceHash);
    // Pressing twice must not give two, and another colour is no second gift.
    if (cartId !== null) await dropGift(cartId, { giftId, variantId }, now);
    const added = await addToCart(cartId, [{ variantId, quantity: units, personalisation: words }], now);
    if (!added.ok) return added;
    const { id } = added.value.cart;
    await db()
      .insertInto("gift_list_carts")
      .values({ cart_id: id, list_id: list.id, device_hash: deviceHash, ...columnsOf(giver), updated_at: at })
      .onConflict((conflict) =>
        conflict.column("cart_id").doUpdateSet({ ...columnsOf(giver), updated_at: at }),
      )
      .execute();
    await db()
      .insertInto("gift_list_cart_gifts")
      .values({ cart_id: id, variant_id: variantId, gift_id: giftId, is_extra: isExtra ? 1 : 0 })
      .onConflict((conflict) =>
        conflict
          .columns(["cart_id", "variant_id"])
          .doUpdateSet({ gift_id: giftId, is_extra: isExtra ? 1 : 0 }),
      )
      .execute();
    return ok(id);
  });
}

/** The rows of carts that are gone stay: an order of one may be paid late, and its gifts are found by them. */
async function findCartFor(listId: GiftListId, deviceHash: string): Promise<CartId | null> {
  const row = await db()
    .selectFrom("gift_list_carts")
    .innerJoin("carts", "carts.id", "gift_list_carts.cart_id")
    .select("cart_id")
    .where("device_hash", "=", deviceHash)
    .where("list_id", "=", listId)
    .orderBy("gift_list_carts.updated_at", "desc")
    .orderBy("cart_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row?.cart_id ?? null) as CartId | null;
}

function columnsOf({ giverName, email, message }: GiverDetails) {
  return { giver_name: giverName, email, message };
}

/** The rows of other colours stay: an order with them may still be paid. */
async function dropGift(
  cartId: CartId,
  { giftId, variantId }: Readonly<{ giftId: GiftId; variantId: number }>,
  now: Date,
): Promise<void> {
  const known = await db()
    .selectFrom("gift_list_cart_gifts")
    .select("variant_id")
    .where("cart_id", "=", cartId)
    .where("gift_id", "=", giftId)
    .execute();
  const lines = await db()
    .selectFrom("cart_lines")
    .select("id")
    .where("cart_id", "=", cartId)
    .where("variant_id", "in", [variantId, ...known.map((row) => row.variant_id)])
    .execute();
  for (const { id } of lines) await removeLine(cartId, id as CartLineId, now);
}

export async function giveAllTheSame(cartId: CartId, variantId: number): Promise<void> {
  await db()
    .updateTable("gift_list_cart_gifts")
    .set({ is_extra: 1 })
    .where("cart_id", "=", cartId)
    .where("variant_id", "=", variantId)
    .execute();
}

export async function changeGiver(cartId: CartId, giver: GiverDetails, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_carts")
    .set({ ...columnsOf(giver), updated_at: now.toISOString() })
    .where("cart_id", "=", cartId)
    .execute();
}

export type PaymentClaim = Readonly<{
  list: GiftList;
  cart: Cart;
  giver: GiverDetails;
  deviceHash: string;
}>;

export type GiftRefusal = "gift-taken" | "gift-units" | "gift-not-found";

/**
 * Claims all gifts of the cart or none, in one transaction. Earlier claims of the cart are replaced, and reservations of
 * the same giver do not count against them.
 */
export async function claimGiftsForPayment(
  hold: PaymentClaim,
  now: Date,
): Promise<Result<null, GiftRefusal>> {
  const { list, cart, giver, deviceHash } = hold;
  return transact(async () => {
    // Two tabs at once would each drop nothing, and hold the gifts twice.
    await lockCartPurchase(cart.id);
    await dropHolds(cart.id);
    for (const gift of await giftsInCart(cart)) {
      const refusal = await refusalFor(gift, hold, now);
      if (refusal) return refusal;
      const claim = {
        ...columnsOf(giver),
        list_id: list.id,
        gift_id: gift.giftId,
        cart_id: cart.id,
        device_hash: deviceHash,
        state: "held",
        units: Math.min(gift.units, UNITS_MAX),
        held_until: heldUntil({ way: "order", start: now }),
      } as const;
      await insertOrderClaim(claim, now);
    }
    return ok(null);
  });
}

type CartGift = Readonly<{ giftId: string; variantId: number; units: number; isExtra: boolean }>;

/** In one order, so that two carts with the same gifts cannot wait for each other. */
async function giftsInCart(cart: Cart): Promise<ReadonlyArray<CartGift>> {
  const rows = await db()
    .selectFrom("gift_list_cart_gifts")
    .selectAll()
    .where("cart_id", "=", cart.id)
    .orderBy("gift_id")
    .orderBy("variant_id")
    .execute();
  return rows.flatMap((row) => {
    const line = cart.lines.find(({ variantId }) => variantId === row.variant_id);
    if (!line) return [];
    const { gift_id: giftId, variant_id: variantId } = row;
    return [{ giftId, variantId, units: line.quantity, isExtra: row.is_extra === 1 }];
  });
}

async function refusalFor(
  { giftId, units, isExtra }: CartGift,
  { cart, deviceHash }: Pick<PaymentClaim, "cart" | "deviceHash">,
  now: Date,
): Promise<Refusal<GiftRefusal> | null> {
  const gift = await lockGift(giftId);
  if (!gift || isExtra) return null;
  if (gift.removed_at !== null) return refused("gift-not-found");
  const others = await othersClaims(giftId, { cartId: cart.id, deviceHash });
  return shortage(units, { gift, left: unitsLeft(gift.quantity, others, now) });
}

/**
 * Without what this browser has reserved and this cart holds; what the cart has paid for counts, because a second tab
 * of the checkout may still show it.
 */
export async function othersClaims(
  giftId: string,
  { cartId, deviceHash }: Readonly<{ cartId: string; deviceHash: string | null }>,
) {
  const rows = await claimsOf(giftId);
  return rows
    .filter((row) => row.cart_id !== cartId || row.state === "taken")
    .filter((row) => row.way !== "reservation" || row.device_hash !== deviceHash)
    .map(readClaim);
}

/** Those of spare gifts stay, because orders and emails tell of them. */
async function dropHolds(cartId: string): Promise<void> {
  await db()
    .deleteFrom("gift_list_claims")
    .where("cart_id", "=", cartId)
    .where("order_line_id", "is", null)
    .where("way", "=", "order")
    .where("state", "in", ["held", "ended"])
    .execute();
}

export async function releaseGiftClaims(cartId: CartId, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_claims")
    .set(ended("not-ordered", now))
    .where("cart_id", "=", cartId)
    .where("state", "=", "held")
    .where("order_id", "is", null)
    .execute();
}

export async function attachOrderToClaims(
  cartId: CartId,
  { orderId, expiresAt }: Readonly<{ orderId: string; expiresAt: string }>,
): Promise<void> {
  await db()
    .updateTable("gift_list_claims")
    .set({ order_id: orderId, held_until: expiresAt })
    .where("cart_id", "=", cartId)
    .where("state", "=", "held")
    .execute();
}
