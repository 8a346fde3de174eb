import { paragraph } from "#app/models/email/document.ts";
import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type About = Readonly<{ order: Order; store: Store }>;

/** An earlier email said that the money was on its way, or had arrived. */
export function refundChanged({ order, store }: About, { amount, status }: OrderRefund) {
  const sum = formatMoney(amount, store.locale);
  const isOwed = status === "failed";
  return {
    subject: isOwed
      ? `Our refund of ${sum} for order ${order.number} did not reach you`
      : `About your refund of ${sum} for order ${order.number}`,
    preview: isOwed ? "We still owe you this money." : "You already have this money.",
    heading: isOwed ? "Your refund did not arrive" : "About your refund",
    blocks: [
      paragraph(
        isOwed
          ? `We tried to refund ${sum} for order ${order.number} to your original payment method, and it was not accepted. We still owe you this money.`
          : `We told you about a refund of ${sum} for order ${order.number}. That money had already gone back to you another way, so this refund is not sent.`,
      ),
      ...(isOwed
        ? [
            paragraph(
              "Your card or account may have been closed or replaced. Please reply to this email or call us, so that we can agree how to pay you.",
            ),
          ]
        : []),
    ],
  };
}
