/** Every letter of the shop with its samples, and what is in it. */
import { JSDOM } from "jsdom";

import { previewEmail } from "#app/models/email-previews/email-previews.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import { type EmailTemplate, EMAIL_TEMPLATES } from "#app/models/email/templates.ts";
import { demoStore } from "#tests/support/shops/store.ts";

export const TEMPLATE_NAMES = Object.keys(EMAIL_TEMPLATES) as ReadonlyArray<EmailTemplate>;

export const emailOf = (kind: EmailTemplate, origin = "https://shop.example"): EmailWords =>
  previewEmail(kind, { store: demoStore, origin });

const documents = new WeakMap<EmailWords, Document>();

/** Read once: tests only look at it. */
export function documentOf(email: EmailWords): Document {
  const document = documents.get(email) ?? new JSDOM(email.html).window.document;
  documents.set(email, document);
  return document;
}

/** Where a letter leads: the links of its HTML and the addresses in its text. */
export function linksOf(
  email: EmailWords,
): Readonly<{ html: ReadonlyArray<string>; text: ReadonlyArray<string> }> {
  return {
    html: [...documentOf(email).querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
    text: email.text.match(/https?:\/\/\S+/g) ?? [],
  };
}

/** The letter as it is read: without what only lists of messages or hearers get. */
export function shownText(email: EmailWords): string {
  const body = documentOf(email).body.cloneNode(true) as HTMLElement;
  for (const unseen of body.querySelectorAll("[style*='mso-hide'], style, script")) unseen.remove();
  // Cells and lines are words apart.
  for (const end of body.querySelectorAll("td, p, br, h1, h2, a")) end.after(" ");
  return body.textContent;
}
