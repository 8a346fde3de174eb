import { lowerFirst, sentences } from "#app/models/shared/text.ts";
import { formatAddress } from "#app/models/store/format-address.ts";
import type { CancellationLaw } from "#app/models/store/law.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
import type { Store } from "#app/models/store/store.ts";

import { type EmailDocument, type EmailPart } from "./document.ts";

const WORDS = {
  "united-kingdom": {
    right: "Your right to cancel",
    theRight: "The right to cancel",
    end: "cancel",
    form: "Model cancellation form",
    service: "for the supply of the following service",
  },
  "european-union": {
    right: "Your right of withdrawal",
    theRight: "The right of withdrawal",
    end: "withdraw from",
    form: "Model withdrawal form",
    service: "for the provision of the following service",
  },
} as const;

type RightToEnd = Readonly<{
  law: CancellationLaw;
  origin: string;
  /** What of the delivery charge is refunded, in sentences. */
  deliveryRefund: string;
}>;

/**
 * Consumer Contracts Regulations 2013, Schedule 3, or Directive 2011/83/EU, Annex I (its line about the withdrawal
 * function by Directive (EU) 2023/2673); where no law asks for it, the shop's own returns.
 */
export function cancellation(store: Store, about: RightToEnd): ReadonlyArray<EmailPart> {
  const { law, deliveryRefund } = about;
  if (law === "none") return ownReturns(store, deliveryRefund);
  const { company, contact, returns } = store;
  const { statutoryCancellationDays: days, ourReturnsDays } = returns;
  const seller = [...sellerLines(company), contact.email].join(", ");
  const { right, end, form, service } = WORDS[law];
  const verb = law === "united-kingdom" ? "cancel" : "withdraw";
  return [
    { kind: "heading", text: `${right}: ${days} days` },
    `You may ${end} this contract within ${days} days without giving a reason. The ${days} days end ${days} days after the day on which you, or someone you name who is not the carrier, receives the goods; if they come in several deliveries, the last of them.`,
    `To ${verb}, tell us clearly before the ${days} days are over: by email to ${contact.email}, by post to ${sellerLines(company).join(", ")}, or by phone on ${contact.phone}. You may use the form below, but you do not have to.`,
    ...onlineFunction(store, about),
    `${refundText(store, law)} ${deliveryRefund}`,
    costText(store, law),
    `As well as your legal right, you have ${ourReturnsDays} days from delivery to return anything unused.`,
    { kind: "heading", text: form },
    {
      kind: "form",
      lines: [
        `Complete and return this form only if you wish to ${end} the contract.`,
        `To: ${seller}`,
        `I/We [*] hereby give notice that I/We [*] ${end} my/our [*] contract of sale of the following goods [*]/${service} [*],`,
        "Ordered on [*]/received on [*],",
        "Name of consumer(s),",
        "Address of consumer(s),",
        "Signature of consumer(s) (only if this form is notified on paper),",
        "Date",
        "[*] Delete as appropriate",
      ],
    },
  ];
}

/** For an order that has nothing else than items made to the buyer's instructions; `texts` say what may be changed. */
export function madeForBuyer(law: CancellationLaw, texts: ReadonlyArray<string>): ReadonlyArray<EmailPart> {
  const uncovered = "does not cover this order, because all of it is made to your instructions.";
  const right = law === "none" ? [] : [`${WORDS[law].theRight} ${uncovered}`];
  return [{ kind: "heading", text: "Changing or cancelling this order" }, [...right, ...texts].join(" ")];
}

function onlineFunction({ law }: Store, about: RightToEnd): ReadonlyArray<EmailPart> {
  if (!law.hasWithdrawalFunction || about.law !== "european-union") return [];
  return [
    `You can also withdraw online at ${about.origin}/withdraw, or by “Withdraw from contract here” on every page of our shop. We then confirm at once by email what you declared, with the date and time.`,
  ];
}

