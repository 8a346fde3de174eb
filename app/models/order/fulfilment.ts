import { type Money, money } from "#app/models/shared/money.ts";

import type { Order } from "./order.ts";
import type { RefundUnits } from "./refund-shares.ts";
import type { LegalBasis, RecipientRemedy } from "./returns/return.ts";
import { isPaidFor, isToBeSent, type OrderActor } from "./status.ts";

/** In the order of the order's lines. */
export type LineFulfilment = Readonly<{
  id: string;
  sent: number;
  /** Refunded, given as credit, or taken back without money, sent or not. */
  refunded: number;
  /** Taken out before they were sent, refunded or not. */
  unsent: number;
  /** Arrived or not, without units that a withdrawal kept from being sent. */
  requested: number;
  /** Once sent, and neither requested nor returned. */
  refundedWithoutReturn: number;
  /** When the shop began to make the item, ISO 8601, UTC. */
  workStartedAt: string | null;
  /** By the buyer, ISO 8601, UTC. */
  wordsChangedAt: string | null;
  /** ISO 8601, UTC. */
  awaitsAnswerUntil: string | null;
}>;

export type SentShipment = Readonly<{
  id: number;
  carrier: string;
  number: string;
  url: string | null;
  /** ISO 8601, UTC. */
  sentAt: string;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number }>>;
}>;

export type OrderRefund = Readonly<{
  id: string;
  amount: Money;
  reason: string;
  by: string;
  /** The buyer got a discount code, and no money moves. */
  isCredit: boolean;
  /** "queued" until the provider has taken it. */
  status: "queued" | "completed";
  lastError: string | null;
  createdAt: string;
  completedAt: string | null;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number }>>;
  hasDelivery: boolean;
  goodwill: Money;
  /** Went back before, as goodwill or at the payment provider, and is missing from what its items and delivery cost. */
  setOff: Money;
  /** Kept of the price of its items. */
  wear: Money;
  wearReason: string;
  words: string;
}>;

export type OrderReturn = Readonly<{
  number: string;
  status: "requested" | "received";
  legalBasis: LegalBasis | null;
  /** Of a gift that its family sends back; null for a return of the buyer. */
  recipientRemedy: RecipientRemedy | null;
  note: string;
  requestedAt: string;
  arrivedAt: string | null;
  receivedAt: string | null;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number; reason: string }>>;
}>;

export type OrderMoved = Readonly<{
  from: string | null;
  to: string;
  reason: string;
  by: string;
  at: string;
}>;

type Step = Readonly<{ from?: string | null; to: string }>;

/** Without deliveries that were taken back, and without taking them back. */
export function standingMoves<Move extends Step>(moves: ReadonlyArray<Move>): ReadonlyArray<Move> {
  const last = moves.findLastIndex(isTakenBack);
  return moves.filter((move, index) => index > last || (move.to !== "delivered" && !isTakenBack(move)));
}

function isTakenBack({ from, to }: Step): boolean {
  return from === "delivered" && to === "shipped";
}

const TAKE_BACK_MS = 24 * 3_600_000;

/** A delivery that was marked by mistake can be taken back for 24 hours. */
export function isDeliveryFresh(moves: ReadonlyArray<Step & Pick<OrderMoved, "at">>, now: Date): boolean {
  const delivered = standingMoves(moves).findLast(({ from, to }) => from === "shipped" && to === "delivered");
  return delivered !== undefined && now.getTime() < Date.parse(delivered.at) + TAKE_BACK_MS;
}

export type FulfilmentHistory = Readonly<{
  lines: ReadonlyArray<LineFulfilment>;
  shipments: ReadonlyArray<SentShipment>;
  refunds: ReadonlyArray<OrderRefund>;
  returns: ReadonlyArray<OrderReturn>;
  moves: ReadonlyArray<OrderMoved>;
  deliveredAt: string | null;
}>;

export type Actor = Readonly<{ by: OrderActor; now: Date }>;

type HistoryLines = Readonly<{ lines: ReadonlyArray<LineFulfilment> }>;
type Items = Pick<Order, "status" | "lines">;

export function unitsToSend({ status, lines }: Items, life: HistoryLines): ReadonlyArray<number> {
  if (!isToBeSent(status)) return lines.map(() => 0);
  return lines.map(({ quantity }, index) => {
    const { sent = 0, unsent = 0 } = life.lines[index] ?? {};
    return Math.max(0, quantity - sent - unsent);
  });
}

/** Without those that wait for their buyer's answer. */
export function unitsToSendNow(order: Items, life: HistoryLines): ReadonlyArray<number> {
  return unitsToSend(order, life).map((units, index) => (life.lines[index]?.awaitsAnswerUntil ? 0 : units));
}

export function isAllWaiting(order: Items, life: HistoryLines): boolean {
  const isLeft = (units: number) => units > 0;
  return unitsToSend(order, life).some(isLeft) && !unitsToSendNow(order, life).some(isLeft);
}

/** That the buyer has, or gets with the next delivery. */
export function unitsToReturn({ status, lines }: Items, life: HistoryLines): ReadonlyArray<number> {
  const isAllSent = status === "shipped" || status === "delivered";
  if (!isAllSent && status !== "partially-shipped") return lines.map(() => 0);
  return lines.map(({ quantity }, index) => {
    const { sent = 0, unsent = 0, requested = 0, refundedWithoutReturn = 0 } = life.lines[index] ?? {};
    return Math.max(0, (isAllSent ? quantity - unsent : sent) - requested - refundedWithoutReturn);
  });
}

/** Sent or not; what is made for the buyer does not count. */
export function unitsToWithdraw({ status, lines }: Items, life: HistoryLines): ReadonlyArray<number> {
  if (!isPaidFor(status)) return lines.map(() => 0);
  return lines.map(({ quantity, personalisation }, index) => {
    if (personalisation?.isReturnable === false) return 0;
    const { unsent = 0, requested = 0, refundedWithoutReturn = 0 } = life.lines[index] ?? {};
    return Math.max(0, quantity - unsent - requested - refundedWithoutReturn);
  });
}

export function refundsSoFar(life: Pick<FulfilmentHistory, "lines" | "refunds">): RefundUnits {
  return {
    units: life.lines.map(({ refunded }) => refunded),
    delivery: life.refunds.some(({ hasDelivery }) => hasDelivery),
  };
}

/** Minor units: refunded, queued, and given as credit. */
export function refundedSoFar(refunds: ReadonlyArray<Pick<OrderRefund, "amount">>): number {
  return refunds.reduce((sum, { amount }) => sum + amount.minor, 0);
}

/** Minor units that refunds of items have set off because they went back at the payment provider, not as goodwill. */
export function setOffElsewhere(refunds: ReadonlyArray<Pick<OrderRefund, "goodwill" | "setOff">>): number {
  return Math.max(
    0,
    refunds.reduce((sum, { goodwill, setOff }) => sum + setOff.minor - goodwill.minor, 0),
  );
}

export const isOfCurrency =
  (currency: string) =>
  ({ amount }: Pick<OrderRefund, "amount">): boolean =>
    amount.currency === currency;

/** What goes back the way it was paid: in `currency`, or in another if it was paid in that one only. */
export function moneyRefunded(
  refunds: ReadonlyArray<Pick<OrderRefund, "amount" | "isCredit">>,
  currency: Money["currency"],
): Money {
  const rows = refunds.filter(({ isCredit }) => !isCredit);
  const shown = rows.some(isOfCurrency(currency)) ? currency : (rows[0]?.amount.currency ?? currency);
  return money(refundedSoFar(rows.filter(isOfCurrency(shown))), shown);
}
