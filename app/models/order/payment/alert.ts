import { type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import type { Store } from "#app/models/store/store.ts";

import { providerName } from "./provider-name.ts";

export type PaymentAlert = Readonly<{
  kind: PaymentAlertKind;
  store: Store;
  /** "https://shop.example". */
  origin: string;
  orderNumber: number;
  status: OrderStatus;
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
      `${what} The amount is ${amount}.`,
      ...(reason ? [`Reason: ${reason}.`] : []),
      ...(answerBy ? [`Answer at your payment provider by ${answerBy}.`] : []),
      todo ?? DECIDED_TODO[about.status] ?? "Open the order at the desk: it says what to do.",
      `Search for ${reference} at your payment provider (${providerName(provider)}).`,
    ],
  });
}

export const INQUIRY_TODO =
  "To give the money back, refund all of it at your payment provider: that ends the question. Do not send the order meanwhile.";
export const DISPUTE_TODO =
  "Do not send what has not been sent. Do not refund the order, or you will pay twice.";
export const LOST_TODO =
  "Do not refund this money: the customer already has it. What is left of the payment can be sent and refunded as usual. If you sent the items that it was about, ask for them back. If nothing of the payment is left, cancel what has not been sent.";

const SEND = "You do not need to do anything about the payment. Send any items you were holding.";
const NOTHING = "You do not need to do anything.";

/** When a dispute was won or a question closed: the order may have ended in the meantime. */
const DECIDED_TODO: Partial<Record<OrderStatus, string>> = {
  ...{ paid: SEND, packed: SEND, "partially-shipped": SEND, shipped: NOTHING, delivered: NOTHING },
  refunded: "All of the payment has been refunded. You do not need to do anything.",
  cancelled:
    "The order has been cancelled, so nothing is sent. If the customer has not had all of their money back, refund the rest at the desk.",
};

const WORDS = {
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
  "inquiry-closed": {
    title: "the bank has closed its question",
    what: "The customer’s bank asked about this payment and has now closed its question. It has taken no money.",
    todo: null,
  },
  "dispute-won": {
    title: "you won the dispute",
    what: "The bank has decided in your favour, or the customer has taken the dispute back.",
    todo: null,
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
} as const satisfies Record<string, Readonly<{ title: string; what: string; todo: string | null }>>;

export type PaymentAlertKind = keyof typeof WORDS;

export function isPaymentAlert(kind: unknown): kind is PaymentAlertKind {
  return typeof kind === "string" && Object.hasOwn(WORDS, kind);
}
