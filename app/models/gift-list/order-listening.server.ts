import { db } from "#app/db/db.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import type { OrderId } from "#app/models/shared/ids.ts";

import {
  type ClaimRow,
  ended,
  findClaimRow,
  lockGift,
  readClaim,
  updateClaim,
} from "./claim-changes.server.ts";
import { type ClaimState, isClaimLive, unitsLeft, UNITS_MAX } from "./claim.ts";
import { claimsOf, insertOrderClaim } from "./claims.server.ts";
import { othersClaims } from "./giver-cart.server.ts";
import { SPARE } from "./spare.server.ts";

const CART_COLUMNS = ["list_id", "device_hash", "giver_name", "email", "message"] as const;

/** Listens to "order-paid"; a gift that somebody else has given before late money came is a spare one. */
export async function takePaidGifts(order: Order, now: Date): Promise<void> {
  const cart = await db()
    .selectFrom("gift_list_carts")
    .select(CART_COLUMNS)
    .where("cart_id", "=", order.cartId)
    .executeTakeFirst();
  if (!cart) return;
  const gifts = await db()
    .selectFrom("gift_list_cart_gifts")
    .selectAll()
    .where("cart_id", "=", order.cartId)
    .orderBy("gift_id")
    .execute();
  for (const { gift_id: giftId, variant_id: variantId, is_extra: isExtra } of gifts) {
    const position = order.lines.findIndex((one) => one.variantId === variantId);
    const units = order.lines[position]?.quantity;
    if (units) await takeGift({ giftId, position, units, isExtra: isExtra === 1 }, { order, cart, now });
  }
}

type PaidGift = Readonly<{ giftId: string; position: number; units: number; isExtra: boolean }>;
type GiverColumns = Pick<ClaimRow, (typeof CART_COLUMNS)[number]>;
type Paid = Readonly<{ order: Order; cart: GiverColumns & Readonly<{ device_hash: string }>; now: Date }>;

async function takeGift(
  { giftId, position, units, isExtra }: PaidGift,
  { order, cart, now }: Paid,
): Promise<void> {
  const gift = await lockGift(giftId);
  if (!gift) return;
  const own = (await claimsOf(giftId)).find(
    (row) => row.cart_id === order.cartId && row.state !== "taken" && row.order_line_id === null,
  );
  const others = await othersClaims(giftId, { cartId: order.cartId, deviceHash: cart.device_hash });
  const isHeld = own !== undefined && isClaimLive(readClaim(own), now);
  const isInTime = isHeld || isExtra || units <= unitsLeft(gift.quantity, others, now);
  const values = {
    ...(isInTime ? TAKEN : ended(SPARE, now)),
    held_until: null,
    order_id: order.id,
    order_line_id: isInTime ? null : await lineAt(position, order),
    units: Math.min(units, UNITS_MAX),
  };
  if (own) await updateClaim(own.id, values);
  else await insertOrderClaim({ ...cart, ...values, gift_id: giftId, cart_id: order.cartId }, now);
  await endOwnReservation(giftId, cart.device_hash, now);
}

async function lineAt(position: number, { id }: Order): Promise<string> {
  const line = db().selectFrom("order_lines").select("id").where("order_id", "=", id);
  return (await line.where("position", "=", position).executeTakeFirstOrThrow()).id;
}

const TAKEN = { state: "taken", ended_at: null, end_reason: null } as const;

async function endOwnReservation(giftId: string, deviceHash: string, now: Date): Promise<void> {
  await db()
    .updateTable("gift_list_claims")
    .set(ended("bought", now))
    .where("gift_id", "=", giftId)
    .where("device_hash", "=", deviceHash)
    .where("way", "=", "reservation")
    .where("state", "=", "held")
    .execute();
}

const NOT_GIVEN: ReadonlyArray<OrderStatus> = ["cancelled", "declined", "refunded"];

/** Listens to "order-status-changed". */
export async function freeUnpaidGifts(orderId: OrderId, status: OrderStatus): Promise<void> {
  if (!NOT_GIVEN.includes(status)) return;
  await db()
    .updateTable("gift_list_claims")
    .set({ state: "ended", end_reason: status })
    .where("order_id", "=", orderId)
    .where("state", "in", ["held", "taken"])
    .execute();
}

type Reduced = Readonly<{
  orderId: OrderId;
  lines: ReadonlyArray<Readonly<{ variantId: number; units: number }>>;
  now: Date;
}>;

/** Listens to "order-reduced": the family's list asks again for what is not sent. */
export async function lowerGivenUnits({ orderId, lines, now }: Reduced): Promise<void> {
  for (const { id, giftId } of await claimsOfOrder(orderId, ["taken"])) {
    await lockGift(giftId);
    const claim = await findClaimRow(id);
    if (!claim) continue;
    const units = sentUnits(await variantsOf(claim), lines) ?? claim.units;
    if (units >= claim.units) continue;
    const values = units === 0 ? ended("refunded", now) : { units };
    await updateClaim(id, values);
  }
}

/** In one order, so that two transactions do not wait for each other. */
async function claimsOfOrder(orderId: OrderId, states: ReadonlyArray<ClaimState>) {
  return db()
    .selectFrom("gift_list_claims")
    .select(["id", "gift_id as giftId"])
    .where("order_id", "=", orderId)
    .where("state", "in", states)
    .orderBy("gift_id")
    .orderBy("id")
    .execute();
}

/** What was put in the giver's cart for it, which may be of another colour, before what the list asks for. */
async function variantsOf({ cart_id: cartId, gift_id: giftId }: ClaimRow): Promise<ReadonlyArray<number>> {
  const [given, listed] = await Promise.all([
    db()
      .selectFrom("gift_list_cart_gifts")
      .select("variant_id")
      .where("cart_id", "=", cartId ?? "")
      .where("gift_id", "=", giftId)
      .execute(),
    db().selectFrom("gift_list_gifts").select("variant_id").where("id", "=", giftId).execute(),
  ]);
  return [...given, ...listed].map((row) => row.variant_id);
}

/** Undefined where no line of the order is the gift. */
function sentUnits(variantIds: ReadonlyArray<number>, lines: Reduced["lines"]): number | undefined {
  const [found] = variantIds.flatMap((id) => lines.filter(({ variantId }) => variantId === id));
  return found?.units;
}

type Extended = Readonly<{ orderId: OrderId; until: string; now: Date }>;

/** Listens to "order-hold-extended". A hold past its time comes back only while nobody else has the gift. */
export async function extendHeldGifts({ orderId, until, now }: Extended): Promise<void> {
  for (const { id, giftId } of await claimsOfOrder(orderId, ["held"])) {
    const gift = await lockGift(giftId);
    const claims = await claimsOf(giftId);
    const own = claims.find((row) => row.id === id);
    if (!gift || own?.state !== "held") continue;
    const others = claims.filter((row) => row.id !== id).map(readClaim);
    if (!isClaimLive(readClaim(own), now) && own.units > unitsLeft(gift.quantity, others, now)) continue;
    await updateClaim(id, { held_until: until });
  }
}
