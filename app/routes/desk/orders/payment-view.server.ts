import type { PaymentReviewData } from "#app/components/desk/orders/payment-review.tsx";
import { cancelStep } from "#app/models/desk/orders/money-steps.server.ts";
import { findPaymentReview } from "#app/models/desk/orders/payment-review.server.ts";
import type { Order } from "#app/models/order/order.ts";
import type { PaymentAmount } from "#app/models/order/payment/payment.ts";
import { providerName } from "#app/models/order/payment/provider-name.ts";
import type { ReviewReason } from "#app/models/order/payment/review.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import type { Store } from "#app/models/store/store.ts";

const REASONS: Readonly<Record<ReviewReason, string>> = {
  less: "The customer paid less than the order costs.",
  more: "The customer paid more than the order costs.",
  "other-currency": "The customer paid in another currency than the order.",
  "other-order": "The provider says that this payment is for another order.",
};

export async function paymentReviewData(
  order: Order,
  { store: { locale }, role }: Readonly<{ store: Store; role: StaffRole }>,
): Promise<PaymentReviewData | null> {
  const review = await findPaymentReview(order);
  if (!review) return null;
  const text = ({ minor, currency }: PaymentAmount) => formatMoney(money(minor, currency), locale);
  return {
    expected: text(review.expected),
    paid: review.paid.map(text),
    elsewhere: review.elsewhere.map(text),
    back: review.back && text(review.back),
    reasons: review.reasons.map((reason) => REASONS[reason]),
    provider: providerName(review.provider),
    reference: review.reference ?? "not known",
    mayQuery: can(role, "query-payment"),
    mayCancel: can(role, cancelStep(order.status)),
  };
}
