/** The e-mails about a message by the contact form: the message itself for the shop, and a copy for a customer. */
import type { EmailBlock, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { Store } from "#app/models/store/store.ts";

import { type ContactMessage, contactTopic, workingDaysText } from "./contact.ts";

export type ContactEmail = Readonly<{
  message: ContactMessage;
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  /** True where a customer was logged in whose own, confirmed address this is. */
  isKnown: boolean;
}>;

/** The message, for whoever in the shop answers such messages. */
export function contactLetter({ message, store, origin, isKnown }: ContactEmail): EmailWords {
  const { name, email, orderNumber } = message;
  const { label } = contactTopic(message.topic);
  const subject = `${label}${orderNumber ? ` (${orderNumber})` : ""}: a message from ${name}`;
  return letterWords("owner-contact-message", {
    language: store.locale,
    shopName: store.name,
    subject,
    preview: message.message.replace(/\s+/g, " ").slice(0, PREVIEW_MAX),
    heading: `A message from ${name}`,
    blocks: [
      paragraph(`About: ${label}`),
      ...(orderNumber ? [paragraph(`Order number, as typed: ${orderNumber}`)] : []),
      quoted(message.message),
      paragraph(`To answer, reply to this e-mail: it goes to ${email}.`),
      paragraph(
        isKnown
          ? "They were logged in, and this is the confirmed address of their account."
          : "Nobody has checked that the address is theirs: say nothing about an order before you know who they are.",
      ),
    ],
    ...closing(store, origin),
  });
}

/** What a customer keeps of it. Nobody but a customer at their own address is ever sent this. */
export function contactCopy({ message, store, origin }: ContactEmail): EmailWords {
  const promise = `We answer within ${workingDaysText(store.contact.replyWithinWorkingDays)}.`;
  return letterWords("contact-copy", {
    language: store.locale,
    shopName: store.name,
    subject: `Your message to ${store.name}`,
    preview: promise,
    heading: "We have your message",
    blocks: [
      paragraph(`Thank you, ${message.name}. ${promise} This is what you wrote:`),
      quoted(message.message),
    ],
    ...closing(store, origin),
  });
}

/** Characters of the message that a list of e-mails may show. */
const PREVIEW_MAX = 100;

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}

/** Set apart, so that nothing a stranger wrote passes for the shop's own words. */
function quoted(text: string): EmailBlock {
  return { kind: "form", lines: text.split("\n").filter((line) => line.trim() !== "") };
}
