import { type EmailWords, paragraph } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { Store } from "#app/models/store/store.ts";

import { providerName } from "./provider-name.ts";

export const PAYMENT_ALERTS = [
  "inquiry",
  "disputed",
  "dispute-won",
  "dispute-lost",
  "refund-failed",
  "payment-review",
  "paid-twice",
  "paid-after-cancellation",
] as const;

export type PaymentAlertKind = (typeof PAYMENT_ALERTS)[number];

export type PaymentAlert = Readonly<{
  kind: PaymentAlertKind;
  store: Store;
  /** "https://shop.example". */
  origin: string;
  orderNumber: number;
  amount: string;
  /** Of a dispute: why, and until when it can be answered; null where the provider does not say. */
  reason: string | null;
  answerBy: string | null;
  /** The provider's name and its id of the refund, dispute or payment. */
  provider: string;
  reference: string;
}>;

export function paymentAlertEmail(about: PaymentAlert): EmailWords {
  const { orderNumber, amount, reason, answerBy, provider, reference } = about;
  const { title, what, todo } = WORDS[about.kind];
  const subject = `Order ${orderNumber}: ${title}`;
  return shopEmail(`owner-${about.kind}`, about, {
    subject,
    preview: what,
    heading: subject,
    blocks: [
      paragraph(`${what} The amount is ${amount}.`),
      ...(reason ? [paragraph(`Reason: ${reason}.`)] : []),
      ...(answerBy ? [paragraph(`Answer by ${answerBy}.`)] : []),
      paragraph(todo),
      paragraph(`Search for ${reference} at your payment provider (${providerName(provider)}).`),
    ],
  });
}

export const INQUIRY_TODO =
  "Answer the bank at your payment provider before the deadline. To give the money back instead, refund all of it there: that ends the question. Do not send the order meanwhile.";
export const DISPUTE_TODO =
  "Answer the dispute at your payment provider before the deadline. Do not send what has not been sent. Do not refund the order, or you will pay twice.";
export const LOST_TODO =
  "Do not refund this money: the customer already has it. What is left of the payment can be sent and refunded as usual. If you sent the items that it was about, ask for them back. If nothing of the payment is left, cancel what has not been sent.";

const WORDS: Readonly<Record<PaymentAlertKind, Readonly<{ title: string; what: string; todo: string }>>> = {
  inquiry: {
    title: "a bank asks about the payment",
    what: "The customer’s bank asks about this payment. It has taken no money.",
    todo: INQUIRY_TODO,
  },
  disputed: {
    title: "the payment is disputed",
    what: "The customer has disputed this payment with their bank, which has taken the money back for now.",
    todo: DISPUTE_TODO,
  },
  "dispute-won": {
    title: "you won the dispute",
    what: "The bank has decided in your favour, or the customer has taken the dispute back. You keep the money.",
    todo: "You do not need to do anything about the payment. Send any items you were holding.",
  },
  "dispute-lost": {
    title: "you lost the dispute",
    what: "The bank has returned this money to the customer.",
    todo: LOST_TODO,
  },
  "refund-failed": {
    title: "a refund failed",
    what: "The customer’s bank did not accept a refund for this order, so the money is back with your payment provider. We have told the customer that it is still owed.",
    todo: "Ask the customer how to pay them. Then open the order at the desk: send the refund again, or note that you have paid it another way.",
  },
  "payment-review": {
    title: "a payment does not match",
    what: "Your payment provider reported a payment that does not match this order: a different amount, currency or order. The order is on hold and we have sent nothing.",
    todo: "Compare the payment with the order. Then open the order at the desk: ask the provider again, or cancel the order and refund the payment.",
  },
  "paid-twice": {
    title: "the same basket was paid for twice",
    what: "The customer has paid for the same basket with another order. The shop is refunding this order by itself and has emailed the customer.",
    todo: "Do not send this order and do not refund it yourself. Send the other order as usual. If the refund does not appear at your payment provider within a day, refund the payment there.",
  },
  "paid-after-cancellation": {
    title: "paid after it was cancelled",
    what: "A payment for this order arrived after the order had been cancelled. The order stays cancelled. The shop is refunding the payment by itself and has emailed the customer.",
    todo: "Do not send this order and do not refund it yourself. If the refund does not appear at your payment provider within a day, refund the payment there.",
  },
};
