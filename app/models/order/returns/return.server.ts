import { db } from "#app/db/db.server.ts";
import { wakeWorker } from "#app/models/jobs/outbox.server.ts";
import {
  creditBackSince,
  findCreditUse,
  giveBackCredit,
} from "#app/models/coupon/coupon-redemption.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { isDayFree } from "#app/models/shipping/delivery-slot.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { queueOrderEmail } from "#app/models/order/email-queue.server.ts";
import { returnCredited } from "#app/models/order/events.server.ts";
import { findFulfilmentHistory, lockOrder } from "#app/models/order/fulfilment.server.ts";
import {
  type Actor,
  creditShare,
  type FulfilmentHistory,
  unitsToReturn,
  unitsToWithdraw,
} from "#app/models/order/fulfilment.ts";
import {
  type Beside,
  checkedTransaction,
  withBeside,
} from "#app/models/order/invariants/checked-transaction.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { deliveryShare } from "#app/models/order/refund-shares.ts";
import {
  refundAndMove,
  type RefundRefusal,
  type RefundRequest,
  writeRefund,
} from "#app/models/order/refund.server.ts";
import { amountDue } from "#app/models/order/refunds/refund-due.ts";
import { restock } from "#app/models/order/refunds/unsent-units.server.ts";
import {
  closeReturn,
  findReturn,
  lockReturn,
  refundAmountOf,
  requestedUnits,
  returnedUnits,
  type StoredReturn,
} from "./return-rows.server.ts";
import {
  type DeliveryGround,
  dueDelivery,
  isReturnOpen,
  isWithdrawalOpen,
  type LegalBasis,
  mayReturn,
  type RecipientRemedy,
} from "./return.ts";
import { planReturn, type ReturnPlan } from "./return-way.server.ts";
import { NOTHING_SENT, storedReturnWay } from "./return-way.ts";
import { unitsForStock } from "./returned-stock.server.ts";
import { canMoveOrder, isPaidFor, type OrderStatus } from "#app/models/order/status.ts";
import type { Wear } from "#app/models/order/wear/wear.ts";

export type ReturnLine = Readonly<{ units: number; reason: string }>;

export type ReturnRequest = Actor &
  Readonly<{
    /** The request's key: the same key is the same return. */
    key: string;
    /** One for each line of the order; 0 units: it stays. */
    lines: ReadonlyArray<ReturnLine>;
    note: string;
    /** "withdrawal": by law, without a reason, also before the items are sent. Missing: by the shop's own rules. */
    legalBasis?: LegalBasis;
    /** Set where the family that was given the items sends them back. The buyer is not emailed about the request. */
    recipientRemedy?: RecipientRemedy;
    /** How it goes back, as the customer saw it; missing: by the prices of now, on a day that is agreed later. */
    plan?: ReturnPlan | undefined;
  }>;

export type RequestedReturn = Readonly<{ number: string; isNew: boolean }>;

export type ReturnRefusal =
  | "order-not-found"
  | "order-state-conflict"
  | "return-nothing"
  | "return-units"
  | "return-personalised"
  | "return-too-late"
  | "delivery-day-gone"
  | "sums-differ";

/** `beside` runs in the same transaction. */
export async function requestReturn(
  orderId: OrderId,
  request: ReturnRequest,
  beside?: Beside<RequestedReturn, never>,
): Promise<Result<RequestedReturn, ReturnRefusal>> {
  const store = await findStore();
  const ask = async (): Promise<Result<RequestedReturn, ReturnRefusal>> => {
    const order = await lockOrder(orderId);
    if (!order) return refused("order-not-found");
    const known = await findReturnByKey(orderId, request.key);
    if (known) return ok({ number: known.number, isNew: false });
    const life = await findFulfilmentHistory(orderId);
    const checked = checkReturn(order, { life, request, store });
    if (!checked.ok) return checked;
    const number = request.recipientRemedy
      ? recipientReturnNumber()
      : `R${order.number}-${life.returns.length + 1}`;
    const plan = await planOf(order, life, request);
    if (plan.booking && !(await isDayFree(plan.booking))) return refused("delivery-day-gone");
    await insertReturn({ order, life, number, plan }, request);
    if (!request.recipientRemedy) await noteToBuyer(order, number, { request, store });
    return withBeside(ok({ number, isNew: true }), beside);
  };
  const done = await checkedTransaction(ask, () => orderId, request.now);
  wakeWorker();
  return done;
}

