/** Everything that happened to an order, as its history says it: to the buyer in few words, to the owner in full. */
import { formatMoney } from "#app/models/shared/money.ts";

import type { OrderLife } from "./fulfilment.ts";
import type { OrderStatus } from "./status.ts";

export type TimelineEntry = Readonly<{
  what: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

/** What happened, as the history of an order says it. */
const EVENT_TEXT = {
  "awaiting-payment": "Placed",
  declined: "The payment was declined",
  "payment-review": "Payment held for a check",
  paid: "Paid",
  packed: "Packed",
  "partially-dispatched": "Some of it handed to the courier",
  dispatched: "Handed to the courier",
  delivered: "Delivered",
  disputed: "Your bank is looking at the payment",
  cancelled: "Cancelled",
  refunded: "All of the money given back",
} as const satisfies Record<OrderStatus, string>;

/** Steps back that are told otherwise than by where they lead. */
const STEP_TEXT: Readonly<Record<string, string>> = {
  "packed paid": "Back to packing",
  "disputed paid": "The bank has decided",
  "disputed packed": "The bank has decided",
  "disputed partially-dispatched": "The bank has decided",
  "disputed dispatched": "The bank has decided",
  "disputed delivered": "The bank has decided",
};

/** The moves of the order, its refunds and its returns, oldest first. */
export function timelineOf(life: OrderLife): ReadonlyArray<TimelineEntry> {
  const moves = life.moves.flatMap(({ from, to, at }) => {
    const what = STEP_TEXT[`${from ?? ""} ${to}`] ?? EVENT_TEXT[to as OrderStatus];
    return what ? [{ what, at }] : [];
  });
  const refunds = life.refunds.flatMap(({ amount, createdAt, madeAt }) => [
    { what: `Refund of ${formatMoney(amount)} started`, at: createdAt },
    ...(madeAt ? [{ what: `${formatMoney(amount)} sent back to you`, at: madeAt }] : []),
  ]);
  const returns = life.returns.flatMap(({ number, askedAt, receivedAt }) => [
    { what: `Return ${number} announced`, at: askedAt },
    ...(receivedAt ? [{ what: `Return ${number} arrived with us`, at: receivedAt }] : []),
  ]);
  // A stable sort: what happened in one moment stays in the order in which it is told above.
  return [...moves, ...refunds, ...returns].sort((one, other) => one.at.localeCompare(other.at));
}
