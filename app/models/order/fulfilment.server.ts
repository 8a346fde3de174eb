import { sql } from "kysely";

import { notifiedByWriter } from "#app/db/cache-invalidation.server.ts";
import { db } from "#app/db/db.server.ts";
import { findCreditUse } from "#app/models/coupon/coupon-redemption.server.ts";
import { grouped } from "#app/models/shared/grouped.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";

import { creditNoteNumberText } from "./document-number.ts";
import {
  type LineFulfilment,
  type FulfilmentHistory,
  type OrderMoved,
  type OrderReturn,
  type OrderRefund,
  type SentShipment,
  standingMoves,
} from "./fulfilment.ts";
import { findDisputes, findFamilyCredits } from "./money.server.ts";
import { findOrder } from "./order.server.ts";
import type { ChosenDelivery, Order } from "./order.ts";
import { storedReturnWay } from "./returns/return-way.ts";

/** Locked until the transaction ends. */
export async function lockOrder(id: OrderId): Promise<Order | null> {
  const held = await db()
    .updateTable("orders")
    .set({ updated_at: sql<string>`updated_at` })
    .where("id", "=", id)
    .modifyEnd(notifiedByWriter)
    .executeTakeFirst();
  return Number(held.numUpdatedRows) === 1 ? findOrder(id) : null;
}

/**
 * Of a gift for somebody's list only the owner of the shop (`isForOwner`) gets the tracking, and only the shop
 * (`isForShop`, or the owner) what the family sends back.
 */
export async function findFulfilmentHistory(
  id: OrderId,
  {
    isForOwner = false,
    isForShop = isForOwner,
  }: Readonly<{ isForOwner?: boolean; isForShop?: boolean }> = {},
): Promise<FulfilmentHistory> {
  const [lines, disputes, credits, credit, shipments, refunds, returns, moves] = await Promise.all([
    findLineFulfilments([id]),
    findDisputes([id]),
    findFamilyCredits([id]),
    findCreditUse(id),
    shipmentsOf(id, isForOwner),
    refundsOf(id),
    returnsOf(id, isForShop),
    findMoves(id),
  ]);
  const deliveredAt = standingMoves(moves).findLast(({ to }) => to === "delivered")?.at ?? null;
  const besides = { disputes: disputes.get(id) ?? [], familyCredit: credits.get(id) ?? 0, credit };
  return { lines: lines.get(id) ?? [], shipments, refunds, returns, ...besides, moves, deliveredAt };
}

type LineTexts = "id" | "workStartedAt" | "wordsChangedAt";
type LineRow = Pick<LineFulfilment, LineTexts> &
  Record<
    Exclude<keyof LineFulfilment, LineTexts> | "quantity" | "unpaidReturned" | "refundedElsewhere",
    string | number
  >;

/** A withdrawal without a refund that was complete as it was declared: its units are counted as dropped. */
const DROPPED = sql`order_returns.refund_id IS NULL AND order_returns.legal_basis IS NOT NULL
  AND order_returns.received_at = order_returns.requested_at`;

/** Of a returned line: units of it were refunded another way between its request and its receipt. */
const REFUNDED_ELSEWHERE = sql`order_returns.credit_minor = 0 AND EXISTS (
  SELECT 1 FROM refund_lines JOIN refunds ON refunds.id = refund_lines.refund_id
  WHERE refund_lines.order_line_id = order_lines.id AND refund_lines.quantity > refund_lines.unshipped_quantity
    AND refunds.created_at > order_returns.requested_at
    AND (order_returns.received_at IS NULL OR refunds.created_at <= order_returns.received_at)
    AND NOT EXISTS (SELECT 1 FROM order_returns AS own WHERE own.refund_id = refunds.id))`;

const IS_OF_A_RETURN = sql`EXISTS (SELECT 1 FROM order_returns AS own WHERE own.refund_id = refund_lines.refund_id)`;

