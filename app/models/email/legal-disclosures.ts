import { formatAddress } from "#app/models/store/format-address.ts";
import type { Store } from "#app/models/store/store.ts";

import type { EmailBlock, EmailDocument } from "./document.ts";

/** The right to cancel and the model form (Consumer Contracts Regulations 2013, Schedule 3). */
export function cancellation({ company, contact, returns }: Store): ReadonlyArray<EmailBlock> {
  const { statutoryCancellationDays: days, sendBackWithinDays, refundWithinDays, ourReturnsDays } = returns;
  const seller = [...sellerLines(company), contact.email].join(", ");
  return [
    { kind: "heading", text: `Your right to cancel: ${days} days` },
    {
      kind: "paragraph",
      text: `You may cancel this contract within ${days} days without giving a reason. The ${days} days end ${days} days after the day on which you, or someone you name who is not the carrier, receives the goods; if they come in several deliveries, the last of them.`,
    },
    {
      kind: "paragraph",
      text: `To cancel, tell us clearly before the ${days} days are over: by email to ${contact.email}, by post to ${sellerLines(company).join(", ")}, or by phone on ${contact.phone}. You may use the form below, but you do not have to.`,
    },
    {
      kind: "paragraph",
      text: `Send the goods back without undue delay, and within ${sendBackWithinDays} days of telling us. We refund what you paid for them within ${refundWithinDays} days of getting them back or, if sooner, of receiving proof that you have sent them, to the card or account you paid with. ${returns.outboundDeliveryRefunded}`,
    },
    {
      kind: "paragraph",
      text: `Cost of returning goods: ${returns.returnCost} We may reduce the refund if the goods have lost value because you handled them more than was needed to see what they are like and how they work. The right to cancel does not cover: ${listed(returns.exceptions)}.`,
    },
    {
      kind: "paragraph",
      text: `As well as your legal right, you have ${ourReturnsDays} days from delivery to return anything unused.`,
    },
    { kind: "heading", text: "Model cancellation form" },
    {
      kind: "form",
      lines: [
        "Complete and return this form only if you wish to cancel the contract.",
        `To: ${seller}`,
        "I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],",
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

/** Statutory rights, and where to complain. */
export function complaints({ contact, returns }: Store): ReadonlyArray<EmailBlock> {
  return [
    { kind: "heading", text: "If something is wrong" },
    {
      kind: "paragraph",
      text: `Goods must be as described, of satisfactory quality and fit for purpose. Nothing here affects your legal rights. ${returns.faulty} Complaints and questions: ${contact.email} or ${contact.phone}. Safety concerns: ${contact.safetyEmail}.`,
    },
  ];
}

/** The sender, at the foot of every email. */
export function closing(
  { company, contact, demoNotice, tax }: Store,
  origin: string,
): Pick<EmailDocument, "origin" | "footer" | "links"> {
  return {
    origin,
    footer: [
      `${sellerLines(company).join(", ")}.`,
      `${[company.registration, taxNumberText({ company, tax })].filter(Boolean).join(". ")}.`,
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

/** "VAT number GB 000 0000 00"; nothing where the shop has none. */
export function taxNumberText({ company, tax }: Pick<Store, "company" | "tax">): string {
  return company.taxNumber && tax.name ? `${tax.name} number ${company.taxNumber}` : "";
}

export function sellerLines({ legalName, address }: Store["company"]): ReadonlyArray<string> {
  return formatAddress({ ...address, company: legalName });
}

/** "a, b and c", beginning in lower case. */
function listed(items: ReadonlyArray<string>): string {
  const small = items.map((item) => item.charAt(0).toLowerCase() + item.slice(1));
  return [small.slice(0, -1).join("; "), ...small.slice(-1)].filter(Boolean).join("; and ");
}
