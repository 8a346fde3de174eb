import { formatMoney } from "#app/models/shared/money.ts";

import type { FulfilmentHistory } from "./fulfilment.ts";
import type { OrderStatus } from "./status.ts";

export type TimelineEntry = Readonly<{
  what: string;
  /** ISO 8601, UTC. */
  at: string;
}>;

const EVENT_TEXT = {
  "awaiting-payment": "Placed",
  declined: "Payment declined",
  "payment-review": "Checking payment",
  paid: "Paid",
  packed: "Packed",
  "partially-shipped": "Part of your order sent",
  shipped: "Sent",
  delivered: "Delivered",
  disputed: "Payment disputed with your bank",
  cancelled: "Cancelled",
  refunded: "Refunded in full",
} as const satisfies Record<OrderStatus, string>;

const STEP_TEXT: Readonly<Record<string, string>> = {
  "packed paid": "Back in preparation",
  "delivered shipped": "Not delivered yet: marked by mistake",
  "disputed paid": "Payment dispute settled",
  "disputed packed": "Payment dispute settled",
  "disputed partially-shipped": "Payment dispute settled",
  "disputed shipped": "Payment dispute settled",
  "disputed delivered": "Payment dispute settled",
};

export function timelineOf(life: FulfilmentHistory, locale: string): ReadonlyArray<TimelineEntry> {
  const moves = life.moves.flatMap(({ from, to, at }) => {
    const what = STEP_TEXT[`${from ?? ""} ${to}`] ?? EVENT_TEXT[to as OrderStatus];
    return what ? [{ what, at }] : [];
  });
  const refunds = life.refunds.flatMap(({ amount, isCredit, createdAt, completedAt }) => {
    const sum = formatMoney(amount, locale);
    if (isCredit) return [{ what: `${sum} given as a discount code`, at: createdAt }];
    return [
      { what: `Refund of ${sum} started`, at: createdAt },
      ...(completedAt ? [{ what: `${sum} refunded`, at: completedAt }] : []),
    ];
  });
  const returns = life.returns.flatMap(({ number, legalBasis, requestedAt, arrivedAt, receivedAt }) => [
    { what: legalBasis ? `Withdrawal ${number} declared` : `Return ${number} requested`, at: requestedAt },
    ...(arrivedAt ? [{ what: `Parcel of return ${number} arrived`, at: arrivedAt }] : []),
    ...(receivedAt
      ? [
          {
            what: legalBasis ? `Withdrawal ${number} completed` : `Return ${number} received`,
            at: receivedAt,
          },
        ]
      : []),
  ]);
  const work = life.lines.flatMap(({ wordsChangedAt, workStartedAt }) => [
    ...(wordsChangedAt ? [{ what: "Words changed", at: wordsChangedAt }] : []),
    ...(workStartedAt ? [{ what: "Work on it started", at: workStartedAt }] : []),
  ]);
  return [...moves, ...work, ...refunds, ...returns].sort((one, other) => one.at.localeCompare(other.at));
}
