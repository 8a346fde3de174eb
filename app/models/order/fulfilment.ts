import { type Money, shareOfMoney } from "#app/models/shared/money.ts";

import type { Order } from "./order.ts";
import { type Dispute, isDisputeOpen } from "./payment/dispute.ts";
import type { EarlierRefunds } from "./refund-shares.ts";
import type { LegalBasis, RecipientRemedy } from "./returns/return.ts";
import type { ReturnWay } from "./returns/return-way.ts";
import { canMoveOrder, isPaidFor, isToBeSent, type OrderActor } from "./status.ts";

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
  /** "CN-000001", or null. */
  creditNote: string | null;
  amount: Money;
  reason: string;
  by: string;
  /** The buyer got a discount code, and no money moves. */
  isCredit: boolean;
  /**
   * "queued" until the provider has taken it; "failed": the bank or the provider has refused it; "void": nothing was left
   * to give back.
   */
  status: "queued" | "completed" | "failed" | "void";
  /** By the shop itself, such as by bank transfer, after it had failed. */
  isPaidAnotherWay: boolean;
  /** Of one that was made in the end: that the provider's pages made one of its sum, which may have been meant otherwise. */
  lastError: string | null;
  createdAt: string;
  completedAt: string | null;
  failedAt: string | null;
  contents: ReadonlyArray<Readonly<{ name: string; quantity: number }>>;
  /** All of the delivery charge has gone back, with this and earlier refunds. */
  hasDelivery: boolean;
  /** What of it goes back with this one. */
  delivery: Money;
  goodwill: Money;
  /** Went back before, as goodwill or at the payment provider, and is missing from what its items and delivery cost. */
  setOff: Money;
  /** Kept of the price of its items. */
  wear: Money;
  wearReason: string;
  /** Taken off for the way back of what was returned. */
  returnCost: Money;
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
  /** Null for returns from before ways back were noted. */
  wayBack: ReturnWay | null;
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
  disputes: ReadonlyArray<Dispute>;
  /** Minor units given as a discount code to families that sent gifts back. The buyer never learns of them. */
  familyCredit: number;
  /** Minor units that a credit paid of the order and has not had back; null: it used none. */
  credit: number | null;
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

export function refundsSoFar(life: Pick<FulfilmentHistory, "lines" | "refunds">): EarlierRefunds {
  return {
    units: life.lines.map(({ refunded }) => refunded),
    delivery: life.refunds.some(({ hasDelivery }) => hasDelivery),
    deliveryMinor: life.refunds.reduce((sum, { delivery }) => sum + delivery.minor, 0),
  };
}

/** While a bank decides about the payment nothing is refunded, so nothing is cancelled. */
export function canCancel({ status }: Pick<Order, "status">, life: Disputed, by: OrderActor): boolean {
  return canMoveOrder(status, "cancelled", by) && !hasOpenDispute(life);
}

/** What was paid and has not gone back can be refunded in every status, also of an order that was cancelled. */
export function canRefund({ status, paidAt }: Pick<Order, "status" | "paidAt">, life: Disputed): boolean {
  return paidAt !== null && status !== "disputed" && !hasOpenDispute(life);
}

type Disputed = Pick<FulfilmentHistory, "disputes">;

export function hasOpenDispute({ disputes }: Disputed): boolean {
  return disputes.some(isDisputeOpen);
}

/** Minor units that a credit paid of these units and has not had back, by the rule of their shares. */
export function creditShare(
  { lines }: Pick<Order, "lines">,
  life: Pick<FulfilmentHistory, "lines" | "credit">,
  units: ReadonlyArray<number>,
): number {
  let share = 0;
  for (const [index, { discount, quantity }] of lines.entries()) {
    const from = life.lines[index]?.refunded ?? 0;
    const upTo = (count: number) => shareOfMoney(discount, count, quantity).minor;
    share += upTo(from + (units[index] ?? 0)) - upTo(from);
  }
  return Math.min(share, life.credit ?? 0);
}
