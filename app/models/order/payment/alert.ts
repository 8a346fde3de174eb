import type { EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { renderEmail } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

import { providerName } from "./provider-name.ts";

export const PAYMENT_ALERTS = [
  "disputed",
  "dispute-won",
  "dispute-lost",
  "refund-failed",
  "payment-review",
  "paid-twice",
] as const;

export type PaymentAlertKind = (typeof PAYMENT_ALERTS)[number];

export type PaymentAlert = Readonly<{
  kind: PaymentAlertKind;
  store: Store;
  /** "https://shop.example". */
  origin: string;
  orderNumber: number;
  amount: string;
  /** The provider's name and its id of the refund, dispute or payment. */
  provider: string;
  reference: string;
}>;

export function paymentAlertEmail(about: PaymentAlert): EmailWords {
  const { store, origin, orderNumber, amount, provider, reference } = about;
  const { title, what, todo } = WORDS[about.kind];
  const subject = `Order ${orderNumber}: ${title}`;
  const document: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    subject,
    preview: what,
    heading: subject,
    blocks: [
      { kind: "paragraph", text: `${what} The amount is ${amount}.` },
      { kind: "paragraph", text: todo },
      {
        kind: "paragraph",
        text: `Search for ${reference} at your payment provider (${providerName(provider)}).`,
      },
    ],
    ...closing(store, origin),
  };
  return renderEmail(`owner-${about.kind}`, document);
}

const WORDS: Readonly<Record<PaymentAlertKind, Readonly<{ title: string; what: string; todo: string }>>> = {
  disputed: {
    title: "the payment is disputed",
    what: "The customer has disputed this payment with their bank.",
    todo: "If you have not sent the order, hold it. Answer the dispute at your payment provider before the deadline. Do not refund the order in the meantime, or you will pay twice.",
  },
  "dispute-won": {
    title: "you won the dispute",
    what: "The bank has decided in your favour, and you keep the money.",
    todo: "You do not need to do anything about the payment. Send any items you were holding.",
  },
  "dispute-lost": {
    title: "you lost the dispute",
    what: "The bank has returned the money for this order to the customer.",
    todo: "Do not refund the order: the customer already has the money. If you sent the items, ask for them back.",
  },
  "refund-failed": {
    title: "a refund failed",
    what: "The customer’s bank did not accept a refund for this order, so the money is back with your payment provider.",
    todo: "Ask the customer how to pay them, then send the refund another way.",
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
};
