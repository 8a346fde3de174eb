import type { Store } from "#app/models/store/store.ts";

import type { EmailContent, EmailWords } from "./document.ts";
import { closing } from "./legal-disclosures.ts";
import { renderEmail } from "./render.ts";
import type { EmailTemplate } from "./templates.ts";

/** `origin` is that of the shop, "https://shop.example". */
export type EmailSender = Readonly<{ store: Store; origin: string }>;

/** In the shop's language, with its name and its closing; `links` stand before those of the closing. */
export function shopEmail(
  template: EmailTemplate,
  { store, origin }: EmailSender,
  { links = [], ...content }: EmailContent,
): EmailWords {
  const end = closing(store, origin);
  const shop = { language: store.locale, shopName: store.name };
  return renderEmail(template, { ...shop, ...content, ...end, links: [...links, ...end.links] });
}