/** What the customer saw holds, unless all was to be stopped and has been packed since. */
async function planOf(order: Order, life: FulfilmentHistory, request: ReturnRequest): Promise<ReturnPlan> {
  const { plan, lines, now, recipientRemedy } = request;
  const isStopped = isRefundedUnsent(order, request);
  if (plan && (isStopped || plan.wayBack !== NOTHING_SENT)) return plan;
  return planReturn(order, { lines, life, now, isOfFamily: recipientRemedy !== undefined, isStopped });
}

const DIGITS = 10;

/** Says nothing of the order, whose number is the buyer's. Longer than a number of an order can be. */
function recipientReturnNumber(): string {
  const digits = Array.from({ length: DIGITS }, () => randomness().integer(0, 10)).join("");
  return `R9${digits}-1`;
}

type WithStore = Readonly<{ request: ReturnRequest; store: Store }>;

async function noteToBuyer(order: Order, number: string, { request, store }: WithStore): Promise<void> {
  const isWithdrawal = request.legalBasis === "withdrawal";
  const about = isWithdrawal ? "withdrawal-received" : "return-requested";
  await queueOrderEmail(order.id, { about, returnNumber: number });
  if (isRefundedUnsent(order, request)) await refundUnsent(order, number, { request, store });
}

const BY_LAW = { isOpen: isWithdrawalOpen, unitsLeft: unitsToWithdraw };
const BY_SHOP = { isOpen: isReturnOpen, unitsLeft: unitsToReturn };

type Checked = Readonly<{
  life: FulfilmentHistory;
  request: Pick<ReturnRequest, "by" | "now" | "lines" | "legalBasis">;
  store: Store;
}>;

export function checkReturn(order: Order, { life, request, store }: Checked): Result<null, ReturnRefusal> {
  if (!isPaidFor(order.status)) return refused("order-state-conflict");
  const { isOpen, unitsLeft } = request.legalBasis ? BY_LAW : BY_SHOP;
  // The shop may take back what it need not.
  const isCustomer = request.by === "customer";
  if (isCustomer && !isOpen(life.deliveredAt, store, request.now)) return refused("return-too-late");
  const line = isCustomer ? unreturnableLine(order, request) : undefined;
  if (line) return refused("return-personalised", { name: line.name });
  return checkUnits(order, request.lines, unitsLeft(order, life));
}

/** Made for the buyer, who returns it without a fault. The shop may take it back. */
function unreturnableLine({ lines }: Order, request: Checked["request"]) {
  return lines.find(({ personalisation }, index) => {
    const { units = 0, reason = "" } = request.lines[index] ?? {};
    return units > 0 && !mayReturn(personalisation, reason);
  });
}

function checkUnits(
  { lines }: Pick<Order, "lines">,
  requested: ReadonlyArray<ReturnLine>,
  lefts: ReadonlyArray<number>,
): Result<null, "return-units" | "return-nothing"> {
  for (const [index, { name }] of lines.entries()) {
    const [left = 0, units = 0] = [lefts[index], requested[index]?.units];
    if (units < 0 || units > left) return refused("return-units", { name, left });
  }
  return requested.some(({ units }) => units > 0) ? ok(null) : refused("return-nothing");
}

type Inserted = Readonly<{ order: Order; life: FulfilmentHistory; number: string; plan: ReturnPlan }>;

async function insertReturn(
  { order, life, number, plan }: Inserted,
  { key, lines, note, by, now, legalBasis, recipientRemedy }: ReturnRequest,
): Promise<void> {
  const id = newId("return");
  await db()
    .insertInto("order_returns")
    .values({
      id,
      order_id: order.id,
      number,
      request_key: key,
      status: "requested",
      note,
      actor: by,
      requested_at: now.toISOString(),
      received_at: null,
      refund_id: null,
      legal_basis: legalBasis ?? null,
      recipient_remedy: recipientRemedy ?? null,
      way_back: JSON.stringify(plan.wayBack),
      collect_on: plan.booking?.day ?? null,
      collect_method: plan.booking?.method ?? null,
    })
    .execute();
  const rows = life.lines.flatMap((line, index) => {
    const { units = 0, reason = "" } = lines[index] ?? {};
    return units > 0 ? [{ return_id: id, order_line_id: line.id, quantity: units, reason }] : [];
  });
  await db().insertInto("order_return_lines").values(rows).execute();
}

