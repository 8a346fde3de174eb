import type { MoneyNotice } from "#app/components/desk/orders/money-notice.tsx";
import type { DeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import { DISPUTE_TODO, INQUIRY_TODO, LOST_TODO } from "#app/models/order/payment/alert.ts";
import { type Dispute, disputeReason, isDisputeOpen } from "#app/models/order/payment/dispute.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { can } from "#app/models/staff/role.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";
import type { DeskReader } from "#app/routes/desk/order-view.server.ts";

/** In the order in which it began; a dispute that was won needs nobody. */
export function moneyNotices({ life }: DeskOrder, { store, role }: DeskReader): ReadonlyArray<MoneyNotice> {
  const disputes = life.disputes.filter((dispute) => isDisputeOpen(dispute) || dispute.lost > 0);
  return [
    ...disputes.map((dispute) => ({
      ...{ key: `dispute-${dispute.reference}`, refundId: null, maySendAgain: false },
      ...disputeWords(dispute, store),
    })),
    ...life.refunds
      .filter(({ status }) => status === "failed")
      .map((refund) => ({
        key: refund.id,
        ...refundWords(refund, store),
        refundId: can(role, "refund") ? refund.id : null,
        maySendAgain: can(role, "see-health") && refund.by !== "payment",
      })),
  ];
}

function disputeWords(dispute: Dispute, store: Store): Pick<MoneyNotice, "title" | "words"> {
  const { state, amount, fee, reason, answerBy } = dispute;
  const sum = (minor: number, currency: string) => formatMoney(money(minor, currency), store.locale);
  const disputed = sum(amount.minor, amount.currency);
  const about = reason ? [`Reason: ${disputeReason(reason)}.`] : [];
  const fees = fee ? [`Your payment provider charges ${sum(fee.minor, fee.currency)} for it.`] : [];
  const deadline = answerBy
    ? `Answer at your payment provider by ${dateTimeText(answerBy, store)}.`
    : "There is nothing to answer: it has been answered, or the bank takes no answer.";
  switch (state) {
    case "inquiry":
      return {
        title: `The bank asks about ${disputed}`,
        words: ["No money has been taken.", ...about, deadline, INQUIRY_TODO],
      };
    case "lost":
      return {
        title: `Dispute lost: ${sum(dispute.lost, amount.currency)} is gone`,
        words: ["The bank has returned this money to the customer.", ...about, ...fees, LOST_TODO],
      };
    default:
      return {
        title: `Do not refund: ${disputed} is disputed`,
        words: ["The bank has taken the money back for now.", ...about, deadline, ...fees, DISPUTE_TODO],
      };
  }
}

function refundWords({ amount, lastError }: OrderRefund, { locale }: Store) {
  return {
    title: `Refund failed: ${formatMoney(amount, locale)} is owed`,
    words: [
      ...(lastError ? [lastError] : []),
      "The customer has been told. Ask them how to pay them; note it here once you have paid them, such as by bank transfer or with another refund at the payment provider.",
    ],
  };
}
