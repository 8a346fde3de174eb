/** Every letter of the shop with its samples, and what is in it. */
import { JSDOM } from "jsdom";

import { previewLetter } from "#app/models/email-previews/email-previews.ts";
import type { EmailWords } from "#app/models/email/document.ts";
import { type LetterKind, LETTERS } from "#app/models/email/templates.ts";
import { demoStore } from "#tests/support/shops/store.ts";

export const LETTER_KINDS = Object.keys(LETTERS) as ReadonlyArray<LetterKind>;

export const letterOf = (kind: LetterKind, origin = "https://shop.example"): EmailWords =>
  previewLetter(kind, { store: demoStore, origin });

const documents = new WeakMap<EmailWords, Document>();

/** Read once: tests only look at it. */
export function documentOf(letter: EmailWords): Document {
  const document = documents.get(letter) ?? new JSDOM(letter.html).window.document;
  documents.set(letter, document);
  return document;
}

/** Where a letter leads: the links of its HTML and the addresses in its text. */
export function linksOf(
  letter: EmailWords,
): Readonly<{ html: ReadonlyArray<string>; text: ReadonlyArray<string> }> {
  return {
    html: [...documentOf(letter).querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
    text: letter.text.match(/https?:\/\/\S+/g) ?? [],
  };
}

/** The letter as it is read: without what only lists of messages or hearers get. */
export function shownText(letter: EmailWords): string {
  const body = documentOf(letter).body.cloneNode(true) as HTMLElement;
  for (const unseen of body.querySelectorAll("[style*='mso-hide'], style, script")) unseen.remove();
  // Cells and lines are words apart.
  for (const end of body.querySelectorAll("td, p, br, h1, h2, a")) end.after(" ");
  return body.textContent;
}
