import type { OrderRefund } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

type About = Readonly<{ order: Order; store: Store }>;

/** An earlier email said that the money was on its way, or had arrived. */
export function refundChanged({ order, store }: About, { amount, status }: OrderRefund) {
  const refund = `refund of ${formatMoney(amount, store.locale)} for order ${order.number}`;
  if (status === "failed")
    return {
      subject: `Our ${refund} did not reach you`,
      preview: "We still owe you this money.",
      heading: "Your refund did not arrive",
      blocks: [
        `Our ${refund} to your original payment method was not accepted. We still owe you this money.`,
        "Your card or account may have been closed or replaced. Please reply to this email or call us, so that we can agree how to pay you.",
      ],
    };
  const words = `We told you about a ${refund}. That money had already gone back to you another way, so this refund is not sent.`;
  return {
    subject: `About your ${refund}`,
    preview: "You already have this money.",
    heading: "About your refund",
    blocks: [words],
  };
}
