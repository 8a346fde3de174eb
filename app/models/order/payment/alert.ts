/** The e-mails to the owner about payments that need a person: what happened, by when, and what to do. */
import type { EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

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
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  orderNumber: number;
  /** As it is read: "£49.95". */
  amount: string;
  /** The provider's name, and its id of the refund, dispute or payment. */
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
      { kind: "paragraph", text: `${what} It is about ${amount}.` },
      { kind: "paragraph", text: todo },
      { kind: "paragraph", text: `At the payment provider (${provider}) look for ${reference}.` },
    ],
    ...closing(store, origin),
  };
  return letterWords(`owner-${about.kind}`, document);
}

const WORDS: Readonly<Record<PaymentAlertKind, Readonly<{ title: string; what: string; todo: string }>>> = {
  disputed: {
    title: "the payment is disputed",
    what: "The customer’s bank has asked for the money of this order back.",
    todo: "Hold the goods if they are still here, and answer the dispute at the payment provider before its date. Do not refund the order meanwhile: the money would go back twice.",
  },
  "dispute-won": {
    title: "the dispute is over, and the money stays here",
    what: "The bank has decided the dispute for the shop.",
    todo: "Nothing more is to be done about the money. Send what was held.",
  },
  "dispute-lost": {
    title: "the dispute is lost",
    what: "The bank has given the money of this order back to the customer.",
    todo: "Do not refund the order: the customer has the money. Ask for the goods if they were sent.",
  },
  "refund-failed": {
    title: "a refund came back",
    what: "The customer’s bank did not take a refund of this order, so the money is with the payment provider again.",
    todo: "Ask the customer how the money can reach them, and send it by another way.",
  },
  "payment-review": {
    title: "a payment does not match",
    what: "What the payment provider reported is not what this order asked for: another sum, another currency or another order. The order is held and nothing is sent.",
    todo: "Compare the payment with the order. Then take the order as it is, or give the money back.",
  },
  "paid-twice": {
    title: "the same basket was paid for twice",
    what: "The customer has paid for the same basket with another order. The shop is refunding this order by itself and has emailed the customer.",
    todo: "Do not send this order and do not refund it yourself. Send the other order as usual. If the refund does not appear at the payment provider within a day, refund the payment there.",
  },
};
