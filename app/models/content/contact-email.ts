import { type EmailBlock, type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

import { type ContactMessage, contactTopic, workingDaysText } from "./contact.ts";

export type ContactEmail = Readonly<{
  message: ContactMessage;
  store: Store;
  origin: string;
  isKnown: boolean;
}>;

export function contactEmail(about: ContactEmail): EmailWords {
  const { message, isKnown } = about;
  const { name, email, orderNumber } = message;
  const { label } = contactTopic(message.topic);
  const subject = `${label}${orderNumber ? ` (${orderNumber})` : ""}: a message from ${name}`;
  return shopEmail("owner-contact-message", about, {
    subject,
    preview: message.message.replace(/\s+/g, " ").slice(0, PREVIEW_MAX),
    heading: `A message from ${name}`,
    blocks: [
      `About: ${label}`,
      ...(orderNumber ? [`Order number (as entered): ${orderNumber}`] : []),
      quoted(message.message),
      `Reply to this email to answer: your reply goes to ${email}.`,
      isKnown
        ? "The customer was logged in, and this is the confirmed email address of their account."
        : "We have not confirmed this email address. Do not discuss an order until you know who you are writing to.",
    ],
  });
}

export function contactCopy(about: ContactEmail): EmailWords {
  const { message, store } = about;
  const promise = `We’ll reply within ${workingDaysText(store.contact.replyWithinWorkingDays)}.`;
  return shopEmail("contact-copy", about, {
    subject: `Your message to ${store.name}`,
    preview: promise,
    heading: "We have received your message",
    blocks: [`Thank you, ${message.name}. ${promise} Here is what you wrote:`, quoted(message.message)],
  });
}

export type ContactReply = Readonly<{
  reply: string;
  /** Null for an address that nobody has confirmed, because the words may be meant for its owner. */
  words: string | null;
  writtenAt: string;
  store: Store;
  origin: string;
}>;

export function contactReply(about: ContactReply): EmailWords {
  const { reply, words, writtenAt, store } = about;
  return shopEmail("contact-reply", about, {
    subject: `Re: Your message to ${store.name}`,
    preview: reply.replace(/\s+/g, " ").slice(0, PREVIEW_MAX),
    heading: "Our reply",
    blocks: [
      ...reply.split(/\n+/),
      ...(words === null
        ? []
        : [{ kind: "heading", text: `You wrote on ${dateText(writtenAt, store)}` } as const, quoted(words)]),
    ],
  });
}

const PREVIEW_MAX = 100;

/** Marked as a quotation, so that a stranger's words do not pass for the shop's. */
function quoted(text: string): EmailBlock {
  return { kind: "form", lines: text.split("\n").filter((line) => line.trim() !== "") };
}