/** While the customer can still cancel, nothing of a withdrawal has to come back: it is refunded at once. */
export function isRefundedUnsent(
  { status }: Pick<Order, "status">,
  { legalBasis, by }: Pick<ReturnRequest, "legalBasis" | "by">,
): boolean {
  return legalBasis === "withdrawal" && canMoveOrder(status, "cancelled", by);
}

async function refundUnsent(order: Order, number: string, { request, store }: WithStore): Promise<void> {
  const { by, now } = request;
  const row = await findReturn(number);
  if (!row) return;
  const life = await findFulfilmentHistory(order.id);
  const { refund } = await requestedUnits(order, row, { life, hasDelivery: null, store });
  const reason = `return ${number}`;
  const due = { key: reason, refund, isRestocked: true, isUpToLeft: true, reason, by, now };
  const requested = await refundAndMove(order, due);
  if (!requested.ok) throw new Error(`Withdrawal ${number} cannot be refunded: ${requested.code}`);
  await closeReturn(row.id, requested.value.refundId, now);
}

/** A request that was sent before. */
export function findReturnByKey(orderId: OrderId, key: string) {
  return db()
    .selectFrom("order_returns")
    .select("number")
    .where("order_id", "=", orderId)
    .where("request_key", "=", key)
    .executeTakeFirst();
}

export type ReturnReceipt = Actor &
  Readonly<{
    isRestocked: boolean;
    /** Whether delivery is refunded too; null: as the law and the shop's rules say. */
    hasDelivery: boolean | null;
    /** What is kept of the price of the items, because they were used beyond trying them. */
    wear?: Wear | null;
    /** False: nothing is taken off for the way back, whatever was said when it was requested. */
    hasReturnCost?: boolean;
  }>;

export type Received = Readonly<{
  orderId: OrderId;
  orderNumber: number;
  refund: Money;
  /** Taken off for the way back; missing: nothing. */
  returnCost?: Money;
  /** As in `Requested`. */
  creditBack?: number;
  /** What the family that was given the items gets instead of a refund, or null. */
  credit: Money | null;
  isNew: boolean;
}>;

/** A second receipt changes nothing. `beside` runs in the same transaction. */
export async function receiveReturn<Other extends string = never>(
  number: string,
  receipt: ReturnReceipt,
  beside?: Beside<Received, Other>,
): Promise<Result<Received, "return-not-found" | RefundRefusal | Other>> {
  const store = await findStore();
  const take = async (): Promise<Result<Received, "return-not-found" | RefundRefusal | Other>> => {
    const found = await lockReturn(number);
    if (!found) return refused("return-not-found");
    const { order, row } = found;
    if (row.status === "received") return ok(await receivedBefore(order, row));
    if (!isPaidFor(order.status) && !isEnded(order.status)) return refused("order-state-conflict");
    const accept = row.recipient_remedy === "credit" ? giveCredit : receive;
    return withBeside(await accept(order, row, { receipt, store }), beside);
  };
  const done = await checkedTransaction(take, ({ orderId }) => orderId, receipt.now);
  wakeWorker();
  return done;
}

async function receivedBefore(order: Order, row: StoredReturn): Promise<Received> {
  const { currency } = order.totals.total;
  const refund = money(await refundAmountOf(row.refund_id), currency);
  const credit = row.recipient_remedy === "credit" ? money(row.credit_minor, currency) : null;
  return { orderId: order.id, orderNumber: order.number, refund, credit, isNew: false };
}

/** A parcel may still come once all of the money went back. */
const isEnded = (status: OrderStatus) => status === "cancelled" || status === "refunded";