function refundText({ returns }: Store, law: CancellationLaw): string {
  const { sendBackWithinDays, refundWithinDays } = returns;
  if (law === "united-kingdom")
    return `Send the goods back without undue delay, and within ${sendBackWithinDays} days of telling us. We refund what you paid for them within ${refundWithinDays} days of getting them back or, if sooner, of receiving proof that you have sent them, to the card or account you paid with.`;
  // Article 13: within days of the declaration, but not before the goods or the proof that they were sent.
  return `Send the goods back without undue delay, and within ${sendBackWithinDays} days of telling us. We refund all payments that we received for them without undue delay, and within ${refundWithinDays} days of the day on which you tell us, to the card or account you paid with and without a fee. We may wait until we have the goods back or, if sooner, proof that you have sent them.`;
}

function costText({ returns }: Store, law: Exclude<CancellationLaw, "none">): string {
  return `Cost of returning goods: ${returns.returnCost} We may reduce the refund if the goods have lost value because you handled them more than was needed to see what they are like and how they work. ${WORDS[law].theRight} does not cover: ${listed(returns.exceptions)}.`;
}

function ownReturns({ returns, contact }: Store, deliveryRefund: string): ReadonlyArray<EmailPart> {
  const { ourReturnsDays, refundWithinDays } = returns;
  return [
    { kind: "heading", text: "If you change your mind" },
    `You have ${ourReturnsDays} days from delivery to return anything unused. Open your order and choose “Return items”, or email ${contact.email}. We refund what you paid for the items within ${refundWithinDays} days of getting them back. ${deliveryRefund}`,
    `Cost of returning items: ${returns.returnCost} You cannot return: ${listed(returns.exceptions)}.`,
  ];
}

/** Consumer Rights Act 2015; Directive (EU) 2019/771. */
const QUALITY = {
  "united-kingdom": "Goods must be as described, of satisfactory quality and fit for purpose. ",
  "european-union":
    "We are liable by law for goods that do not conform to the contract (legal guarantee of conformity). ",
  none: "",
} as const;

export function complaints({ contact, returns }: Store, law: CancellationLaw): ReadonlyArray<EmailPart> {
  return [
    { kind: "heading", text: "If something is wrong" },
    `${QUALITY[law]}Nothing here affects your legal rights. ${returns.faulty} Complaints and questions: ${contact.email} or ${contact.phone}. Safety concerns: ${contact.safetyEmail}.`,
  ];
}

/** The notice on the legal guarantee, on the durable medium too (Directive 2011/83/EU, Article 8(7)). */
export function legalGuarantee(store: Store, country: string | null): ReadonlyArray<EmailPart> {
  return legalGuaranteeTexts(store, country).flatMap(({ title, address, lines }) => [
    { kind: "heading", text: title },
    {
      kind: "form",
      lines: [...lines.map((line) => line.replace(/^# /, "")), encodeURI(`https://${address}`)],
    },
  ]);
}

export function closing(
  { company, contact, demoNotice, tax }: Store,
  origin: string,
): Pick<EmailDocument, "origin" | "footer" | "links"> {
  return {
    origin,
    footer: [
      sentences(sellerLines(company).join(", ")),
      sentences(company.registration, taxNumberText({ company, tax })),
      `${contact.phone}, ${contact.email}`,
      ...(demoNotice ? [demoNotice] : []),
    ],
    links: [
      { label: "Returns and cancellation", href: `${origin}/information/returns-and-cancellation` },
      { label: "Delivery", href: `${origin}/information/delivery-and-return` },
      { label: "Terms", href: `${origin}/information/terms` },
      { label: "Contact us", href: `${origin}/information/contact-us` },
    ],
  };
}

export function taxNumberText({ company, tax }: Pick<Store, "company" | "tax">): string {
  return company.taxNumber && tax.name ? `${tax.name} number ${company.taxNumber}` : "";
}

export function sellerLines({ legalName, address }: Store["company"]): ReadonlyArray<string> {
  return formatAddress({ ...address, company: legalName });
}

function listed(items: ReadonlyArray<string>): string {
  const small = items.map(lowerFirst);
  return [small.slice(0, -1).join("; "), ...small.slice(-1)].filter(Boolean).join("; and ");
}
