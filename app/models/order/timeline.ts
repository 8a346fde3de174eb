import { formatMoney, money } from "#app/models/shared/money.ts";

import type { FulfilmentHistory, OrderRefund } from "./fulfilment.ts";
import { type Dispute, disputeReason } from "./payment/dispute.ts";
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
  cancelled: "Cancelled",
  // The disputes and the refunds themselves say it, with what became of them.
  disputed: "",
  refunded: "",
} as const satisfies Record<OrderStatus, string>;

const STEP_TEXT: Readonly<Record<string, string>> = {
  "packed paid": "Back in preparation",
  "delivered shipped": "Not delivered yet: marked by mistake",
};

/** `isForShop`: in the words of the shop, which owes and loses, and not of the buyer. */
export function timelineOf(
  life: FulfilmentHistory,
  locale: string,
  { isForShop = false }: Readonly<{ isForShop?: boolean }> = {},
): ReadonlyArray<TimelineEntry> {
  const moves = life.moves.flatMap(({ from, to, at }) => {
    if (isResumed(from, to)) return [];
    const what = STEP_TEXT[`${from ?? ""} ${to}`] ?? EVENT_TEXT[to as OrderStatus];
    return what ? [{ what, at }] : [];
  });
  const refunds = life.refunds.flatMap((refund) => refundEntries(refund, locale, isForShop));
  const disputes = life.disputes.flatMap((dispute) => disputeEntries(dispute, locale, isForShop));
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
  return [...moves, ...work, ...refunds, ...disputes, ...returns].sort((one, other) =>
    one.at.localeCompare(other.at),
  );
}

/** After a dispute, or after a refund that the bank sent back: the entries about the money say it. */
function isResumed(from: string | null, to: string): boolean {
  return from === "refunded" || (from === "disputed" && to !== "refunded" && to !== "cancelled");
}

type At = Readonly<{ what: string; at: string | null }>;

const happened = (entries: ReadonlyArray<At>) =>
  entries.flatMap(({ what, at }): ReadonlyArray<TimelineEntry> => (at === null ? [] : [{ what, at }]));

function doubtOf({ status, lastError }: OrderRefund): string {
  return status === "completed" && lastError ? ` ${lastError}` : "";
}

function refundEntries(refund: OrderRefund, locale: string, isForShop: boolean) {
  const sum = formatMoney(refund.amount, locale);
  const { createdAt, completedAt, failedAt, status } = refund;
  const owed = status === "failed" ? ", still owed" : "";
  const failed = { what: `Refund of ${sum} not accepted${owed}`, at: failedAt };
  const way = refund.isPaidAnotherWay ? "paid back another way" : "refunded";
  const paid = { what: `${sum} ${way}${isForShop ? doubtOf(refund) : ""}`, at: completedAt };
  if (refund.isCredit) return happened([{ what: `${sum} given as a discount code`, at: createdAt }]);
  if (refund.by === "payment" && isForShop)
    return happened([
      { what: `${sum} refunded at the payment provider`, at: createdAt },
      failed,
      ...(refund.isPaidAnotherWay ? [paid] : []),
    ]);
  return happened([
    ...(refund.by === "payment" ? [] : [{ what: `Refund of ${sum} started`, at: createdAt }]),
    ...(status === "void" ? [] : [paid]),
    failed,
  ]);
}

function disputeEntries(dispute: Dispute, locale: string, isForShop: boolean) {
  const { amount, openedAt, lostAt, wonAt } = dispute;
  const sum = formatMoney(money(amount.minor, amount.currency), locale);
  const why = dispute.reason ? ` (${disputeReason(dispute.reason)})` : "";
  const isClosed = dispute.state === "closed";
  const isInquiry = isClosed || dispute.state === "inquiry";
  const settled = isClosed ? "Your bank’s question settled" : "Payment dispute settled";
  const won = isClosed ? `Bank’s question about ${sum} closed` : `Dispute about ${sum} won`;
  const opened = isInquiry
    ? isForShop
      ? `Customer’s bank asks about ${sum}${why}`
      : `Your bank asks about ${sum} of this payment`
    : isForShop
      ? `${sum} disputed by the customer${why}`
      : `${sum} disputed with your bank`;
  return happened([
    { what: opened, at: openedAt },
    { what: isForShop ? `Dispute about ${sum} lost` : `${sum} returned by your bank`, at: lostAt },
    { what: isForShop ? won : settled, at: wonAt },
  ]);
}