/** No money is due where the units were refunded before, or the order has ended. */
async function receive(
  order: Order,
  row: StoredReturn,
  { receipt, store }: Readonly<{ receipt: ReturnReceipt; store: Store }>,
): Promise<Result<Received, RefundRefusal>> {
  const { by, now, isRestocked, hasDelivery } = receipt;
  const life = await findFulfilmentHistory(order.id);
  const { refund, returned, reasons } = await requestedUnits(order, row, { life, hasDelivery, store });
  const reason = `return ${row.number}`;
  const wear = receipt.wear ? { wear: receipt.wear, reasons } : null;
  const returnCost = returnCostOf(row, receipt);
  const due = { key: reason, refund, isRestocked, reason, wear, returnCost, by, now };
  const forStock = await unitsForStock(order, row, { life, returned });
  const request: RefundRequest = { ...due, isReturn: true, isUpToLeft: true };
  const isPaid = isPaidFor(order.status);
  const before = await findCreditUse(order.id);
  const requested = isPaid ? await writeRefund(order, request) : refused("refund-nothing" as const);
  if (!isPaid) await giveBackCredit(order.id, creditShare(order, life, refund.units), { now });
  if (!requested.ok && (requested.code !== "refund-nothing" || wear)) return requested;
  await restock(order, { units: forStock, isRestocked, now });
  await closeReturn(row.id, requested.ok ? requested.value.refundId : null, now);
  await queueOrderEmail(order.id, { about: "return-received", returnNumber: row.number });
  return ok({
    orderId: order.id,
    orderNumber: order.number,
    ...(requested.ok
      ? { refund: requested.value.amount, returnCost: requested.value.returnCost }
      : { refund: money(0, order.totals.total.currency) }),
    creditBack: await creditBackSince(order.id, before),
    credit: null,
    isNew: true,
  });
}

/** Minor units. */
function returnCostOf(row: StoredReturn, { hasReturnCost = true }: ReturnReceipt): number {
  return hasReturnCost ? (storedReturnWay(row.way_back)?.cost ?? 0) : 0;
}

/** Credit for what money and a credit paid for the items, without delivery. The buyer is not emailed. */
async function giveCredit(
  order: Order,
  row: StoredReturn,
  { receipt, store }: Readonly<{ receipt: ReturnReceipt; store: Store }>,
): Promise<Result<Received, RefundRefusal>> {
  const { now, isRestocked, wear } = receipt;
  if (wear) return refused("wear-credit");
  const life = await findFulfilmentHistory(order.id);
  const { refund, returned } = await requestedUnits(order, row, { life, hasDelivery: false, store });
  const nothing = money(0, order.totals.total.currency);
  // Nothing where the giver was refunded before.
  const ofMoney = isPaidFor(order.status) ? amountDue(order, life, refund) : nothing;
  const ofCredit = creditShare(order, life, refund.units);
  const credit = money(ofMoney.minor + ofCredit, nothing.currency);
  await giveBackCredit(order.id, ofCredit, { now, isNewCode: true });
  const forStock = await unitsForStock(order, row, { life, returned });
  await restock(order, { units: forStock, isRestocked, now });
  await closeReturn(row.id, null, now);
  await db()
    .updateTable("order_returns")
    .set({ credit_minor: ofMoney.minor })
    .where("id", "=", row.id)
    .execute();
  await returnCredited.publish({ returnNumber: row.number, amount: credit, now });
  return ok({ orderId: order.id, orderNumber: order.number, refund: nothing, credit, isNew: true });
}

/** Null where none is left to refund. */
export async function suggestDelivery(
  number: string,
): Promise<Readonly<{ ground: DeliveryGround; isDue: boolean; amount: Money }> | null> {
  const row = await findReturn(number);
  const order = row && isOrderId(row.order_id) ? await findOrder(row.order_id) : null;
  if (!row || !order || !isPaidFor(order.status)) return null;
  const [life, store] = await Promise.all([findFulfilmentHistory(order.id), findStore()]);
  const { ground, earlier } = await returnedUnits(order, row, { life, store });
  const due = dueDelivery(ground, order);
  const { amount } = deliveryShare(order, due || true, earlier);
  return amount.minor === 0 ? null : { ground, isDue: due !== false, amount };
}
