/**
 * A gift goes back for credit, of which the giver is not told, or for a refund to the giver; the family never learns
 * the order's number, because that is the giver's.
 */
import { db } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { unitsToReturn } from "#app/models/order/fulfilment.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { isReturnOpen, type RecipientRemedy, returnUntil } from "#app/models/order/returns/return.ts";
import { storedReturnWay } from "#app/models/order/returns/return-way.ts";
import { requestReturn, type ReturnRefusal } from "#app/models/order/returns/return.server.ts";
import { type GiftClaimId, isOrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type ClaimRow, findClaimRow } from "./claim-changes.server.ts";
import { claimsOfList } from "./claims.server.ts";
import { queueForOwners } from "./email-queue.server.ts";
import { findGivenColours, type GivenColours } from "./gift-colours.server.ts";
import { type GiftList, isSurprise } from "./gift-list.ts";
import { lockGiftList, shopDay } from "./lists.server.ts";

/** "late": after the return period. "away": it has not been sent yet, or comes back already. */
export type SwapState = "open" | "late" | "away";

export type SwappableGift = Swappable["gift"];

/** Empty while the list is a surprise. */
export async function listSwappableGifts(list: GiftList, now: Date): Promise<ReadonlyArray<SwappableGift>> {
  if (isSurprise(list, await shopDay(now))) return [];
  const [claims, colours] = await Promise.all([claimsOfList(list.id), findGivenColours(list.id)]);
  const rows = claims.filter((row) => isBoughtHere(row));
  const found = await Promise.all(rows.map((row) => swappable(row, colours, now)));
  return found.flatMap((one) => one?.gift ?? []);
}

function isBoughtHere({ way, state }: ClaimRow): boolean {
  return way === "order" && state === "taken";
}

type Swappable = NonNullable<Awaited<ReturnType<typeof swappable>>>;

async function swappable(row: ClaimRow, colours: GivenColours, now: Date) {
  const [placed, gift, store] = await Promise.all([
    findPlaced(row.order_id),
    findGiftRow(row.gift_id),
    findStore(),
  ]);
  const given = colours.get(row.id) ?? { variantId: gift.variant_id, label: gift.variant_label };
  const index = placed?.order.lines.findIndex(({ variantId }) => variantId === given.variantId) ?? -1;
  const line = placed?.order.lines[index];
  if (!placed || !line) return null;
  const { order, life } = placed;
  const units = Math.min(row.units, unitsToReturn(order, life)[index] ?? 0);
  const { deliveredAt } = life;
  const name = fullName(gift.name, given.label);
  return {
    gift: {
      claimId: row.id as GiftClaimId,
      giftName: withUnits(units, name),
      givers: row.giver_name,
      state: stateOf(units, isReturnOpen(deliveredAt, store, now)),
      /** Only a fault brings it back. */
      isMadeForThem: line.personalisation?.isReturnable === false,
      /** ISO 8601; null: its arrival is unknown. */
      deliveredAt,
      /** The last day of the return period, "2026-12-27". */
      until: returnUntil(deliveredAt, store),
    },
    ...{ order, index, units },
  };
}

async function findPlaced(orderId: string | null) {
  if (!isOrderId(orderId)) return null;
  const order = await findOrder(orderId);
  return order && { order, life: await findFulfilmentHistory(orderId, { isForShop: true }) };
}

function stateOf(units: number, isOpen: boolean): SwapState {
  if (units === 0) return "away";
  return isOpen ? "open" : "late";
}

function withUnits(units: number, name: string): string {
  return units > 1 ? `${units} × ${name}` : name;
}

function findGiftRow(giftId: string) {
  return db()
    .selectFrom("gift_list_gifts")
    .select(["variant_id", "name", "variant_label"])
    .where("id", "=", giftId)
    .executeTakeFirstOrThrow();
}

export async function listGiftReturns(list: GiftList): Promise<ReadonlyArray<GiftReturn>> {
  const rows = await returnRows().where("gift_list_returns.list_id", "=", list.id).execute();
  return rows.map(readReturn);
}

function returnRows() {
  return db()
    .selectFrom("gift_list_returns")
    .innerJoin("order_returns", "order_returns.number", "gift_list_returns.return_number")
    .innerJoin("order_return_lines", "order_return_lines.return_id", "order_returns.id")
    .innerJoin("gift_list_claims", "gift_list_claims.id", "gift_list_returns.claim_id")
    .innerJoin("gift_list_gifts", "gift_list_gifts.id", "gift_list_claims.gift_id")
    .select(["return_number", "gift_list_returns.list_id", "coupon_code", "recipient_remedy", "status"])
    .select(["order_returns.refund_id", "way_back"])
    .select(["order_return_lines.quantity", "gift_list_gifts.name", "variant_label", "giver_name"])
    .orderBy("order_returns.requested_at", "desc")
    .orderBy("return_number");
}

type ReturnRow = Awaited<ReturnType<ReturnType<typeof returnRows>["execute"]>>[number];

export type GiftReturn = Readonly<ReturnType<typeof readReturn>>;

function readReturn(row: ReturnRow) {
  const name = fullName(row.name, row.variant_label);
  return {
    number: row.return_number,
    giftName: withUnits(row.quantity, name),
    givers: row.giver_name,
    remedy: row.recipient_remedy ?? ("refund" as const),
    isAccepted: row.status === "received",
    wayBack: storedReturnWay(row.way_back),
    /** Accepted with a refund; without one nothing was left to refund. */
    hasRefund: row.refund_id !== null,
    /** Its discount code has been made. */
    hasCode: row.coupon_code !== null,
  };
}

export async function findGiftReturn(number: string) {
  const row = await returnRows().where("return_number", "=", number).executeTakeFirst();
  return row ? { ...readReturn(row), listId: row.list_id, couponCode: row.coupon_code } : null;
}

export type SwapRequest = Readonly<{
  claimId: GiftClaimId;
  remedy: RecipientRemedy;
  reason: string;
  /** The same key is the same return. */
  key: string;
}>;

/** What was chosen happens once the shop has accepted the return. */
export async function requestSwap(
  list: GiftList,
  { claimId, remedy, reason, key }: SwapRequest,
  now: Date,
): Promise<Result<Readonly<{ number: string }>, ReturnRefusal | "claim-not-found">> {
  if (isSurprise(list, await shopDay(now))) return refused("claim-not-found");
  const row = await findClaimRow(claimId);
  const isOfList = row?.list_id === list.id && isBoughtHere(row);
  const found = isOfList ? await swappable(row, await findGivenColours(list.id), now) : null;
  if (!found) return refused("claim-not-found");
  const { order, index, units } = found;
  const lines = order.lines.map((_, at) => ({ units: at === index ? units : 0, reason }));
  const request = { key, lines, note: "", by: "customer", recipientRemedy: remedy, now } as const;
  return requestReturn(order.id, request, async ({ number, isNew }) => {
    if (!isNew) return ok(null);
    // The family may be deleting it at this moment.
    await lockGiftList(list.id, now);
    await db()
      .insertInto("gift_list_returns")
      .values({ return_number: number, list_id: list.id, claim_id: claimId, coupon_code: null })
      .execute();
    await queueForOwners(list.id, { about: "return", id: number, key: number });
    return ok(null);
  });
}
