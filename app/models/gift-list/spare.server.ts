/** Two givers have paid for one gift: the money of the one that came late goes back by itself. */
import { db } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { Postponed } from "#app/models/jobs/job.ts";
import { buryJob, enqueueAgain, wakeWorker } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import {
  canRefund,
  type FulfilmentHistory,
  hasOpenDispute,
  type LineFulfilment,
  unitsToSend,
} from "#app/models/order/fulfilment.ts";
import { checkedTransaction } from "#app/models/order/invariants/checked-transaction.server.ts";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import type { RefundRefusal } from "#app/models/order/refund.server.ts";
import { refundUnsent } from "#app/models/order/refunds/refund-unsent.server.ts";
import { isToBeSent, type OrderStatus } from "#app/models/order/status.ts";
import { type GiftListId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { openCode } from "./code.ts";
import { findCredit } from "./credit.server.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";
import { findGiftList } from "./lists.server.ts";
import { type SpareMoney, spareMoneyText } from "./spare.ts";

/** Why a claim has ended whose gift another has given before it was paid for. */
export const SPARE = "spare";

type OfOrder = Pick<Order, "id" | "cartId">;

function spareClaimsOf({ id, cartId }: OfOrder) {
  return db()
    .selectFrom("gift_list_claims")
    .where("cart_id", "=", cartId)
    .where("order_id", "=", id)
    .where("end_reason", "=", SPARE)
    .orderBy("gift_list_claims.id");
}

/** Listens to "order-completed", so nobody can have packed the gifts. */
export async function refundSpareGifts(order: OfOrder, now: Date): Promise<void> {
  for (const { lineId } of await spareClaimsOf(order).select("order_line_id as lineId").execute()) {
    const done = await refundSpareLine(order.id, lineId ?? "", now);
    if (done.ok) continue;
    if (done.code !== "order-state-conflict")
      throw new Error(`A spare gift of order ${order.id} cannot be refunded: ${done.code}`);
    await queueSpareRefund(order.id, lineId ?? "");
  }
}

/** Listens to "order-status-changed": the bank may have decided, and what is spare is not to be sent. */
export async function lookAtSpareGifts(orderId: OrderId, status: OrderStatus): Promise<void> {
  if (!isToBeSent(status)) return;
  const spare = db().selectFrom("gift_list_claims").select("order_line_id as lineId");
  const rows = await spare.where("order_id", "=", orderId).where("end_reason", "=", SPARE).execute();
  for (const { lineId } of rows) await queueSpareRefund(orderId, lineId ?? "");
}

/** At once, also where it was put off or has found nothing to do. */
async function queueSpareRefund(orderId: OrderId, lineId: string): Promise<void> {
  const payload = { orderId, lineId };
  await enqueueAgain({ key: `spare-gift-refund:${lineId}`, kind: "spare-gift-refund", payload });
}

/** Short: the bank may decide in the moment in which the job is put off. */
const BANK_WAIT_MS = 60_000;

/** Handles "spare-gift-refund" {orderId, lineId}, once no bank decides about the payment. */
export const refundSpareGift: JobHandler = async ({ payload: { orderId, lineId } }) => {
  if (!isOrderId(orderId)) throw new Error("The order of a spare gift is not there");
  const now = new Date();
  const refund = () => refundSpareLine(orderId, String(lineId), now);
  const done = await checkedTransaction(refund, () => orderId, now);
  wakeWorker();
  if (done.ok) return;
  if (done.code === "order-state-conflict")
    throw new Postponed(BANK_WAIT_MS, "The refund waits until the bank has decided.");
  throw new Error(`The spare gift cannot be refunded: ${done.code}`);
};

const refundKey = (lineId: string) => `spare gift ${lineId}`;

/**
 * "order-state-conflict": a bank decides about the payment. Does nothing where the gift is not to be sent anyway, or where
 * the bank has left nothing of the payment.
 */
async function refundSpareLine(
  orderId: OrderId,
  lineId: string,
  now: Date,
): Promise<Result<null, RefundRefusal>> {
  const order = await lockOrder(orderId);
  if (!order) return refused("order-not-found");
  const life = await findFulfilmentHistory(orderId);
  if (!canRefund(order, life)) return hasOpenDispute(life) ? refused("order-state-conflict") : ok(null);
  const units = unitsToSend(order, life).map((count, at) => (life.lines[at]?.id === lineId ? count : 0));
  if (units.every((count) => count === 0)) return ok(null);
  // Its list may have been deleted.
  const claim = await spareClaimsOf(order)
    .select("id")
    .where("order_line_id", "=", lineId)
    .executeTakeFirst();
  const done = await refundUnsent(order, life, {
    ...{ key: refundKey(lineId), units, reason: "another giver had given the same gift" },
    ...{ hasOwnEmail: claim !== undefined, leavesRest: true, by: "clock", now },
  });
  if (!done.ok) return done;
  await reportLess(order, lineId, now);
  if (!claim) return ok(null);
  await queueGiftListEmail({ about: "claim-spare", id: claim.id, key: `${claim.id}-refunded` });
  return ok(null);
}

/** Whether the money that went back before was for this gift only a person can know: the desk lists it as failed. */
async function reportLess(order: Order, lineId: string, now: Date): Promise<void> {
  if (!(await findSpareMoney(order, lineId)).isLess) return;
  const job = { key: `spare-gift-refund:${lineId}:less`, kind: "spare-gift-refund" } as const;
  const why = `Order ${order.number}: money went back or was lost before, so a spare gift was taken out for less than it cost. Look at the order, and refund what is still due.`;
  await buryJob({ ...job, payload: { orderId: order.id, lineId } }, why, now);
}

function findSpareRefund(orderId: OrderId, lineId: string) {
  return db()
    .selectFrom("refunds")
    .select(["amount_minor", "set_off_minor", "delivery_minor", "currency"])
    .where("order_id", "=", orderId)
    .where("request_key", "=", refundKey(lineId))
    .executeTakeFirst();
}

async function findSpareMoney({ id, lines, totals }: Order, lineId: string): Promise<SpareMoney> {
  const life = await findFulfilmentHistory(id);
  const at = life.lines.findIndex((line) => line.id === lineId);
  const row = await findSpareRefund(id, lineId);
  const line = lines[at];
  if (!line) throw new Error(`Order ${id} has no line ${lineId}`);
  const { discount } = line;
  const credit = discount.minor > 0 && totals.coupon ? await findCredit(totals.coupon) : null;
  return {
    isWaiting: life.lines[at]?.unsent === 0,
    amount: row ? money(row.amount_minor, row.currency) : null,
    hasDelivery: (row?.delivery_minor ?? 0) > 0,
    creditBack: credit && discount,
    isLess: row ? row.set_off_minor > 0 : paidFor(line) > 0,
  };
}

function paidFor({ total, discount, wrap }: OrderLine): number {
  return total.minor - discount.minor + (wrap?.price.minor ?? 0);
}

/** What the giver of the gift reads of its money, on the order and by email. */
export async function spareMoneyOf(order: Order, lineId: string): Promise<string> {
  return spareMoneyText(await findSpareMoney(order, lineId), (await findStore()).locale);
}

/**
 * Those that were not sent, or will not be once a bank has decided. `listCode` is "7K4P-9QWX", or null where nothing can
 * be given from the list any more.
 */
export async function findSpareGifts(
  order: Order,
  life: FulfilmentHistory,
  now: Date,
): Promise<ReadonlyArray<Readonly<{ giftName: string; money: string; listCode: string | null }>>> {
  if (!order.delivery.giftList) return [];
  const isUnsent = ({ sent, unsent }: LineFulfilment) => unsent > 0 || (sent === 0 && hasOpenDispute(life));
  const unsent = life.lines.filter(isUnsent).map(({ id }) => id);
  if (unsent.length === 0) return [];
  const rows = await spareClaimsOf(order)
    .innerJoin("gift_list_gifts", "gift_list_gifts.id", "gift_list_claims.gift_id")
    .select(["gift_list_claims.list_id", "order_line_id", "name", "variant_label"])
    .where("order_line_id", "in", unsent)
    .execute();
  const list = rows[0] && (await findGiftList(rows[0].list_id as GiftListId, now));
  const listCode = list ? openCode(list) : null;
  return Promise.all(
    rows.map(async ({ name, variant_label: label, order_line_id: lineId }) => ({
      giftName: fullName(name, label),
      ...{ money: await spareMoneyOf(order, lineId ?? ""), listCode },
    })),
  );
}