/** By the order's id: for work on many, which asks for some hundreds at a time. */
export async function findLineFulfilments(
  ids: ReadonlyArray<OrderId>,
): Promise<ReadonlyMap<string, ReadonlyArray<LineFulfilment>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LineRow & Readonly<{ orderId: string }>>`
    SELECT order_lines.id AS id, order_id AS "orderId", quantity, work_started_at AS "workStartedAt", words_changed_at AS "wordsChangedAt",
      (SELECT coalesce(sum(quantity), 0) FROM shipment_lines WHERE order_line_id = order_lines.id) AS sent,
      (SELECT coalesce(sum(quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id) + dropped_quantity
        AS refunded,
      (SELECT coalesce(sum(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id)
        + dropped_quantity AS unsent,
      (SELECT coalesce(sum(order_return_lines.quantity), 0) FROM order_return_lines
        JOIN order_returns ON order_returns.id = return_id
        WHERE order_line_id = order_lines.id AND NOT (status = 'received' AND ${DROPPED}))
        - (SELECT coalesce(sum(unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id
          AND ${IS_OF_A_RETURN}) AS requested,
      (SELECT coalesce(sum(quantity - unshipped_quantity), 0) FROM refund_lines WHERE order_line_id = order_lines.id
        AND NOT ${IS_OF_A_RETURN}) AS "refundedWithoutReturn",
      (SELECT coalesce(sum(order_return_lines.quantity), 0) FROM order_return_lines
        JOIN order_returns ON order_returns.id = return_id
        WHERE order_line_id = order_lines.id AND status = 'received' AND refund_id IS NULL AND NOT (${DROPPED})
          AND NOT (${REFUNDED_ELSEWHERE})) AS "unpaidReturned",
      (SELECT coalesce(sum(order_return_lines.quantity - (SELECT coalesce(sum(paid.quantity), 0) FROM refund_lines AS paid
          WHERE paid.refund_id = order_returns.refund_id AND paid.order_line_id = order_lines.id)), 0)
        FROM order_return_lines JOIN order_returns ON order_returns.id = return_id
        WHERE order_line_id = order_lines.id AND ${REFUNDED_ELSEWHERE}) AS "refundedElsewhere"
    FROM order_lines WHERE order_id IN (${sql.join(ids)}) ORDER BY position`.execute(db());
  const byOrder = grouped(rows, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([id, lines]) => [id, lines.map(readLine)]));
}

function readLine(row: LineRow): LineFulfilment {
  const { id, workStartedAt, wordsChangedAt, ...counts } = row;
  return {
    ...{ id, workStartedAt, wordsChangedAt },
    sent: Number(counts.sent),
    refunded: Math.min(Number(counts.quantity), Number(counts.refunded) + Number(counts.unpaidReturned)),
    unsent: Number(counts.unsent),
    requested: Number(counts.requested),
    // A unit that is returned too counts as requested.
    refundedWithoutReturn: Math.max(
      0,
      Number(counts.refundedWithoutReturn) - Number(counts.refundedElsewhere),
    ),
  };
}

type Tracked = Readonly<{ tracking_number: string; tracking_url: string | null; delivery: string }>;

/** The courier's page shows where a parcel goes, so the buyer of a gift for a list gets neither number nor link. */
function trackingOf(
  { tracking_number: number, tracking_url: url, delivery }: Tracked,
  isForOwner: boolean,
): Pick<SentShipment, "number" | "url"> {
  const { giftList } = JSON.parse(delivery) as ChosenDelivery;
  if (giftList?.sentTo && !isForOwner) return { number: "", url: null };
  // Only web pages are linked to, whatever the table holds.
  return { number, url: url?.startsWith("https://") ? url : null };
}

/** The lines of the order by name, in their order. */
function namedLines(id: OrderId) {
  return db()
    .selectFrom("order_lines")
    .select("order_lines.name")
    .where("order_lines.order_id", "=", id)
    .orderBy("order_lines.position");
}

