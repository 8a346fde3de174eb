/** Until its buyer answers, a line is neither packed nor sent. */
import { db } from "#app/db/db.server.ts";
import { dropUnits } from "#app/models/order/refunds/unsent-units.server.ts";
import { closeUnsentReturns } from "#app/models/order/returns/unsent-return.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { answerRefund, type LineAnswer } from "./buyer-answer.ts";
import { findFulfilmentHistory, lockOrder } from "./fulfilment.server.ts";
import { type Actor, type FulfilmentHistory, unitsToSend } from "./fulfilment.ts";
import { type Beside, checkedTransaction, withBeside } from "./invariants/checked-transaction.server.ts";
import { moveOrder } from "./order.server.ts";
import type { Order } from "./order.ts";
import { moveOn, type RefundRefusal, type RefundRequest, writeRefund } from "./refund.server.ts";
import { isToBeSent } from "./status.ts";

/** Returns the line's id; call it in the transaction of the payment, before anybody can pack. */
export async function waitForBuyer(
  { id }: Pick<Order, "id">,
  { position, until }: Readonly<{ position: number; until: Date }>,
): Promise<string> {
  const row = await db()
    .updateTable("order_lines")
    .set({ awaits_answer_until: until.toISOString() })
    .where("order_id", "=", id)
    .where("position", "=", position)
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export type BuyerAnswer = Actor &
  Readonly<{
    lineId: string;
    answer: LineAnswer;
    reason: string;
  }>;

export type Answered = Readonly<{
  order: Order;
  /** As money or as credit; zero for "send". */
  amount: Money;
}>;

export type AnswerRefusal = "line-answered" | "answer-late" | RefundRefusal;

/**
 * Of several answers at once the first one counts, and after the time only the clock may answer; the caller makes the
 * code of a credit. `beside` runs in the same transaction.
 */
export async function answerForLine<Other extends string = never>(
  orderId: OrderId,
  answer: BuyerAnswer,
  beside?: Beside<Answered, Other>,
): Promise<Result<Answered, AnswerRefusal | Other>> {
  const take = async (): Promise<Result<Answered, AnswerRefusal | Other>> => {
    const order = await lockOrder(orderId);
    if (!order) return refused("order-not-found");
    const life = await findFulfilmentHistory(orderId);
    const position = life.lines.findIndex(({ id }) => id === answer.lineId);
    const until = life.lines[position]?.awaitsAnswerUntil;
    if (!until) return refused("line-answered");
    if (!isToBeSent(order.status)) return refused("order-state-conflict");
    if (answer.by !== "clock" && Date.parse(until) <= answer.now.getTime()) return refused("answer-late");
    await endWait(answer.lineId);
    const end = answer.answer === "send" ? sendLine : takeLineOut;
    return withBeside(await end({ order, life, position }, answer), beside);
  };
  return checkedTransaction(take, ({ order }) => order.id, answer.now);
}

async function endWait(lineId: string): Promise<void> {
  await db().updateTable("order_lines").set({ awaits_answer_until: null }).where("id", "=", lineId).execute();
}

type Waiting = Readonly<{ order: Order; life: FulfilmentHistory; position: number }>;

async function sendLine({ order }: Waiting, actor: Actor): Promise<Result<Answered, "order-state-conflict">> {
  const unpacked = await unpack(order, actor);
  return unpacked.ok ? ok({ order, amount: money(0, order.totals.total.currency) }) : unpacked;
}

/** What was packed is laid open again, so that nobody sends it; other orders stay as they are. */
export async function unpack(
  order: Order,
  { by, now }: Actor,
): Promise<Result<Order, "order-state-conflict">> {
  if (order.status !== "packed") return ok(order);
  const reason = "the buyer has answered";
  const moved = await moveOrder(order.id, { from: "packed", to: "paid", reason, by, now });
  return moved.ok ? ok({ ...order, status: "paid" }) : refused("order-state-conflict");
}

async function takeLineOut(
  { order, life, position }: Waiting,
  { lineId, answer, reason, by, now }: BuyerAnswer,
): Promise<Result<Answered, RefundRefusal>> {
  const nothing = money(0, order.totals.total.currency);
  if (!unitsToSend(order, life)[position]) return ok({ order, amount: nothing });
  const refund = answerRefund(order, life, position);
  // Nothing of it is packed any more if the shop has refunded the rest since.
  const current = refund.isLast ? await unpack(order, { by, now }) : ok(order);
  if (!current.ok) return current;
  const request: RefundRequest = {
    key: `answer ${lineId}`,
    refund: refund.units,
    isRestocked: true,
    isUpToLeft: true,
    isCredit: answer === "credit",
    // A buyer who chose a refund gets the usual email about the end of an order.
    hasOwnEmail: answer === "credit" || by === "clock",
    ...{ reason, by, now },
  };
  const done = await writeRefund(current.value, request);
  // Nothing is due where the line came back before.
  if (!done.ok && !(done.code === "refund-nothing" && refund.paidBack > 0)) return done;
  await dropPaidBack(current.value, { life, position }, { units: refund.paidBack, now });
  await moveOn(current.value, request);
  return ok({ order, amount: done.ok ? done.value.amount : nothing });
}

/** They came back before, as a return of a packed order, which has decided about their stock. */
async function dropPaidBack(
  order: Order,
  { life, position }: Pick<Waiting, "life" | "position">,
  { units, now }: Readonly<{ units: number; now: Date }>,
): Promise<void> {
  if (units === 0) return;
  const dropped = order.lines.map((_, index) => (index === position ? units : 0));
  await dropUnits(order, life, { units: dropped, isRestocked: false, now });
  await closeUnsentReturns(order.id, { isAll: false, now });
}

export type WaitingLine = Readonly<{
  position: number;
  /** ISO 8601, UTC. */
  until: string;
}>;

export async function findWaitingLine(lineId: string): Promise<WaitingLine | null> {
  const row = await db()
    .selectFrom("order_lines")
    .select(["position", "awaits_answer_until as until"])
    .where("id", "=", lineId)
    .executeTakeFirst();
  return row?.until ? { position: row.position, until: row.until } : null;
}

export type DueLine = Readonly<{ lineId: string; orderId: OrderId }>;

export async function listDueLines(now: Date, limit: number): Promise<ReadonlyArray<DueLine>> {
  const rows = await db()
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.id", "order_lines.order_id")
    .select(["order_lines.id", "orders.id as order_id"])
    .where("awaits_answer_until", "is not", null)
    .where("awaits_answer_until", "<=", now.toISOString())
    // While the bank decides, nothing is refunded.
    .where("orders.status", "in", ["paid", "packed", "partially-shipped"])
    .orderBy("awaits_answer_until")
    .orderBy("order_lines.id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, order_id: orderId }) => (isOrderId(orderId) ? [{ lineId: id, orderId }] : []));
}
