/** A letter as it is sent. Nothing else writes e-mails: what is not a known kind has no preview, and is not sent. */
import type { EmailDocument, EmailWords } from "./document.ts";
import { emailHtml } from "./html.ts";
import type { LetterKind } from "./templates.ts";
import { emailText } from "./text.ts";

/** Subject, text and HTML of one and the same document. */
export function letterWords(letter: LetterKind, document: EmailDocument): EmailWords {
  return { letter, subject: document.subject, text: emailText(document), html: emailHtml(document) };
}