async function shipmentsOf(id: OrderId, isForOwner: boolean): Promise<ReadonlyArray<SentShipment>> {
  const rows = await db()
    .selectFrom("shipments")
    .innerJoin("orders", "orders.id", "shipments.order_id")
    .select(["shipments.id", "carrier", "tracking_number", "tracking_url", "shipped_at", "orders.delivery"])
    .where("order_id", "=", id)
    .orderBy("shipments.id")
    .execute();
  const contents = await namedLines(id)
    .innerJoin("shipment_lines", "shipment_lines.order_line_id", "order_lines.id")
    .select(["shipment_lines.shipment_id", "shipment_lines.quantity"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    carrier: row.carrier,
    ...trackingOf(row, isForOwner),
    sentAt: row.shipped_at,
    contents: contents
      .filter(({ shipment_id }) => shipment_id === row.id)
      .map(({ name, quantity }) => ({ name, quantity })),
  }));
}

async function refundsOf(id: OrderId): Promise<ReadonlyArray<OrderRefund>> {
  const rows = await db()
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const contents = await namedLines(id)
    .innerJoin("refund_lines", "refund_lines.order_line_id", "order_lines.id")
    .select(["refund_lines.refund_id", "refund_lines.quantity"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    creditNote: creditNoteNumberText(row.credit_note_number),
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    by: row.actor,
    isCredit: row.is_credit === 1,
    status: row.status,
    isPaidAnotherWay: row.status === "completed" && row.failed_at !== null && row.provider_refund_id === null,
    lastError: row.last_error,
    createdAt: row.created_at,
    completedAt: row.processed_at,
    failedAt: row.failed_at,
    contents: contents
      .filter(({ refund_id }) => refund_id === row.id)
      .map(({ name, quantity }) => ({ name, quantity })),
    hasDelivery: row.has_delivery === 1,
    delivery: money(row.delivery_minor, row.currency),
    goodwill: money(row.goodwill_minor, row.currency),
    setOff: money(row.set_off_minor, row.currency),
    wear: money(row.wear_minor, row.currency),
    wearReason: row.wear_reason,
    returnCost: money(row.return_cost_minor, row.currency),
    words: row.customer_words,
  }));
}

/** The buyer never learns of a credit, and of a refund that their family asked for only when it is made. */
async function returnsOf(id: OrderId, isForShop: boolean): Promise<ReadonlyArray<OrderReturn>> {
  const rows = await db()
    .selectFrom("order_returns")
    .selectAll()
    .where("order_id", "=", id)
    .orderBy("requested_at")
    .orderBy("number")
    .execute();
  const contents = await namedLines(id)
    .innerJoin("order_return_lines", "order_return_lines.order_line_id", "order_lines.id")
    .select(["order_return_lines.return_id", "order_return_lines.quantity", "order_return_lines.reason"])
    .execute();
  const shown = rows.filter(
    ({ recipient_remedy: remedy, status }) =>
      isForShop || remedy === null || (remedy === "refund" && status === "received"),
  );
  return shown.map((row) => ({
    number: row.number,
    status: row.status,
    legalBasis: row.legal_basis,
    recipientRemedy: row.recipient_remedy,
    note: row.note,
    requestedAt: row.requested_at,
    arrivedAt: row.arrived_at,
    receivedAt: row.received_at,
    wayBack: storedReturnWay(row.way_back),
    contents: contents
      .filter(({ return_id }) => return_id === row.id)
      .map(({ name, quantity, reason }) => ({ name, quantity, reason })),
  }));
}

function findMoves(id: OrderId): Promise<ReadonlyArray<OrderMoved>> {
  return db()
    .selectFrom("order_history")
    .select(["from_status as from", "to_status as to", "reason", "actor as by", "created_at as at"])
    .where("order_id", "=", id)
    .orderBy("id")
    .execute();
}
