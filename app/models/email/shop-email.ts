import type { Store } from "#app/models/store/store.ts";

import type { EmailBlock, EmailContent, EmailPart, EmailWords } from "./document.ts";
import { closing } from "./legal-disclosures.ts";
import { renderEmail } from "./render.ts";
import type { EmailTemplate } from "./templates.ts";

/** `origin` is that of the shop, "https://shop.example". */
export type EmailSender = Readonly<{ store: Store; origin: string }>;

/** In the shop's language, with its name and its closing; `links` stand before those of the closing. */
export function shopEmail(
  template: EmailTemplate,
  { store, origin }: EmailSender,
  { links = [], blocks: contentBlocks, ...content }: EmailContent,
): EmailWords {
  const end = closing(store, origin);
  const shop = { language: store.locale, shopName: store.name };
  const blocks = contentBlocks.map(blockOf);
  return renderEmail(template, { ...shop, ...content, blocks, ...end, links: [...links, ...end.links] });
}

function blockOf(part: EmailPart): EmailBlock {
  return typeof part === "string" ? { kind: "paragraph", text: part } : part;
}
